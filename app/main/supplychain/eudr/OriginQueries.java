package supplychain.eudr;

import static org.jooq.impl.DSL.any;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.nullif;
import static org.jooq.impl.DSL.trim;
import static org.jooq.impl.DSL.trueCondition;
import static supplychain.schema.Tables.COMPANY;
import static supplychain.schema.Tables.FARMER;
import static supplychain.schema.Tables.PLOT;

import java.math.BigDecimal;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jooq.Condition;
import org.jooq.Cursor;
import org.jooq.DSLContext;
import org.jooq.Record6;
import org.jooq.Records;
import org.jooq.impl.SQLDataType;
import supplychain.core.Caller;
import supplychain.trace.LineageQueries;

/** Reads farmers and their plots for a file of origins. */
final class OriginQueries {
  /** A plot may have ten thousand positions, so only a few are in memory at the same time. */
  private static final int FETCH_SIZE = 50;

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
    /** The longest name in the file, in characters. */
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
    /** A plot at the farmer's own coordinates. */
    static Plot ofCoordinates(Producer farmer) {
      String geometry =
          "{\"type\":\"Point\",\"coordinates\":[%s,%s]}"
              .formatted(
                  BigDecimal.valueOf(farmer.longitude()).toPlainString(),
                  BigDecimal.valueOf(farmer.latitude()).toPlainString());
      return new Plot(null, farmer.id(), null, null, null, geometry);
    }
  }

  /** The farmers with these ids, in the order of their ids. */
  static List<Producer> producers(DSLContext sql, Caller caller, Collection<UUID> farmers) {
    Condition isShared =
        caller.isOperator()
            ? trueCondition()
            : FARMER.BUYER.eq(caller.company()).or(COMPANY.SHARES_UPSTREAM);
    return sql.select(
            FARMER.ID,
            LineageQueries.FARMER_NAME,
            field(FARMER.CONSENT_STATUS.eq(inline("GRANTED"))),
            FARMER.COUNTRY,
            FARMER.LATITUDE,
            FARMER.LONGITUDE,
            field(isShared))
        .from(FARMER)
        .join(COMPANY)
        .on(COMPANY.ID.eq(FARMER.BUYER))
        .where(FARMER.ID.eq(any(array(farmers))))
        .orderBy(FARMER.ID)
        .fetch(Records.mapping(Producer::new));
  }

  /** Those of these farmers that have an active plot. */
  static Set<UUID> withPlots(DSLContext sql, Collection<UUID> farmers) {
    return sql.selectDistinct(PLOT.FARMER)
        .from(PLOT)
        .where(PLOT.FARMER.eq(any(array(farmers))))
        .and(PLOT.IS_ACTIVE)
        .fetchSet(PLOT.FARMER);
  }

  private static UUID[] array(Collection<UUID> ids) {
    return ids.toArray(UUID[]::new);
  }

  /** Reads the active plots of farmers, in the order of the farmers' ids, a few at a time. */
  static final class Plots implements AutoCloseable {
    private final Cursor<Record6<UUID, UUID, String, BigDecimal, String, String>> rows;
    private Plot next;

    /** The plots of these farmers; the caller closes this. */
    Plots(DSLContext sql, Collection<UUID> farmers) {
      rows =
          sql.select(
                  PLOT.ID,
                  PLOT.FARMER,
                  PLOT.NAME,
                  PLOT.AREA,
                  nullif(trim(PLOT.PRODUCTION_PLACE), inline("")),
                  PLOT.GEOMETRY.cast(SQLDataType.CLOB))
              .from(PLOT)
              .where(PLOT.FARMER.eq(any(array(farmers))))
              .and(PLOT.IS_ACTIVE)
              .orderBy(PLOT.FARMER, PLOT.ID)
              .fetchSize(FETCH_SIZE)
              .fetchLazy();
      next = rows.fetchNext(Records.mapping(Plot::new));
    }

    /** Whether the next plot belongs to this farmer. */
    boolean hasNextOf(UUID farmer) {
      return next != null && farmer.equals(next.farmer());
    }

    /** The next plot, if {@link #hasNextOf} said that there is one. */
    Plot next() {
      Plot plot = next;
      next = rows.fetchNext(Records.mapping(Plot::new));
      return plot;
    }

    @Override
    public void close() {
      rows.close();
    }
  }
}
