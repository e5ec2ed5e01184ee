package supplychain.eudr;

import static org.jooq.impl.DSL.*;
import static supplychain.records.transaction.OriginFileResource.ORIGIN_FILES;
import static supplychain.schema.Tables.*;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiConsumer;
import org.jooq.Condition;
import org.jooq.Cursor;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.JSON;
import org.jooq.Record;
import org.jooq.impl.SQLDataType;
import supplychain.core.Caller;
import supplychain.core.Problem;
import supplychain.database.AdvisoryLocks;
import supplychain.database.Ids;
import supplychain.trace.LineageQueries;

/** Reads farmers and their plots for a file of origins, and keeps files of origins. */
final class OriginQueries {
  /** A plot may have ten thousand positions, so only a few are in memory at the same time. */
  private static final int FETCH_SIZE = 50;

  private static final Field<Boolean> CONSENTS =
      field(FARMER.CONSENT_STATUS.eq(inline("GRANTED"))).as("consents");
  private static final Field<String> NAME = LineageQueries.FARMER_NAME.as("farmer_name");
  private static final Field<String> PLACE = nullif(trim(PLOT.PRODUCTION_PLACE), inline(""));

  private static final Field<String> GEOMETRY = PLOT.GEOMETRY.cast(SQLDataType.CLOB);

  private OriginQueries() {}

  /**
   * A farmer that goods came from.
   *
   * @param consents whether the consent status is GRANTED
   * @param country as the client wrote it
   * @param latitude the farmer's own, not a plot's; or null
   * @param longitude the same
   * @param isShared whether the caller may see the farmer's plots
   */
  record Producer(
      UUID id,
      String name,
      boolean consents,
      String country,
      Double latitude,
      Double longitude,
      boolean isShared) {
    static final int MOST_CHARACTERS = 500;

    /** The name; null without consent. */
    String shownName() {
      if (!consents) {
        return null;
      }
      int length = name.codePointCount(0, name.length());
      return name.substring(0, name.offsetByCodePoints(0, Math.min(length, MOST_CHARACTERS)));
    }

    /** The code of the country (ISO 3166-1, two letters), if it is known. */
    Optional<String> countryCode() {
      return Countries.code(country);
    }
  }

  /**
   * A plot of a farmer.
   *
   * @param id null if the farmer's own coordinates stand for a plot
   * @param area in hectares, as the farmer says; or null
   * @param geometry GeoJSON
   */
  record Plot(
      UUID id, UUID farmer, String name, BigDecimal area, String productionPlace, String geometry) {
    static Plot ofCoordinates(Producer farmer) {
      String geometry =
          "{\"type\":\"Point\",\"coordinates\":[%s,%s]}"
              .formatted(
                  BigDecimal.valueOf(farmer.longitude()).toPlainString(),
                  BigDecimal.valueOf(farmer.latitude()).toPlainString());
      return new Plot(null, farmer.id(), null, null, null, geometry);
    }
  }

  /**
   * Reads farmers with their active plots, in the order of their ids.
   *
   * @param each receives each farmer with each plot, also if the caller may not see the plots; null
   *     for a farmer without a plot
   */
  static void read(
      DSLContext sql, Caller caller, Collection<UUID> farmers, BiConsumer<Producer, Plot> each) {
    Field<Boolean> isShared =
        field(
                caller.isOperator()
                    ? trueCondition()
                    : FARMER.BUYER.eq(caller.company()).or(COMPANY.SHARES_UPSTREAM))
            .as("is_shared");
    try (Cursor<? extends Record> rows =
        sql.select(FARMER.ID, NAME, CONSENTS, FARMER.COUNTRY, FARMER.LATITUDE, FARMER.LONGITUDE)
            .select(isShared, PLOT.ID, PLOT.NAME, PLOT.AREA, PLACE, GEOMETRY)
            .from(FARMER)
            .join(COMPANY)
            .on(COMPANY.ID.eq(FARMER.BUYER))
            .leftJoin(PLOT)
            .on(PLOT.FARMER.eq(FARMER.ID).and(PLOT.IS_ACTIVE))
            .where(FARMER.ID.eq(any(farmers.toArray(UUID[]::new))))
            .orderBy(FARMER.ID, PLOT.ID)
            .fetchSize(FETCH_SIZE)
            .fetchLazy()) {
      for (Record row : rows) {
        each.accept(producer(row, row.get(isShared)), plot(row));
      }
    }
  }

  private static Producer producer(Record row, boolean isShared) {
    return new Producer(
        row.get(FARMER.ID),
        row.get(NAME),
        row.get(CONSENTS),
        row.get(FARMER.COUNTRY),
        row.get(FARMER.LATITUDE),
        row.get(FARMER.LONGITUDE),
        isShared);
  }

  private static Plot plot(Record row) {
    return row.get(PLOT.ID) == null
        ? null
        : new Plot(
            row.get(PLOT.ID),
            row.get(FARMER.ID),
            row.get(PLOT.NAME),
            row.get(PLOT.AREA),
            row.get(PLACE),
            row.get(GEOMETRY));
  }

  /** The largest number of kept files of one lot, for each company and for all operators. */
  static final int MOST_OF_LOT = 1_000;

  /**
   * Keeps the file with its summary, unless the same file with the same summary is kept already.
   *
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

  private static Optional<UUID> find(DSLContext sql, Condition ofLot, Origins origins) {
    return sql.select(ORIGIN_FILE.ID)
        .from(ORIGIN_FILE)
        .where(ofLot)
        .and(ORIGIN_FILE.SHA256.eq(origins.sha256()))
        .and(ORIGIN_FILE.PRODUCERS.eq(origins.producers()))
        .and(is(ORIGIN_FILE.TRANSACTIONS, Origins.texts(origins.transactions())))
        .and(ORIGIN_FILE.WARNINGS_TOTAL.eq(origins.issues().warnings.total))
        .and(is(ORIGIN_FILE.WARNINGS, origins.issues().warnings.first))
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
        .set(ORIGIN_FILE.BLOCKERS, json(origins.issues().blockers.first))
        .set(ORIGIN_FILE.BLOCKERS_TOTAL, origins.issues().blockers.total)
        .set(ORIGIN_FILE.WARNINGS, json(origins.issues().warnings.first))
        .set(ORIGIN_FILE.WARNINGS_TOTAL, origins.issues().warnings.total)
        .set(ORIGIN_FILE.CREATOR, caller.user())
        .set(ORIGIN_FILE.UPDATER, caller.user())
        .execute();
    sql.insertInto(ORIGIN_FILE_CONTENT)
        .set(ORIGIN_FILE_CONTENT.ORIGIN_FILE, id)
        .set(ORIGIN_FILE_CONTENT.CONTENT, origins.file())
        .execute();
    return id;
  }

  /** The bytes of a kept file. */
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
