package supplychain.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jooq.QueryPart;
import org.jooq.impl.DSL;
import supplychain.Installation;
import supplychain.World;
import supplychain.database.Ids;
import supplychain.http.Caller;

/** Thousands of transactions, written past the service: over HTTP it would take minutes. */
final class LongLineage {
  private static final String STEPS =
      """
      insert into product_transaction (id, company, type, source, destination, product, amount,
        quantity, source_quantity, remaining, number, date, method, creator, updater)
      select id, {0}, 'INCOMING', source, {0}, {1}, 0, 7, 7, 0, substr(id::text, 27),
        '2026-11-21T08:00:00Z', 'NONE', {2}, {2}
      from unnest({3}::uuid[], {4}::uuid[]) as step (id, source)
      """;

  private static final String DRAWS =
      """
      insert into product_transaction_parent (child, parent, position, drawn)
      select child, parent, row_number() over (partition by child) - 1, 1
      from unnest({0}::uuid[], {1}::uuid[]) as draw (child, parent)
      """;

  private final Chain chain;
  private final List<UUID> ids = new ArrayList<>();
  private final List<UUID> sources = new ArrayList<>();
  private final List<UUID> children = new ArrayList<>();
  private final List<UUID> parents = new ArrayList<>();

  LongLineage(Chain chain) {
    this.chain = chain;
  }

  /** A transaction of 7 to the cooperative. */
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
  }

  /** Writes what was added since. */
  void write() {
    run(STEPS, chain.coop, chain.cherry, Caller.SYSTEM, array(ids), array(sources));
    run(DRAWS, array(children), array(parents));
    Stream.of(ids, sources, children, parents).forEach(List::clear);
  }

  private static UUID[] array(List<UUID> all) {
    return all.toArray(UUID[]::new);
  }

  private static void run(String statement, Object... values) {
    QueryPart[] given = Stream.of(values).map(DSL::val).toArray(QueryPart[]::new);
    Installation.shared()
        .database()
        .write(World.AUTHOR, sql -> sql.query(statement, given).execute());
  }
}
