package supplychain.eudr;

import static org.jooq.impl.DSL.or;
import static supplychain.records.transaction.OriginFileResource.ORIGIN_FILES;
import static supplychain.schema.Tables.ORIGIN_FILE;
import static supplychain.schema.Tables.ORIGIN_FILE_CONTENT;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import java.util.UUID;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.JSON;
import org.jooq.impl.SQLDataType;
import supplychain.core.Caller;
import supplychain.core.Problem;
import supplychain.database.AdvisoryLocks;
import supplychain.database.Ids;

/** Keeps files of origins in the database. */
final class KeptOrigins {
  /** The largest number of kept files of one lot, for each company and for all operators. */
  static final int MOST_OF_LOT = 1_000;

  private KeptOrigins() {}

  /**
   * Keeps the file with its summary, unless the same file with the same summary is kept already.
   *
   * @return the id of the kept file
   * @throws Problem if {@link #MOST_OF_LOT} other files are kept
   */
  static UUID keep(DSLContext sql, Caller caller, Origins origins) {
    UUID lot = origins.lot().id();
    AdvisoryLocks.take(sql, "origin files of " + lot);
    Condition ofLot =
        ORIGIN_FILE
            .PRODUCT_TRANSACTION
            .eq(lot)
            .and(ORIGIN_FILE.COMPANY.isNotDistinctFrom(caller.company()));
    Optional<UUID> kept = find(sql, ofLot, origins);
    if (kept.isPresent()) {
      return kept.get();
    }
    if (sql.fetchCount(ORIGIN_FILE, ofLot) >= MOST_OF_LOT) {
      throw Problem.conflict(
          "%d files of this lot are kept for you, the most that can be: take this one from"
                  .formatted(MOST_OF_LOT)
              + " origins.geojson, and keep it yourself.");
    }
    return insert(sql, caller, origins);
  }

  /** A kept file with the same bytes and the same summary. */
  private static Optional<UUID> find(DSLContext sql, Condition ofLot, Origins origins) {
    return sql.select(ORIGIN_FILE.ID)
        .from(ORIGIN_FILE)
        .where(ofLot)
        .and(ORIGIN_FILE.SHA256.eq(origins.sha256()))
        .and(ORIGIN_FILE.PRODUCERS.eq(origins.producers()))
        .and(is(ORIGIN_FILE.TRANSACTIONS, Origins.texts(origins.transactions())))
        .and(ORIGIN_FILE.WARNINGS_TOTAL.eq(origins.issues().warningsTotal()))
        .and(is(ORIGIN_FILE.WARNINGS, origins.issues().warnings()))
        .orderBy(ORIGIN_FILE.ID)
        .limit(1)
        .fetchOptional(ORIGIN_FILE.ID);
  }

  private static Condition is(Field<JSON> column, JsonNode document) {
    return column.cast(SQLDataType.CLOB).eq(document.toString());
  }

  private static UUID insert(DSLContext sql, Caller caller, Origins origins) {
    UUID id = Ids.next();
    sql.insertInto(ORIGIN_FILE)
        .set(ORIGIN_FILE.ID, id)
        .set(ORIGIN_FILE.COMPANY, caller.company())
        .set(ORIGIN_FILE.PRODUCT_TRANSACTION, origins.lot().id())
        .set(ORIGIN_FILE.IS_COMPLETE, origins.isComplete())
        .set(ORIGIN_FILE.NET_MASS_KG, origins.lot().quantity())
        .set(ORIGIN_FILE.PRODUCT, origins.lot().product())
        .set(ORIGIN_FILE.PLOTS, origins.plots())
        .set(ORIGIN_FILE.PRODUCERS, origins.producers())
        .set(ORIGIN_FILE.COUNTRIES, json(Origins.texts(origins.countries())))
        .set(ORIGIN_FILE.BYTES, origins.file().length)
        .set(ORIGIN_FILE.SHA256, origins.sha256())
        .set(ORIGIN_FILE.TRANSACTIONS, json(Origins.texts(origins.transactions())))
        .set(ORIGIN_FILE.BLOCKERS, json(origins.issues().blockers()))
        .set(ORIGIN_FILE.BLOCKERS_TOTAL, origins.issues().blockersTotal())
        .set(ORIGIN_FILE.WARNINGS, json(origins.issues().warnings()))
        .set(ORIGIN_FILE.WARNINGS_TOTAL, origins.issues().warningsTotal())
        .set(ORIGIN_FILE.CREATOR, caller.user())
        .set(ORIGIN_FILE.UPDATER, caller.user())
        .execute();
    sql.insertInto(ORIGIN_FILE_CONTENT)
        .set(ORIGIN_FILE_CONTENT.ORIGIN_FILE, id)
        .set(ORIGIN_FILE_CONTENT.CONTENT, origins.file())
        .execute();
    return id;
  }

  /**
   * The bytes of a kept file.
   *
   * @throws Problem if the caller does not see the file
   */
  static byte[] content(DSLContext sql, Caller caller, UUID id) {
    return sql.select(ORIGIN_FILE_CONTENT.CONTENT)
        .from(ORIGIN_FILE)
        .join(ORIGIN_FILE_CONTENT)
        .on(ORIGIN_FILE_CONTENT.ORIGIN_FILE.eq(ORIGIN_FILE.ID))
        .where(ORIGIN_FILE.ID.eq(id))
        .and(or(ORIGIN_FILES.visibility().of(caller)))
        .fetchOptional(ORIGIN_FILE_CONTENT.CONTENT)
        .orElseThrow(Problem::notFound);
  }

  private static JSON json(JsonNode document) {
    return JSON.json(document.toString());
  }
}
