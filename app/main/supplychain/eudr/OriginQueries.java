package supplychain.eudr;

import static org.jooq.impl.DSL.*;
import static supplychain.records.transaction.OriginFileResource.ORIGIN_FILES;
import static supplychain.schema.Tables.*;

import java.math.BigDecimal;
import java.util.Collection;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiConsumer;
import org.jooq.Condition;
import org.jooq.Cursor;
import org.jooq.DSLContext;
import org.jooq.Functions;
import org.jooq.Record2;
import org.jooq.SelectField;
import org.jooq.impl.SQLDataType;
import supplychain.core.Caller;
import supplychain.core.Problem;
import supplychain.database.Database;
import supplychain.database.Ids;
import supplychain.database.SqlFile;
import supplychain.records.NestedDocuments;

/** Reads farmers and their plots for a file of origins, and keeps files of origins. */
final class OriginQueries {
  /** A plot may have ten thousand positions, so only a few are in memory at the same time. */
  private static final int FETCH_SIZE = 50;

  private static final SelectField<Plot> PLOT_OR_NULL =
      row(
              PLOT.ID,
              PLOT.FARMER,
              PLOT.NAME,
              PLOT.AREA,
              nullif(trim(PLOT.PRODUCTION_PLACE), inline("")),
              PLOT.GEOMETRY.cast(SQLDataType.CLOB))
          .mapping(Functions.nullOnAllNull(Plot::new));

  private static final SqlFile SQL = SqlFile.beside(OriginQueries.class, "origin-files.sql");

  private OriginQueries() {}

  /**
   * A farmer that goods came from, with the country as the client wrote it.
   *
   * @param isOwn whether the caller may see the number and the name without consent
   * @param latitude the farmer's own, not a plot's; or null
   * @param isShared whether the caller may see the farmer's plots
   */
  record Producer(
      UUID id,
      String number,
      String name,
      boolean isOwn,
      boolean consents,
      String country,
      Double latitude,
      Double longitude,
      boolean isShared) {
    /** The name, which is shorter than the 500 characters of a file; null without consent. */
    String shownName() {
      return consents ? name : null;
    }

    /** The farmer for the caller, who may know more than a reader of the file. */
    String shownToCaller() {
      return isOwn ? number + " " + name : Objects.requireNonNullElse(shownName(), "a farmer");
    }
  }

  /** A plot. Its area is in hectares or null. Without an id, it is the farmer's own coordinates. */
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
   * Reads farmers in the order of their ids, each with each active plot, also if the caller may not
   * see the plots. The plot is null for a farmer without one.
   */
  static void read(
      DSLContext sql, Caller caller, Collection<UUID> farmers, BiConsumer<Producer, Plot> each) {
    Condition isOwn = caller.isOperator() ? trueCondition() : FARMER.BUYER.eq(caller.company());
    Condition isShared = isOwn.or(COMPANY.SHARES_UPSTREAM);
    SelectField<Producer> producer =
        row(
                FARMER.ID,
                FARMER.NUMBER,
                NestedDocuments.FARMER_NAME,
                field(isOwn),
                field(FARMER.CONSENT_STATUS.eq(inline("GRANTED"))),
                FARMER.COUNTRY,
                FARMER.LATITUDE,
                FARMER.LONGITUDE,
                field(isShared))
            .mapping(Producer::new);
    try (Cursor<Record2<Producer, Plot>> rows =
        sql.select(producer, PLOT_OR_NULL)
            .from(FARMER)
            .join(COMPANY)
            .on(COMPANY.ID.eq(FARMER.BUYER))
            .leftJoin(PLOT)
            .on(PLOT.FARMER.eq(FARMER.ID).and(PLOT.IS_ACTIVE))
            .where(FARMER.ID.eq(any(farmers.toArray(UUID[]::new))))
            .orderBy(FARMER.ID, PLOT.ID)
            .fetchSize(FETCH_SIZE)
            .fetchLazy()) {
      rows.forEach(row -> each.accept(row.value1(), row.value2()));
    }
  }

  /** The largest number of kept files of one lot, for each company and for all operators. */
  static final int MOST_OF_LOT = 1_000;

  /**
   * Keeps the file with its summary, unless the same one is kept already.
   *
   * @throws Problem if {@link #MOST_OF_LOT} other files are kept
   */
  static UUID keep(DSLContext sql, Caller caller, Origins origins) {
    UUID lot = origins.lot().id();
    String summary = origins.summary().toString();
    Database.lock(sql, "origin files of " + lot);
    SqlFile.Call same = SQL.call("same").set("summary", summary).set("company", caller.company());
    Optional<UUID> kept = same.one(sql, row -> SqlFile.uuid(row, "id"));
    if (kept.isPresent()) {
      return kept.get();
    }
    Condition isOwn = ORIGIN_FILE.COMPANY.isNotDistinctFrom(caller.company());
    if (sql.fetchCount(ORIGIN_FILE, ORIGIN_FILE.PRODUCT_TRANSACTION.eq(lot), isOwn)
        >= MOST_OF_LOT) {
      throw Problem.conflict(
          ("The service already keeps %d files of this lot for you, which is the limit. Download"
                  + " the file from origins.geojson, and keep it yourself.")
              .formatted(MOST_OF_LOT));
    }
    UUID id = Ids.next();
    SQL.call("keep")
        .set("id", id)
        .set("company", caller.company())
        .set("user", caller.user())
        .set("summary", summary)
        .execute(sql);
    sql.insertInto(ORIGIN_FILE_CONTENT)
        .set(ORIGIN_FILE_CONTENT.ORIGIN_FILE, id)
        .set(ORIGIN_FILE_CONTENT.CONTENT, origins.file())
        .execute();
    return id;
  }

  static byte[] content(DSLContext sql, Caller caller, UUID id) {
    ORIGIN_FILES.requireSeen(sql, caller, id);
    return sql.fetchValue(ORIGIN_FILE_CONTENT.CONTENT, ORIGIN_FILE_CONTENT.ORIGIN_FILE.eq(id));
  }
}
