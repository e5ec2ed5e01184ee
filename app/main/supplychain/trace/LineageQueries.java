package supplychain.trace;

import static org.jooq.impl.DSL.*;
import static supplychain.schema.Tables.*;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Records;
import org.jooq.Result;
import supplychain.core.Caller;
import supplychain.core.Problem;
import supplychain.core.ProblemType;
import supplychain.database.SqlFile;
import supplychain.records.transaction.ProductTransactionResource;
import supplychain.schema.tables.ProductTransaction;
import supplychain.trace.Lineage.Draw;
import supplychain.trace.Lineage.Party;
import supplychain.trace.Lineage.Step;
import supplychain.validation.Formats;

/** Reads lineages in a few round trips, however long they are, all in one snapshot. */
public final class LineageQueries {
  /** The largest number of transactions on one side of a trace. */
  public static final int MOST_STEPS = 50_000;

  /** The largest number of draws between them. */
  public static final int MOST_DRAWS = 100_000;

  private static final int MOST_NAMED = 10;
  private static final SqlFile SQL = SqlFile.beside(LineageQueries.class, "lineage.sql");
  private static final ProductTransaction GOODS = PRODUCT_TRANSACTION;

  private LineageQueries() {}

  /** A transaction and those upstream of it. */
  public static Lineage upstream(DSLContext sql, Caller caller, UUID transaction) {
    return read(sql, caller, transaction, true);
  }

  /** A transaction and those downstream of it. */
  static Lineage downstream(DSLContext sql, Caller caller, UUID transaction) {
    return read(sql, caller, transaction, false);
  }

  private static Lineage read(DSLContext sql, Caller caller, UUID transaction, boolean leadsUp) {
    Result<Record> found =
        SQL.call("steps")
            .set("leads_up", leadsUp)
            .set("lot", transaction)
            .set("company", caller.company())
            .set("most", MOST_STEPS + 1)
            .fetch(sql);
    if (found.isEmpty()) {
      throw Problem.notFound();
    }
    requireAtMost(MOST_STEPS, found);
    UUID[] ids = found.getValues("id", UUID.class).toArray(UUID[]::new);
    Result<Record> draws =
        SQL.call("draws")
            .set("leads_up", leadsUp)
            .set("steps", ids)
            .set("most", MOST_DRAWS + 1)
            .fetch(sql);
    requireAtMost(MOST_DRAWS, draws);
    Map<UUID, Step> steps = steps(sql, caller, ids, parties(sql, caller, found));
    return Lineage.of(transaction, steps, draws.into(Draw.class), leadsUp);
  }

  private static Map<UUID, Party> parties(DSLContext sql, Caller caller, Result<Record> steps) {
    Set<UUID> ids = new HashSet<>(steps.getValues("source", UUID.class));
    ids.addAll(steps.getValues("destination", UUID.class));
    return SQL.call("parties")
        .set("ids", ids.toArray(UUID[]::new))
        .set("company", caller.company())
        .fetch(sql)
        .intoMap(
            row -> row.get("named", UUID.class),
            row ->
                new Party(
                    row.get("id", UUID.class),
                    row.get("is_farmer", Boolean.class),
                    row.get("number", String.class),
                    row.get("name", String.class)));
  }

  private static Map<UUID, Step> steps(
      DSLContext sql, Caller caller, UUID[] ids, Map<UUID, Party> parties) {
    Field<UUID> company = val(caller.company());
    Condition isOwn =
        company.isNull().or(company.in(GOODS.COMPANY, GOODS.SOURCE, GOODS.DESTINATION));
    return sql.select(
            GOODS.ID,
            GOODS.NUMBER,
            field("to_json({0}) #>> '{}'", String.class, GOODS.DATE),
            GOODS.TYPE,
            GOODS.COMPANY,
            GOODS.SOURCE.convertFrom(parties::get),
            GOODS.DESTINATION.convertFrom(parties::get),
            GOODS.PRODUCT,
            PRODUCT.NAME,
            GOODS.QUANTITY,
            GOODS.SOURCE_QUANTITY,
            when(isOwn, ProductTransactionResource.currentQuantity(company, GOODS)),
            field(isOwn),
            field(GOODS.REVERSED_ON.isNotNull()))
        .from(GOODS)
        .join(PRODUCT)
        .on(PRODUCT.ID.eq(GOODS.PRODUCT))
        .where(GOODS.ID.eq(any(ids)))
        .fetchMap(GOODS.ID, Records.mapping(Step::new));
  }

  private static void requireAtMost(int limit, List<?> found) {
    if (found.size() > limit) {
      throw new Problem(
          ProblemType.LINEAGE_TOO_LARGE,
          ("The trace has more than %d transactions, or more than %d draws. Trace in one"
                  + " direction, or from a nearer transaction.")
              .formatted(MOST_STEPS, MOST_DRAWS));
    }
  }

  /**
   * At most {@value #MOST_NAMED} product transactions with this id or this number.
   *
   * @param company the company that recorded the transaction; null for any
   */
  public static List<UUID> findByIdOrNumber(DSLContext sql, String text, UUID company) {
    return sql.select(GOODS.ID)
        .from(GOODS)
        .where(GOODS.NUMBER.eq(text).or(GOODS.ID.eq(Formats.uuid(text).orElse(null))))
        .and(company == null ? noCondition() : GOODS.COMPANY.eq(company))
        .orderBy(GOODS.ID)
        .limit(MOST_NAMED)
        .fetch(GOODS.ID);
  }
}
