package supplychain.records.farmer;

import static org.jooq.impl.DSL.*;
import static supplychain.schema.Tables.*;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiConsumer;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.JSON;
import org.jooq.Record2;
import supplychain.core.Caller;
import supplychain.core.Problem;
import supplychain.core.Texts;
import supplychain.database.Authors;
import supplychain.database.Batch;
import supplychain.database.Ids;
import supplychain.database.JsonObject;
import supplychain.database.NewRow;
import supplychain.database.NewRows;
import supplychain.records.Filter;
import supplychain.records.RecordKind;
import supplychain.records.RecordKind.Visibility;
import supplychain.records.Recording;
import supplychain.records.References;
import supplychain.records.Updates;
import supplychain.validation.Body;
import supplychain.validation.Formats;

/** The kind of records for plots. A company sees the plots of its farmers. */
public final class PlotResource {
  private static final Field<JSON> OBJECT =
      new JsonObject()
          .columns(PLOT.ID, PLOT.FARMER, PLOT.NAME)
          .decimals(PLOT.AREA)
          .columns(PLOT.PRODUCTION_PLACE, PLOT.GEOMETRY, PLOT.IS_ACTIVE)
          .users(PLOT.CREATOR, PLOT.UPDATER)
          .columns(PLOT.CREATED_ON, PLOT.UPDATED_ON)
          .build();

  /** The Feature of GeoJSON. The area is a number, so that a map can colour plots by it. */
  private static final Field<JSON> FEATURE =
      new JsonObject()
          .value("type", inline("Feature"))
          .columns(PLOT.ID, PLOT.GEOMETRY)
          .value(
              "properties",
              new JsonObject()
                  .columns(PLOT.FARMER, PLOT.NAME, PLOT.AREA, PLOT.PRODUCTION_PLACE)
                  .columns(PLOT.IS_ACTIVE, PLOT.CREATED_ON, PLOT.UPDATED_ON)
                  .build())
          .build();

  public static final RecordKind PLOTS =
      RecordKind.at("/v1/supply-chains/plots/", PLOT, OBJECT)
          .seenBy(Visibility.named(PLOT.COMPANY))
          .filters(
              Filter.id("of this farmer", PLOT.FARMER),
              Filter.id("buyer", "of farmers with this company as buyer", PLOT.COMPANY),
              Filter.start(PLOT.NAME),
              Filter.flag("that are farmed (`true`) or no longer farmed (`false`)", PLOT.IS_ACTIVE))
          .columns(PLOT.ID, PLOT.FARMER, PLOT.NAME, PLOT.AREA, PLOT.PRODUCTION_PLACE)
          .columns(PLOT.GEOMETRY, PLOT.IS_ACTIVE, PLOT.CREATED_ON, PLOT.UPDATED_ON)
          .asFeatures(FEATURE)
          .createdTogetherBy((sql, bodies, refused) -> record(sql, null, bodies, refused))
          .lockedAfter(PlotResource::lockFarmer)
          .amendedBy(PlotResource::amend)
          .build();

  /** The largest number of plots of a farmer, active or not. */
  public static final int MOST_OF_A_FARMER = 1_000;

  private PlotResource() {}

  public static Condition of(UUID farmer) {
    return PLOT.FARMER.eq(farmer);
  }

  /** Records a plot of this farmer: 404 if the caller does not see the farmer. */
  public static UUID recordOf(DSLContext sql, Caller caller, UUID farmer, Body body) {
    Recording ofFarmer = (same, bodies, refused) -> record(same, farmer, bodies, refused);
    return ofFarmer.recordOne(sql, caller, body);
  }

  /**
   * Creates plots, with the same few statements for one as for many.
   *
   * @param farmer the farmer of all plots; null if the bodies name their farmers
   */
  public static Map<Body, UUID> record(
      DSLContext sql, UUID farmer, Map<Body, Caller> bodies, BiConsumer<Body, Problem> refused) {
    List<PlotBody> plots = bodies.keySet().stream().map(PlotBody::readNew).toList();
    Set<String> names = new HashSet<>();
    plots.stream().map(PlotBody::farmer).filter(Objects::nonNull).forEach(names::add);
    if (farmer != null) {
      names.add(farmer.toString());
    }
    NamedFarmers farmers = new NamedFarmers(sql, bodies.values(), names);
    if (farmer != null) {
      requireSeen(farmers, bodies.values(), farmer);
    }
    Batch batch = Batch.of(sql);
    NewRows rows = NewRows.of(PLOT);
    Map<Body, UUID> ids = new LinkedHashMap<>();
    Recording.keepValid(
        plots,
        PlotBody::body,
        refused,
        plot -> {
          Caller caller = bodies.get(plot.body());
          UUID owner =
              farmer == null
                  ? namedFarmer(farmers, caller, plot)
                  : farmerOfPath(farmers, caller, plot, farmer);
          farmers.refuseReplaced(owner, plot);
          plot.body().throwIfInvalid();
          requireLimit(farmers.countOneMore(owner), plot);
          UUID id = Ids.next();
          Authors.note(batch, id, plot.body());
          rows.add(
              new NewRow(PLOT, id, caller.user(), plot.columns())
                  .set(PLOT.COMPANY, farmers.buyer(owner))
                  .set(PLOT.FARMER, owner));
          ids.put(plot.body(), id);
        });
    rows.insert(batch);
    return ids;
  }

  private static void requireSeen(NamedFarmers farmers, Collection<Caller> callers, UUID farmer) {
    if (callers.stream().anyMatch(one -> farmers.find(one, farmer.toString()).isEmpty())) {
      throw Problem.notFound();
    }
  }

