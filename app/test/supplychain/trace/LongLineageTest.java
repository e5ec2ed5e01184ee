package supplychain.trace;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jooq.QueryPart;
import org.jooq.impl.DSL;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Caller;
import supplychain.database.Ids;

/**
 * A lot may have as many ancestors as a year has deliveries, one after the other or at once. The
 * test writes them past the service: over HTTP it would take minutes.
 */
@Tag("proof")
class LongLineageTest {
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
      set remaining = remaining - drawn, last_draw = date
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

  private static final String TOO_MUCH =
      "The trace has more than 50000 transactions, or more than 100000 draws. Trace in one"
          + " direction, or from a nearer transaction.";

  private final Chain chain = new Chain();
  private final Map<UUID, Integer> drawnBy = new HashMap<>();
  private final Map<UUID, Integer> drawnFrom = new HashMap<>();
  private final List<UUID> ids = new ArrayList<>();
  private final List<UUID> sources = new ArrayList<>();
  private final List<UUID> children = new ArrayList<>();
  private final List<UUID> parents = new ArrayList<>();

  private Reply trace(UUID id, String type) {
    return chain.ofCoop.get(GOODS + id + "/trace/", "Accept", type);
  }

  /** A lot that drew from so many deliveries of the farmer. */
  private UUID lot(int deliveries) {
    UUID lot = step(chain.coop);
    for (int i = 0; i < deliveries; i++) {
      draw(lot, step(chain.farmer));
    }
    write();
    return lot;
  }

  private static void assertTooLarge(String detail, Reply reply) {
    assertEquals(detail, reply.expectProblem(409, "lineage-too-large").at("/detail"));
  }

  @Test
  void aChainOfAThousandStepsLeadsToItsFarmer() {
    UUID last = step(chain.farmer);
    for (int i = 1; i < 1_000; i++) {
      UUID next = step(chain.coop);
      draw(next, last);
      last = next;
    }
    write();
    JsonNode trace = trace(last, "application/json").json();
    assertEquals(1_000, trace.get("steps").size());
    assertEquals(999, trace.get("draws").size());
    assertEquals("1", trace.at("/origins/farmers/0/share").asText());
    assertEquals("1", trace.at("/origins/farmers/0/quantity").asText());
    List<String> lines = trace(last, "text/plain").text().lines().toList();
    assertEquals(1_005, lines.size());
    assertTrue(lines.get(1_001).startsWith(" ".repeat(40) + "[999] 1 kg of "), lines.get(1_001));
    assertTrue(lines.stream().allMatch(line -> line.length() < 200));
    trace(last, "image/svg+xml").expect(200);
  }

  @Test
  void aLotOfTenThousandDeliveriesIsTracedWhole() {
    UUID lot = lot(10_000);
    JsonNode trace = trace(lot, "application/json").json();
    assertEquals(10_001, trace.get("steps").size());
    assertEquals("1", trace.at("/origins/totals/farmers/share").asText());
    assertEquals("10000", trace.at("/origins/farmers/0/quantity").asText());
    assertEquals(1, trace.at("/origins/farmers").size());
  }

  @Test
  void aPictureHasAsManyStepsAsItMayAndNotOneMore() {
    trace(lot(TraceSvg.MOST_STEPS - 1), "image/svg+xml").expect(200);
    assertTooLarge(
        "A picture can show 2000 transactions and 10000 draws. This trace has 2001 and 2000."
            + " Ask for JSON or text.",
        trace(lot(TraceSvg.MOST_STEPS), "image/svg+xml"));
  }

  @Test
  void aTraceHasAsManyStepsAsItMayAndNotOneMore() {
    UUID lot = lot(LineageQueries.MOST_STEPS - 1);
    trace(lot, "text/plain").expect(200);
    UUID next = step(chain.coop);
    draw(next, lot);
    write();
    assertTooLarge(TOO_MUCH, trace(next, "application/json"));
  }

  @Test
  void aTraceHasAsManyDrawsAsItMayAndNotOneMore() {
    int between = 250;
    UUID lot = step(chain.coop);
    List<UUID> mixed = IntStream.range(0, between).mapToObj(i -> step(chain.coop)).toList();
    mixed.forEach(each -> draw(lot, each));
    int roots = LineageQueries.MOST_DRAWS / between - 1;
    for (int i = 0; i < roots; i++) {
      UUID root = step(chain.farmer);
      mixed.forEach(each -> draw(each, root));
    }
    write();
    trace(lot, "text/plain").expect(200);
    UUID next = step(chain.coop);
    draw(next, lot);
    write();
    assertTooLarge(TOO_MUCH, trace(next, "application/json"));
  }

  /** A transaction to the cooperative: of what it draws, or of 7 or more. */
  private UUID step(UUID source) {
    UUID id = Ids.next();
    ids.add(id);
    sources.add(source);
    return id;
  }

  /** Lets the child draw 1 from the parent. */
  private void draw(UUID child, UUID parent) {
    children.add(child);
    parents.add(parent);
    drawnBy.merge(child, 1, Integer::sum);
    drawnFrom.merge(parent, 1, Integer::sum);
  }

  /** Writes what was added since. */
  private void write() {
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
