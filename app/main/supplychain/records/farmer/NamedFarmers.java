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
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jooq.Condition;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.validation.Formats;

/**
 * The farmers whom bodies name, by their ids or by their numbers, which are people's own. They are
 * locked to the end of the transaction, so that their plots can be counted; another company's are
 * not: nobody waits for them.
 */
final class NamedFarmers {
  private record Farmer(UUID id, UUID buyer) {}

  private final Map<String, List<Farmer>> farmers = new HashMap<>();
  private final Map<UUID, Integer> plots = new HashMap<>();

  /** Those of these names whom one of these callers sees. */
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
    // What others recorded before the lock is seen by later statements only.
    sql.select(PLOT.FARMER, count())
        .from(PLOT)
        .where(PLOT.FARMER.eq(any(ids)))
        .groupBy(PLOT.FARMER)
        .forEach(row -> plots.put(row.value1(), row.value2()));
  }

  /** The farmers of this name whom the caller sees: several companies may have a number. */
  List<UUID> find(Caller caller, String name) {
    String key = Formats.uuid(name).map(UUID::toString).orElse(name);
    return farmers.getOrDefault(key, List.of()).stream()
        .filter(farmer -> caller.actsFor(farmer.buyer()))
        .map(Farmer::id)
        .toList();
  }

  /** How many plots the farmer has with one more, which is counted from now on. */
  int countOneMore(UUID farmer) {
    return plots.merge(farmer, 1, Integer::sum);
  }
}
