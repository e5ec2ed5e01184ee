package supplychain.records.farmer;

import static org.jooq.impl.DSL.count;
import static supplychain.schema.Tables.*;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BiConsumer;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.core.Problem;
import supplychain.database.Authors;
import supplychain.database.Batch;
import supplychain.database.NewRow;
import supplychain.database.NewRows;
import supplychain.records.Names;
import supplychain.records.PendingRecord;
import supplychain.records.References.Party;
import supplychain.records.Target;
import supplychain.records.Updates;
import supplychain.validation.Body;

/** A plot before its insert. */
final class NewPlot extends PendingRecord {
  private final PlotBody plot;
  private final UUID farmer;

  private NewPlot(Caller caller, Body body, UUID inPath) {
    super(caller, body);
    plot = PlotBody.read(body, true);
    UUID named = plot.members().get("farmer", Names.id("farmer")).value();
    farmer = inPath == null ? named : inPath;
    if (inPath == null) {
      plot.members().require("farmer");
    } else if (named != null && !named.equals(inPath)) {
      plot.members()
          .refuseValue("farmer", "fixed", "is not the farmer in the path. Leave the field out.");
    }
    String place = inPath == null ? plot.members().pointer("farmer") : body.pointer();
    references.want(Target.FARMER, place, farmer, references::isOwnFarmer);
  }

  /**
   * Creates plots of the farmer in the path, or of the farmers in the bodies if {@code inPath} is
   * null: 404 if a caller does not see the farmer in the path.
   */
  static Map<Body, UUID> record(
      DSLContext sql, UUID inPath, Map<Body, Caller> bodies, BiConsumer<Body, Problem> refused) {
    List<NewPlot> all = readAll(bodies, (caller, body) -> new NewPlot(caller, body, inPath));
    resolve(sql, all);
    if (inPath != null && all.stream().anyMatch(one -> one.owner() == null)) {
      throw Problem.notFound();
    }
    Map<UUID, Integer> plots = lockAndCount(sql, all);
    List<NewPlot> valid = keepValid(all, refused, one -> one.throwIfInvalid(plots));
    Batch batch = Batch.of(sql);
    NewRows rows = NewRows.of(PLOT);
    for (NewPlot one : valid) {
      Authors.note(batch, one.id, one.body);
      rows.add(
          new NewRow(PLOT, one.id, one.caller.user(), one.plot.columns())
              .set(PLOT.COMPANY, one.owner().company())
              .set(PLOT.FARMER, one.farmer));
    }
    rows.insert(batch);
    return ids(valid);
  }

  /** The farmer; null after a finding. */
  private Party owner() {
    return references.get(Target.FARMER, farmer);
  }

  /** Counts the plots of the farmers. No other request adds one until the transaction ends. */
  private static Map<UUID, Integer> lockAndCount(DSLContext sql, List<NewPlot> all) {
    List<UUID> farmers =
        all.stream().filter(one -> one.owner() != null).map(one -> one.farmer).distinct().toList();
    sql.select(FARMER.ID)
        .from(FARMER)
        .where(FARMER.ID.in(farmers))
        .orderBy(FARMER.ID)
        .forNoKeyUpdate()
        .execute();
    // A separate statement: after a lock wait, READ COMMITTED would return the old count.
    return sql.select(PLOT.FARMER, count())
        .from(PLOT)
        .where(PLOT.FARMER.in(farmers))
        .groupBy(PLOT.FARMER)
        .fetchMap(PLOT.FARMER, count());
  }

  private void throwIfInvalid(Map<UUID, Integer> plots) {
    body.throwIfInvalid();
    if (plots.merge(farmer, 1, Integer::sum) > PlotResource.MOST_OF_A_FARMER) {
      String detail = "A farmer can have at most " + PlotResource.MOST_OF_A_FARMER + " plots.";
      throw Updates.conflict(body.pointer(), "too_many", detail);
    }
  }
}
