package supplychain.history;

import static org.jooq.impl.DSL.*;
import static supplychain.schema.Tables.*;
import static supplychain.validation.ValueTypes.filledText;

import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.JSON;
import supplychain.core.Caller;
import supplychain.core.Json;
import supplychain.core.Problem;
import supplychain.database.Database;
import supplychain.database.Document;
import supplychain.database.Ids;
import supplychain.database.JsonObject;
import supplychain.database.Reader;
import supplychain.database.SqlFile;
import supplychain.validation.Body;
import supplychain.validation.Columns;

/** Erases the personal data of a farmer. The SQL function {@code erase_farmer} does the work. */
public final class Erasures {
  /** The document of an erasure, with what it could not reach. */
  public static final Document DOCUMENT =
      new Document(
          new JsonObject()
              .columns(ERASURE.ID, ERASURE.FARMER, ERASURE.REASON, ERASURE.PLOTS_UNTIL)
              .value("remains", field("erasure_remains(erasure, {0})", JSON.class, Reader.COMPANY))
              .columns(ERASURE.CREATED_ON, ERASURE.UPDATED_ON)
              .users(ERASURE.CREATOR, ERASURE.UPDATER)
              .build(),
          ERASURE,
          ERASURE.ID,
          noCondition());

  private static final SqlFile SQL = SqlFile.beside(Erasures.class, "personal-data.sql");

  private Erasures() {}

  /** Erases a farmer for the reason in a body. Returns the id of the erasure. */
  public static UUID create(DSLContext sql, Caller caller, UUID farmer, Body body) {
    Condition isSeen = caller.isOperator() ? noCondition() : FARMER.BUYER.eq(caller.company());
    if (sql.select(FARMER.ID)
        .from(FARMER)
        .where("farmer.id = any(records_of({0}))", val(farmer))
        .and(isSeen)
        .orderBy(FARMER.ID)
        .forUpdate()
        .fetch()
        .isEmpty()) {
      throw Problem.notFound();
    }
    String reason = body.required("reason", filledText(Columns.limit(ERASURE.REASON)));
    body.ignoreServiceFields("farmer", "plots_until", "remains");
    body.throwIfInvalid();
    return erase(sql, caller, farmer, reason);
  }

  /**
   * Erases a farmer, however long it takes, and again whatever came after an earlier erasure. All
   * records of the same person are erased. Returns the erasure of the one that is named.
   */
  public static UUID erase(DSLContext sql, Caller caller, UUID farmer, String reason) {
    Database.liftLimits(sql);
    Map<UUID, UUID> erasures = new HashMap<>();
    sql.execute(
        "select from farmer where id = any(records_of({0})) order by id for update", val(farmer));
    // A separate statement: after a lock wait, the first one would return the old rows.
    UUID[] records = sql.fetchSingle("select records_of({0})", val(farmer)).get(0, UUID[].class);
    for (UUID one : records) {
      UUID erasure = Ids.next();
      erasures.put(one, erasure);
      sql.execute(
          "select erase_farmer({0}, {1}, {2}, {3}, now())",
          val(erasure), val(one), val(reason), val(caller.user()));
    }
    // Last, because the search keeps others from storing answers until the transaction ends.
    sql.execute("select erase_answers({0})", val(records));
    return erasures.get(farmer);
  }

  /** Everything that the service keeps about a farmer, as JSON, however long it takes. */
  public static byte[] personalData(DSLContext sql, Caller caller, UUID farmer) {
    Database.liftLimits(sql);
    return SQL.call("personal_data")
        .set("farmer", farmer)
        .set("company", caller.company())
        .one(sql, row -> Json.compact(row.getBytes(1)))
        .orElseThrow();
  }
}
