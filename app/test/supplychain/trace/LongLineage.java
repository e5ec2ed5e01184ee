package supplychain.trace;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.jooq.QueryPart;
import org.jooq.impl.DSL;
import supplychain.World;
import supplychain.core.Caller;
import supplychain.database.Ids;

/** Thousands of transactions, written past the service: over HTTP it would take minutes. */
final class LongLineage {
  private static final String STEPS =
      """
      insert into product_transaction (id, company, type, source, destination, product, amount,
        quantity, source_quantity, remaining, number, date, method, creator, updater)
      select id, {0}, case source when {0} then 'OUTGOING' else 'INCOMING' end, source, {0}, {1}, 0,
        quantity, quantity, quantity, substr(id::text, 27), '2026-11-21T08:00:00Z', 'NONE', {2}, {2}
      from unnest({3}::uuid[], {4}::uuid[], {5}::numeric[]) as step (id, source, quantity)
      """;

  private static final String TAKEN =
      """
      update product_transaction lot
      set remaining = remaining - drawn
      from (select parent, count(*) as drawn from unnest({0}::uuid[]) as draw (parent) group by 1)
           as draws
      where draws.parent = lot.id
      """;

  private static final String DRAWS =
      """
      insert into product_transaction_parent (child, parent, position, drawn)
      select child, parent, row_number() over (partition by child) - 1, 1
      from unnest({0}::uuid[], {1}::uuid[]) as draw (child, parent)
      """;

  private static final int LEAST = 7;

  private final Chain chain;
  private final Map<UUID, Integer> drawnBy = new HashMap<>();
  private final Map<UUID, Integer> drawnFrom = new HashMap<>();
  private final List<UUID> ids = new ArrayList<>();
  private final List<UUID> sources = new ArrayList<>();
  private final List<UUID> children = new ArrayList<>();
  private final List<UUID> parents = new ArrayList<>();

  LongLineage(Chain chain) {
    this.chain = chain;
  }

  /** A transaction to the cooperative: of what it draws, or of 7 or more. */
  UUID step(UUID source) {
    UUID id = Ids.next();
    ids.add(id);
    sources.add(source);
    return id;
  }

  /** It draws 1 from that one. */
  void draw(UUID child, UUID parent) {
    children.add(child);
    parents.add(parent);
    drawnBy.merge(child, 1, Integer::sum);
    drawnFrom.merge(parent, 1, Integer::sum);
  }

  /** Writes what was added since. */
  void write() {
    BigDecimal[] quantities = ids.stream().map(this::quantity).toArray(BigDecimal[]::new);
    run(STEPS, chain.coop, chain.cherry, Caller.SYSTEM, array(ids), array(sources), quantities);
    run(DRAWS, array(children), array(parents));
    run(TAKEN, (Object) array(parents));
    drawnBy.clear();
    drawnFrom.clear();
    Stream.of(ids, sources, children, parents).forEach(List::clear);
  }

  private BigDecimal quantity(UUID step) {
    int drawn = drawnBy.getOrDefault(step, 0);
    return BigDecimal.valueOf(drawn > 0 ? drawn : Math.max(LEAST, drawnFrom.getOrDefault(step, 0)));
  }

  private static UUID[] array(List<UUID> all) {
    return all.toArray(UUID[]::new);
  }

  private static void run(String statement, Object... values) {
    QueryPart[] given = Stream.of(values).map(DSL::val).toArray(QueryPart[]::new);
    World.write(sql -> sql.query(statement, given).execute());
  }
}
