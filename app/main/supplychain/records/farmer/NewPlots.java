package supplychain.records.farmer;

import static supplychain.schema.Tables.PLOT;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import org.jooq.Field;
import supplychain.core.Caller;
import supplychain.core.Finding;
import supplychain.core.Problem;
import supplychain.database.Ids;
import supplychain.database.Rows;
import supplychain.records.RecordKind;
import supplychain.records.References;
import supplychain.validation.Body;

/** New plots, recorded together: a few statements, however many they are. */
public final class NewPlots {
  /** How many plots a farmer may have, those no longer farmed too. */
  public static final int MOST_OF_A_FARMER = 1_000;

  private static final Field<?>[] COLUMNS =
      Stream.of(PLOT.fields())
          .filter(column -> !Set.of(PLOT.CREATED_ON, PLOT.UPDATED_ON).contains(column))
          .toArray(Field<?>[]::new);

  private static final String FARMER = "farmer";

  private final DSLContext sql;
  private final UUID farmer;
  private final BiConsumer<Body, Problem> refused;

  private NewPlots(DSLContext sql, UUID farmer, BiConsumer<Body, Problem> refused) {
    this.sql = sql;
    this.farmer = farmer;
    this.refused = refused;
  }

  /** Records one of this farmer: 404 if the caller does not see the farmer. */
  public static UUID recordOf(DSLContext sql, Caller caller, UUID farmer, Body body) {
    RecordKind.ManyCreation ofFarmer =
        (same, bodies, refused) -> record(same, farmer, bodies, refused);
    return RecordKind.createOne(ofFarmer, sql, caller, body);
  }

  /**
   * Records plots out of bodies that name their farmers, in the transaction of {@code sql}.
   *
   * @param bodies the bodies, each with who records it
   * @param refused is told of each that is refused; the others are recorded
   * @return the plots' ids, by body
   */
  public static Map<Body, UUID> record(
      DSLContext sql, Map<Body, Caller> bodies, BiConsumer<Body, Problem> refused) {
    return record(sql, null, bodies, refused);
  }

  /** The same for plots of one farmer; null where the bodies name theirs. */
  public static Map<Body, UUID> record(
      DSLContext sql, UUID farmer, Map<Body, Caller> bodies, BiConsumer<Body, Problem> refused) {
    return new NewPlots(sql, farmer, refused).record(bodies);
  }

  private Map<Body, UUID> record(Map<Body, Caller> bodies) {
    List<PlotBody> plots = bodies.keySet().stream().map(PlotBody::readNew).toList();
    NamedFarmers farmers = new NamedFarmers(sql, bodies.values(), names(plots));
    Rows rows = new Rows(PLOT, COLUMNS);
    Map<Body, UUID> ids = new LinkedHashMap<>();
    for (PlotBody plot : plots) {
      Caller caller = bodies.get(plot.body());
      try {
        UUID owner = farmer(farmers, caller, plot);
        plot.body().finish();
        requireRoom(farmers.countOneMore(owner), plot);
        UUID id = Ids.next();
        rows.add(row(plot, id, owner, caller));
        ids.put(plot.body(), id);
      } catch (Problem problem) {
        if (problem.findings().isEmpty()) {
          throw problem;
        }
        refused.accept(plot.body(), problem);
      }
    }
    rows.insert(sql);
    return ids;
  }

  private List<String> names(List<PlotBody> plots) {
    List<String> names = new ArrayList<>();
    plots.stream().map(PlotBody::farmer).filter(Objects::nonNull).forEach(names::add);
    if (farmer != null) {
      names.add(farmer.toString());
    }
    return names;
  }

  /** Whose plot it is; null where that is a finding. */
  private UUID farmer(NamedFarmers farmers, Caller caller, PlotBody plot) {
    if (farmer == null) {
      plot.members().require(FARMER);
    } else if (farmers.find(caller, farmer.toString()).isEmpty()) {
      throw Problem.notFound();
    }
    List<UUID> named = plot.farmer() == null ? List.of() : farmers.find(caller, plot.farmer());
    if (farmer != null) {
      if (plot.farmer() != null && !named.contains(farmer)) {
        plot.members().refuse(FARMER, "fixed", "It is the farmer of the path; leave it out.");
      }
      return farmer;
    }
    if (plot.farmer() != null && named.isEmpty()) {
      plot.members().refuse(FARMER, "does_not_exist", References.ABSENT);
    } else if (named.size() > 1) {
      plot.members().refuse(FARMER, "ambiguous", "Several companies have it: send the id.");
    }
    return named.isEmpty() ? null : named.get(0);
  }

  private static void requireRoom(int count, PlotBody plot) {
    if (count > MOST_OF_A_FARMER) {
      String detail = "A farmer may have at most " + MOST_OF_A_FARMER + " plots.";
      throw Problem.conflict(detail, new Finding(plot.body().pointer(), "too_many", detail));
    }
  }

  private static Map<Field<?>, Object> row(PlotBody plot, UUID id, UUID farmer, Caller caller) {
    return plot.columns()
        .put(PLOT.ID, id)
        .put(PLOT.FARMER, farmer)
        .put(PLOT.CREATOR, caller.user())
        .put(PLOT.UPDATER, caller.user())
        .values();
  }
}
