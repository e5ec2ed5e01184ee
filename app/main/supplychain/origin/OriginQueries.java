package supplychain.origin;

import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.val;

import java.math.BigDecimal;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jooq.Cursor;
import org.jooq.DSLContext;
import org.jooq.Record;
import supplychain.http.Caller;

/** Farmers and their plots in the database, as a file of origins needs them. */
final class OriginQueries {
  /** How many plots are fetched in a round trip at the most. */
  static final int FETCHED_TOGETHER = 1_000;

  private static final String PRODUCERS =
      """
      select farmer.id, concat_ws(' ', farmer.first_name, farmer.last_name),
             farmer.consent_status = 'GRANTED', farmer.country, farmer.latitude, farmer.longitude,
             {2} or buyer.id = {1} or buyer.shares_upstream
        from farmer
        join company buyer on buyer.id = farmer.buyer
       where farmer.id in (select unnest({0}))
       order by farmer.id""";

  private static final String SIZES =
      """
      select id, farmer, octet_length(geometry::text)
        from plot
       where farmer in (select unnest({0})) and is_active
       order by farmer, id""";

  /**
   * Each is looked up by its id: with {@code id = any ({0})} a fresh table is searched by others.
   */
  private static final String PLOTS =
      """
      select plot.*
        from unnest({0}) with ordinality wanted (id, position)
       cross join lateral (
               select id, farmer, name, area, nullif(btrim(production_place), ''), geometry::text
                 from plot
                where plot.id = wanted.id
               offset 0) plot
       order by position""";

  private static final String WITH_PLOTS =
      """
      select farmer.id
        from unnest({0}) farmer (id)
       where exists (select from plot where plot.farmer = farmer.id and plot.is_active)""";

  private OriginQueries() {}

  /** These farmers, in the order of their ids. */
  static List<Producer> producers(DSLContext sql, Caller caller, Collection<UUID> farmers) {
    return sql.resultQuery(
            PRODUCERS,
            val(array(farmers)),
            val(caller.company(), UUID.class),
            inline(caller.isOperator()))
        .fetch(
            row ->
                new Producer(
                    row.get(0, UUID.class),
                    row.get(1, String.class),
                    row.get(2, Boolean.class),
                    row.get(3, String.class),
                    decimal(row.get(4, Double.class)),
                    decimal(row.get(5, Double.class)),
                    row.get(6, Boolean.class)));
  }

  /** The fewest digits that stand for it. */
  private static BigDecimal decimal(Double degrees) {
    return degrees == null ? null : BigDecimal.valueOf(degrees);
  }

  /**
   * Of the plots of these farmers that are in use, in the order of the farmers, the id, the farmer
   * and the bytes of the geometry; to be closed.
   */
  static Cursor<Record> sizes(DSLContext sql, Collection<UUID> farmers) {
    return sql.resultQuery(SIZES, val(array(farmers))).fetchSize(FETCHED_TOGETHER).fetchLazy();
  }

  /** These plots, in this order. */
  static List<RecordedPlot> plots(DSLContext sql, List<UUID> ids) {
    return sql.resultQuery(PLOTS, val(array(ids))).fetch(OriginQueries::plot);
  }

  /** Which of these farmers have a plot in use. */
  static Set<UUID> withPlots(DSLContext sql, Collection<UUID> farmers) {
    return sql.resultQuery(WITH_PLOTS, val(array(farmers))).fetchSet(0, UUID.class);
  }

  private static UUID[] array(Collection<UUID> ids) {
    return ids.toArray(UUID[]::new);
  }

  private static RecordedPlot plot(Record row) {
    return new RecordedPlot(
        row.get(0, UUID.class),
        row.get(1, UUID.class),
        row.get(2, String.class),
        row.get(3, BigDecimal.class),
        row.get(4, String.class),
        row.get(5, String.class));
  }
}
