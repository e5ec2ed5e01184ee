package supplychain.records.farmer;

import static org.jooq.impl.DSL.noCondition;
import static supplychain.schema.Tables.FARMER;
import static supplychain.schema.Tables.PLOT;

import java.util.UUID;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Record2;
import supplychain.core.Caller;
import supplychain.records.Updates;
import supplychain.validation.Body;

/** Plots that are there already. */
public final class Plots {
  private Plots() {}

  /** Those of a farmer. */
  public static Condition of(UUID farmer) {
    return PLOT.FARMER.eq(farmer);
  }

  /**
   * Keeps the farmer of a plot from moving to another company, before the plot itself is locked. A
   * move changes a key, so that the weakest lock is enough: other changes of the farmer go on.
   */
  public static void lockFarmer(DSLContext sql, Caller caller, UUID plot) {
    sql.select(FARMER.ID)
        .from(FARMER)
        .join(PLOT)
        .on(PLOT.FARMER.eq(FARMER.ID))
        .where(PLOT.ID.eq(plot))
        .and(caller.isOperator() ? noCondition() : FARMER.BUYER.eq(caller.company()))
        .forKeyShare()
        .of(FARMER)
        .execute();
  }

  /** Changes a plot, whose row is locked; it stays its farmer's. */
  public static void amend(DSLContext sql, Caller caller, UUID id, Body body) {
    PlotBody plot = PlotBody.readChange(body);
    Record2<UUID, String> farmer =
        sql.select(FARMER.ID, FARMER.NUMBER)
            .from(PLOT)
            .join(FARMER)
            .on(FARMER.ID.eq(PLOT.FARMER))
            .where(PLOT.ID.eq(id))
            .fetchSingle();
    boolean stays =
        plot.farmer() == null
            || plot.farmer().equalsIgnoreCase(farmer.value1().toString())
            || plot.farmer().equals(farmer.value2());
    if (!stays) {
      plot.members().refuse("farmer", "fixed", "A plot stays its farmer's; leave it out.");
    }
    body.finish();
    Updates.of(sql, PLOT, caller.user())
        .set(plot.columns().values())
        .where(PLOT.ID.eq(id))
        .execute();
  }
}
