package supplychain.records.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.records.transaction.Lots.recorded;
import static supplychain.records.transaction.Lots.returned;

import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jooq.impl.DSL;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import supplychain.AtOnce;
import supplychain.Installation;
import supplychain.Records;
import supplychain.Reply;
import supplychain.World;
import supplychain.validation.Findings;
import supplychain.verify.Discrepancy;

/** Reversals at the same time as what they contradict: the books stay right. */
@Tag("proof")
class ReversalRaceTest {
  private static final int ROUNDS = 25;

  private static final int LOOKS = 3;

  /** A look reads the records of all tests. While it takes long, trade must not make it longer. */
  private static final int MOST_TRADE = 500;

  private final Lots lots = new Lots();

  @Test
  void aLotIsReversedOrDrawnFromAndNeverBoth() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      String lot = lots.buy("10");
      List<Reply> replies = AtOnce.send(4, i -> i == 0 ? lots.reverse(lot) : lots.sell("3", lot));
      boolean reversed = replies.get(0).status() == 201;
      if (!reversed) {
        replies.get(0).expect(409);
        assertEquals(" parent", replies.get(0).findings().get(0));
      }
      long drawn = replies.stream().skip(1).filter(reply -> reply.status() == 201).count();
      assertEquals(reversed, drawn == 0, replies.toString());
    }
  }

  @Test
  void tenReversalsAtOnceGiveBackOnce() throws Exception {
    String lot = lots.buy("10");
    String sale = recorded(lots.sell("4", lot));
    List<Reply> replies = AtOnce.send(10, i -> lots.reverse(sale));
    assertEquals(1, replies.stream().filter(reply -> reply.status() == 201).count());
    assertEquals(9, replies.stream().filter(reply -> reply.status() == 409).count());
    assertEquals("10", Lots.left(lot));
  }

  @Test
  void tenThousandParentsHaveTheirsBack() {
    String lot = lots.buy("2");
    List<String> parents = copies(lot, 10_000);
    String sale = recorded(lots.sell("20000", parents.toArray(String[]::new)));
    assertEquals(Collections.nCopies(10_000, "2 2"), returned(lots.reverse(sale)));
    recorded(lots.sell("20000", parents.toArray(String[]::new)));
  }

  @Test
  void aRefusedReversalNamesAThousandChildrenAtMost() {
    String lot = lots.buy("2000");
    String child = recorded(lots.sell("1", lot));
    copies(child, Findings.MOST);
    World.write(
        "update product_transaction set remaining = 999 where id = ?", UUID.fromString(lot));
    Reply refused = lots.reverse(lot).expect(409);
    assertEquals(
        "1001 transactions draw from this one. Reverse them first. `errors` names 1000 of them.",
        refused.at("/detail"));
    assertEquals(1000, refused.findings().size());
  }

  /** More of the same with the same parents, as if recorded one after the other. */
  private static List<String> copies(String id, int count) {
    return World.write(
        sql ->
            sql
                .fetch(
                    """
                    with copy as (
                      insert into product_transaction
                      select (jsonb_populate_record(t, jsonb_build_object(
                        'id', gen_random_uuid(), 'number', 'c-' || n))).*
                      from product_transaction t, generate_series(1, {1}) n
                      where t.id = {0}
                      returning id),
                    parents as (
                      insert into product_transaction_parent
                      select copy.id, p.parent, p.position, p.drawn
                      from product_transaction_parent p, copy where p.child = {0})
                    select id from copy\
                    """,
                    DSL.val(UUID.fromString(id)), DSL.val(count))
                .stream()
                .map(row -> row.get(0, String.class))
                .collect(Collectors.toList()));
  }

  @Test
  void theBooksAreRightBesideTradeAndReversals() throws Exception {
    String lot = lots.buy("1000");
    String unknown = lots.buy("null");
    ExecutorService beside = Executors.newSingleThreadExecutor();
    try {
      Future<List<Discrepancy>> looks = beside.submit(this::looks);
      for (int round = 0; round < MOST_TRADE && !looks.isDone(); round++) {
        AtOnce.send(8, i -> i % 2 == 0 ? sellAndReverse(lot) : process(lots.buy("2"), unknown));
      }
      assertEquals(List.of(), looks.get());
    } finally {
      beside.shutdown();
    }
    assertEquals(List.of(), look());
  }

  private List<Discrepancy> looks() {
    return Stream.generate(ReversalRaceTest::look).limit(LOOKS).flatMap(List::stream).toList();
  }

  private static List<Discrepancy> look() {
    return Records.mistakes(Installation.shared().database());
  }

  private Reply sellAndReverse(String lot) {
    return lots.reverse(recorded(lots.sell("3.5", lot)));
  }

  private Reply process(String lot, String unknown) {
    Reply beans = lots.process("1", lot, unknown);
    return beans.status() == 201 ? lots.reverse(beans.id()) : lots.process("1", lot);
  }
}
