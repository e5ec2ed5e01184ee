package supplychain.eudr;

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
import supplychain.core.Caller;

/** Farmers and their plots in the database, as a file of origins needs them. */
final class OriginQueries {
  /** One plot may have ten thousand positions: so few that they fit into memory together. */
  private static final int FETCHED_TOGETHER = 50;

  private static final String PRODUCERS =
      """
      select farmer.id, concat_ws(' ', farmer.first_name, farmer.last_name),
             farmer.consent_status = 'GRANTED', farmer.country, farmer.latitude, farmer.longitude,
             {2} or buyer.id = {1} or buyer.shares_upstream
        from farmer
        join company buyer on buyer.id = farmer.buyer
       where farmer.id in (select unnest({0}))
       order by farmer.id""";

  private static final String PLOTS =
      """
      select id, farmer, name, area, nullif(btrim(production_place), ''), geometry::text
        from plot
       where farmer in (select unnest({0})) and is_active
       order by farmer, id""";

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
   * The plots of these farmers that are in use, as they are at one instant, in the order of the
   * farmers; to be closed.
   */
  static Cursor<Record> plots(DSLContext sql, Collection<UUID> farmers) {
    return sql.resultQuery(PLOTS, val(array(farmers))).fetchSize(FETCHED_TOGETHER).fetchLazy();
  }

  /** Which of these farmers have a plot in use. */
  static Set<UUID> withPlots(DSLContext sql, Collection<UUID> farmers) {
    return sql.resultQuery(WITH_PLOTS, val(array(farmers))).fetchSet(0, UUID.class);
  }

  private static UUID[] array(Collection<UUID> ids) {
    return ids.toArray(UUID[]::new);
  }

  /** The plot on which the cursor stands. */
  static RecordedPlot plot(Record row) {
    return new RecordedPlot(
        row.get(0, UUID.class),
        row.get(1, UUID.class),
        row.get(2, String.class),
        row.get(3, BigDecimal.class),
        row.get(4, String.class),
        row.get(5, String.class));
  }
}