  private static UUID farmerOfPath(
      NamedFarmers farmers, Caller caller, PlotBody plot, UUID farmer) {
    if (plot.farmer() != null && !farmers.find(caller, plot.farmer()).contains(farmer)) {
      plot.members()
          .refuseValue("farmer", "fixed", "is not the farmer in the path. Leave the field out.");
    }
    return farmer;
  }

  /** The farmer that the body names; null if there is a finding. */
  private static UUID namedFarmer(NamedFarmers farmers, Caller caller, PlotBody plot) {
    plot.members().require("farmer");
    if (plot.farmer() == null) {
      return null;
    }
    List<UUID> named = farmers.find(caller, plot.farmer());
    if (named.isEmpty()) {
      String rule = "is neither the id nor the number of a farmer that you can use.";
      plot.members().refuseValue("farmer", "does_not_exist", rule);
      return null;
    }
    if (named.size() > 1) {
      plot.members()
          .refuseValue(
              "farmer", "ambiguous", "is the number of farmers in several companies. Send the id.");
    }
    return named.get(0);
  }

  private static void requireLimit(int count, PlotBody plot) {
    if (count > MOST_OF_A_FARMER) {
      String detail = "A farmer can have at most " + MOST_OF_A_FARMER + " plots.";
      throw Updates.conflict(plot.body().pointer(), "too_many", detail);
    }
  }

  /** Locks the farmer of a plot first, so that the farmer cannot move to another company. */
  static void lockFarmer(Batch batch, Caller caller, UUID plot) {
    FarmerChange.SQL
        .call("lock_farmer_of_plot")
        .set("plot", plot)
        .set("is_operator", caller.isOperator())
        .set("company", caller.company())
        .add(batch, Batch.NOTHING);
  }

  /** Changes a plot, whose row is locked. A plot keeps its farmer. */
  static void amend(DSLContext sql, Caller caller, UUID id, Body body) {
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
            || Texts.folded(plot.farmer()).equals(Texts.folded(farmer.value2()));
    if (!stays) {
      plot.members()
          .refuseValue(
              "farmer",
              "fixed",
              "is not the farmer of the plot. A plot keeps its farmer; leave the field out.");
    }
    body.throwIfInvalid();
    Updates.change(Batch.of(sql), caller, PLOT.ID, id, plot.columns());
  }

  /**
   * The farmers that bodies name by id or by number. They are locked to the end of the transaction,
   * so that no other request adds plots after the count. Farmers of other companies are not locked.
   */
  private static final class NamedFarmers {
    private record Farmer(UUID id, UUID buyer, String replacement) {}

    private final Map<String, List<Farmer>> farmers = new HashMap<>();
    private final Map<UUID, Integer> plots = new HashMap<>();

    /** The farmers with these names that one of these callers sees. */
    NamedFarmers(DSLContext sql, Collection<Caller> callers, Collection<String> names) {
      Set<UUID> ids = new HashSet<>();
      Set<String> numbers = new HashSet<>();
      for (String name : names) {
        Formats.uuid(name).ifPresentOrElse(ids::add, () -> numbers.add(name));
      }
      Condition seen = isSeenBy(callers);
      if (!numbers.isEmpty()) {
        sql.select(FARMER.ID)
            .from(FARMER)
            .where(lower(FARMER.NUMBER).in(numbers.stream().map(one -> lower(val(one))).toList()))
            .and(seen)
            .forEach(row -> ids.add(row.value1()));
      }
      lock(sql, seen, ids.toArray(UUID[]::new));
    }

    private static Condition isSeenBy(Collection<Caller> callers) {
      return callers.stream().anyMatch(Caller::isOperator)
          ? noCondition()
          : FARMER.BUYER.in(callers.stream().map(Caller::company).distinct().toList());
    }

    private void lock(DSLContext sql, Condition seen, UUID[] ids) {
      var stays = FARMER.as("stays");
      Field<String> replacement =
          field(select(stays.NUMBER).from(stays).where(stays.ID.eq(FARMER.REPLACED_BY)));
      sql.select(FARMER.ID, FARMER.BUYER, FARMER.NUMBER, replacement)
          .from(FARMER)
          .where(FARMER.ID.eq(any(ids)))
          .and(seen)
          .orderBy(FARMER.ID)
          .forNoKeyUpdate()
          .forEach(
              row -> {
                Farmer farmer = new Farmer(row.value1(), row.value2(), row.value4());
                farmers.put(farmer.id().toString(), List.of(farmer));
                farmers
                    .computeIfAbsent(Texts.folded(row.value3()), number -> new ArrayList<>())
                    .add(farmer);
              });
      // A separate statement: after a lock wait, READ COMMITTED would return the old count.
      sql.select(PLOT.FARMER, count())
          .from(PLOT)
          .where(PLOT.FARMER.eq(any(ids)))
          .groupBy(PLOT.FARMER)
          .forEach(row -> plots.put(row.value1(), row.value2()));
    }

    /** The visible farmers with this name: several companies can use the same number. */
    List<UUID> find(Caller caller, String name) {
      String key = Formats.uuid(name).map(UUID::toString).orElse(Texts.folded(name));
      return farmers.getOrDefault(key, List.of()).stream()
          .filter(farmer -> caller.actsFor(farmer.buyer()))
          .map(Farmer::id)
          .toList();
    }

    UUID buyer(UUID farmer) {
      return get(farmer).buyer();
    }

    private Farmer get(UUID farmer) {
      return farmers.get(farmer.toString()).get(0);
    }

    void refuseReplaced(UUID farmer, PlotBody plot) {
      if (farmer != null && get(farmer).replacement() != null) {
        String detail = References.replaced(get(farmer).replacement());
        plot.body().findings().add(plot.body().pointer(), References.REPLACED, detail);
      }
    }

    int countOneMore(UUID farmer) {
      return plots.merge(farmer, 1, Integer::sum);
    }
  }
}
