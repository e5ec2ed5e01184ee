package supplychain.records.farmer;

import static org.jooq.impl.DSL.any;
import static org.jooq.impl.DSL.count;
import static org.jooq.impl.DSL.noCondition;
import static supplychain.schema.Tables.FARMER;
import static supplychain.schema.Tables.PLOT;

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
import java.util.stream.Stream;
import org.jooq.Condition;
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
import supplychain.validation.Formats;

/** Creates plots together, with the same few statements for one as for many. */
public final class NewPlots {
  /** The most plots of a farmer, active or not. */
  public static final int MOST_OF_A_FARMER = 1_000;

  private static final Field<?>[] COLUMNS =
      Stream.of(PLOT.fields())
          .filter(column -> !Set.of(PLOT.CREATED_ON, PLOT.UPDATED_ON).contains(column))
          .toArray(Field<?>[]::new);

  private static final String FARMER_FIELD = "farmer";

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
   * Creates plots from bodies that name their farmers, in the transaction of {@code sql}.
   *
   * @param bodies the bodies, each with its caller
   * @param refused receives each body that has mistakes; the others are recorded
   * @return the new ids by body
   */
  public static Map<Body, UUID> record(
      DSLContext sql, Map<Body, Caller> bodies, BiConsumer<Body, Problem> refused) {
    return record(sql, null, bodies, refused);
  }

  /** The same for plots of one farmer; null if the bodies name their farmers. */
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

  /** The farmer of a plot; null if there is a finding. */
  private UUID farmer(NamedFarmers farmers, Caller caller, PlotBody plot) {
    if (farmer == null) {
      plot.members().require(FARMER_FIELD);
    } else if (farmers.find(caller, farmer.toString()).isEmpty()) {
      throw Problem.notFound();
    }
    List<UUID> named = plot.farmer() == null ? List.of() : farmers.find(caller, plot.farmer());
    if (farmer != null) {
      if (plot.farmer() != null && !named.contains(farmer)) {
        plot.members().refuse(FARMER_FIELD, "fixed", "It is the farmer of the path; leave it out.");
      }
      return farmer;
    }
    if (plot.farmer() != null && named.isEmpty()) {
      plot.members().refuse(FARMER_FIELD, "does_not_exist", References.ABSENT);
    } else if (named.size() > 1) {
      plot.members().refuse(FARMER_FIELD, "ambiguous", "Several companies have it: send the id.");
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

  /**
   * The farmers in bodies, by id or by number. They are locked to the end of the transaction, so
   * that their plots can be counted. Farmers of other companies are not locked.
   */
  private static final class NamedFarmers {
    private record Farmer(UUID id, UUID buyer) {}

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
            .where(FARMER.NUMBER.eq(any(numbers.toArray(String[]::new))))
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
      sql.select(FARMER.ID, FARMER.BUYER, FARMER.NUMBER)
          .from(FARMER)
          .where(FARMER.ID.eq(any(ids)))
          .and(seen)
          .orderBy(FARMER.ID)
          .forNoKeyUpdate()
          .forEach(
              row -> {
                Farmer farmer = new Farmer(row.value1(), row.value2());
                farmers.put(farmer.id().toString(), List.of(farmer));
                farmers.computeIfAbsent(row.value3(), number -> new ArrayList<>()).add(farmer);
              });
      // A separate statement: the one that waited for the lock would return the old rows.
      sql.select(PLOT.FARMER, count())
          .from(PLOT)
          .where(PLOT.FARMER.eq(any(ids)))
          .groupBy(PLOT.FARMER)
          .forEach(row -> plots.put(row.value1(), row.value2()));
    }

    /** The visible farmers with this name: several companies can use the same number. */
    List<UUID> find(Caller caller, String name) {
      String key = Formats.uuid(name).map(UUID::toString).orElse(name);
      return farmers.getOrDefault(key, List.of()).stream()
          .filter(farmer -> caller.actsFor(farmer.buyer()))
          .map(Farmer::id)
          .toList();
    }

    /** Counts one more plot of the farmer, and returns the number. */
    int countOneMore(UUID farmer) {
      return plots.merge(farmer, 1, Integer::sum);
    }
  }
}
