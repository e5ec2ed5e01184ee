package supplychain.records.transaction;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;
import static supplychain.schema.Tables.PRODUCT_TRANSACTION;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.Client;
import supplychain.Goods;
import supplychain.Installation;
import supplychain.Meanwhile;
import supplychain.Reply;
import supplychain.Together;
import supplychain.World;
import supplychain.core.Role;
import supplychain.database.Database;

/** Requests that are recorded in one transaction get the answers that each would get alone. */
class TogetherTest {
  private final Trade trade = new Trade();
  private final World world = trade.world;
  @AutoClose private Together groups;

  @Test
  void eachMemberHasItsOwnAnswerAndItsOwnAuthor() {
    groups = Together.of(6);
    UUID other = world.company("Other");
    UUID otherFarmer = world.farmer(other);
    UUID user = world.member(trade.coop);
    UUID form = world.form(trade.coop, "TRANSACTION");
    Client first = groups.service.client(world.token(user, trade.coop, Role.MEMBER));
    Client second = groups.member(trade.coop);
    Client third = groups.member(other);
    Client operator = groups.service.client(world.token(null, Role.OPERATOR));
    String whole =
        "'amount': '7', 'submissions': [{'form': '%s'}], 'transaction_payments': [{'amount': 9}]";
    String own = Goods.body(trade.farmer, trade.coop, trade.cherry, whole.formatted(form));
    String foreign = trade.goods(trade.farmer, other).toString();
    String right = trade.goods(otherFarmer, other).toString();
    String plain = trade.goods().toString();
    String odd =
        trade.goods().put("invoice_number", "A 1").put("date", "2001-01-01T00:00:00Z").toString();
    List<Reply> replies =
        groups.replies(
            () -> first.post(GOODS, own, "X-Request-Id", "one"),
            () -> second.post(GOODS, "{}", "X-Request-Id", "two"),
            () -> third.post(GOODS, foreign, "X-Request-Id", "three"),
            () -> third.post(GOODS, right, "X-Request-Id", "four"),
            () -> operator.post(GOODS, odd, "X-Request-Id", "five"),
            () -> second.post(GOODS, plain, "X-Request-Id", "six", "Idempotency-Key", "k"));
    assertEquals(List.of(201, 400, 400, 201, 201, 201), Together.statuses(replies));
    replies
        .get(1)
        .expect(
            400,
            "/source required",
            "/destination required",
            "/product required",
            "/amount required");
    replies.get(2).expect(400, "/source does_not_exist");
    assertEquals(
        List.of("one", "two", "three", "four", "five", "six"),
        replies.stream().map(reply -> reply.header("X-Request-Id")).toList());
    assertEquals("overpaid", replies.get(0).header("Supply-Chain-Warnings"));
    assertNull(replies.get(3).header("Supply-Chain-Warnings"));
    assertEquals("old_date", replies.get(4).header("Supply-Chain-Warnings"));
    assertEquals(
        1,
        Together.transactions(replies.get(0), replies.get(3), replies.get(4), replies.get(5))
            .size());
    for (int i : new int[] {0, 3, 4, 5}) {
      Reply reply = replies.get(i);
      assertEquals(GOODS + reply.id() + "/", reply.header("Location"));
      Client reader = List.of(first, second, third, third, operator, second).get(i);
      assertEquals(reader.get(reply.header("Location")).text(), reply.text());
    }
    assertEquals(List.of(user + " one", user + " one"), Together.authors(replies.get(0).id()));
    assertEquals(
        List.of(user + " one"), Together.authors(replies.get(0).at("/transaction_payments/0/id")));
    assertTrue(Together.authors(replies.get(5).id()).get(0).endsWith(" six"));
  }

  @Test
  void aRequestThatWaitsTooLongForAGroupIsRefused() {
    try (Database hasty = Installation.shared().open(12, Duration.ofSeconds(1));
        Together own = Together.on(hasty, 3, () -> {})) {
      Client client = own.member(trade.coop);
      Supplier<Reply> sale = () -> client.post(GOODS, trade.goods().toString());
      CompletableFuture<Reply> first = own.begin(sale);
      CompletableFuture<Reply> second = own.begin(sale);
      Reply refused = (Reply) CompletableFuture.anyOf(first, second).join();
      assertEquals(
          "Too many of your requests are in progress. Retry after the given seconds.",
          refused.expect(503).at("/detail"));
      List<Reply> others = own.replies(sale, sale);
      List<Reply> all = List.of(first.join(), second.join(), others.get(0), others.get(1));
      Reply[] recorded = all.stream().filter(reply -> reply.status() == 201).toArray(Reply[]::new);
      assertEquals(3, recorded.length);
      assertEquals(1, Together.transactions(recorded).size());
    }
  }

  @Test
  void aRevokedTokenStopsOnlyItsOwnRequest() {
    groups = Together.of(3);
    String token = world.token(trade.coop, Role.MEMBER);
    Client revoked = groups.service.client(token);
    Client member = groups.member(trade.coop);
    String body = trade.payment().toString();
    List<CompletableFuture<Reply>> replies = new ArrayList<>();
    replies.add(groups.begin(() -> revoked.post(PAYMENTS, body)));
    replies.add(groups.begin(() -> member.post(PAYMENTS, body)));
    World.write("update token set revoked_on = now() where id = ?", world.tokenId(token));
    replies.add(groups.begin(() -> member.post(PAYMENTS, body)));
    assertEquals(
        List.of(401, 201, 201),
        Together.statuses(replies.stream().map(CompletableFuture::join).toList()));
  }

  @Test
  void aMemberThatWaitsForALockHoldsUpNobody() {
    groups = Together.of(3);
    Client member = groups.member(trade.coop);
    UUID lot = UUID.fromString(trade.record(Trade.Kind.GOODS, trade.goods()).id());
    String sale = saleFrom(lot);
    String second = saleFrom(trade.record(Trade.Kind.GOODS, trade.goods()).id());
    String third = saleFrom(trade.record(Trade.Kind.GOODS, trade.goods()).id());
    List<CompletableFuture<Reply>> replies = new ArrayList<>();
    Meanwhile.during(
        sql ->
            sql.selectFrom(PRODUCT_TRANSACTION)
                .where(PRODUCT_TRANSACTION.ID.eq(lot))
                .forUpdate()
                .fetch(),
        () -> {
          replies.add(groups.begin(() -> member.post(GOODS, sale)));
          replies.add(groups.begin(() -> member.post(GOODS, second)));
          replies.add(groups.begin(() -> member.post(GOODS, third)));
          return replies.get(1).join().status() + replies.get(2).join().status();
        },
        both -> assertEquals(402, both.join()));
    assertEquals(201, replies.get(0).join().status());
  }

  private String saleFrom(Object lot) {
    return Goods.moved(trade.coop, trade.exporter, trade.cherry, "100", lot);
  }

  @Test
  void requestsThatDrawAndRequestsThatDoNotAreInGroupsOfTheirOwn() {
    groups = Together.of(2);
    Client member = groups.member(trade.coop);
    String sale = saleFrom(trade.record(Trade.Kind.GOODS, trade.goods()).id());
    CompletableFuture<Reply> first = groups.begin(() -> member.post(GOODS, sale));
    Supplier<Reply> buys = () -> member.post(GOODS, trade.goods().toString());
    assertEquals(List.of(201, 201), Together.statuses(groups.replies(buys, buys)));
    assertFalse(first.isDone(), "it waits for another request that draws");
    String second = saleFrom(trade.record(Trade.Kind.GOODS, trade.goods()).id());
    assertEquals(201, groups.begin(() -> member.post(GOODS, second)).join().status());
    assertEquals(201, first.join().status());
  }

  @ParameterizedTest
  @ValueSource(ints = {30, 60})
  void twoDrawsFromTheSameLotAreOneAfterTheOther(int quantity) {
    groups = Together.of(2);
    Client member = groups.member(trade.coop);
    String lot = trade.record(Trade.Kind.GOODS, trade.goods()).id();
    String sale = Goods.moved(trade.coop, trade.exporter, trade.cherry, "" + quantity, lot);
    List<Reply> replies =
        groups.replies(
            () -> member.post(GOODS, sale, "X-Request-Id", "a"),
            () -> member.post(GOODS, sale, "X-Request-Id", "b"));
    boolean areBoth = quantity == 30;
    int second = replies.get(0).status() == 201 ? 1 : 0;
    assertEquals(201, replies.get(1 - second).status());
    assertEquals(areBoth ? 201 : 409, replies.get(second).status());
    assertEquals("40", member.get(GOODS + lot + "/").at("/current_quantity"));
    List<String> drawn =
        Together.authors(lot).stream().skip(1).map(one -> one.split(" ", 2)[1]).toList();
    String winner = second == 1 ? "a" : "b";
    assertEquals(areBoth ? Set.of("a", "b") : Set.of(winner), Set.copyOf(drawn));
  }

  @Test
  void theSecondRequestWithTheSameNumberIsRefused() {
    groups = Together.of(2);
    Client member = groups.member(trade.coop);
    String body = trade.payment().put("number", "P-1").toString();
    List<Reply> replies =
        groups.replies(() -> member.post(PAYMENTS, body), () -> member.post(PAYMENTS, body));
    int refused = replies.get(0).status() == 201 ? 1 : 0;
    replies.get(1 - refused).expect(201);
    replies.get(refused).expect(409, "/number taken");
  }

  @Test
  void theSecondRequestWithTheSameKeyGetsTheAnswerOfTheFirst() {
    groups = Together.of(2);
    Client member = groups.member(trade.coop);
    Supplier<Reply> request =
        () -> member.post(PAYMENTS, trade.payment().toString(), "Idempotency-Key", "same");
    List<Reply> replies = groups.replies(request, request);
    assertEquals(List.of(201, 201), Together.statuses(replies));
    assertEquals(replies.get(0).json(), replies.get(1).json());
    long repeats =
        replies.stream().filter(reply -> reply.header("Idempotent-Replayed") != null).count();
    assertEquals(1, repeats);
    List<Reply> later =
        groups.replies(request, () -> member.post(PAYMENTS, trade.payment().toString()));
    assertEquals(List.of(201, 201), Together.statuses(later));
    assertEquals(replies.get(0).json(), later.get(0).json());
    assertNotEquals(later.get(0).id(), later.get(1).id());
  }

  @Test
  void twoFarmersDoNotGetTheSameCard() {
    groups = Together.of(2);
    Client member = groups.member(trade.coop);
    String body = "{\"first_name\": \"Grace\", \"entity_card\": {\"card\": {\"card_id\": \"%s\"}}}";
    String one = body.formatted(World.unique(12));
    List<Reply> replies =
        groups.replies(
            () -> member.post(FARMERS, one, "X-Request-Id", "a"),
            () -> member.post(FARMERS, one, "X-Request-Id", "b"));
    // The service does both alone, at the same time.
    int first = replies.get(0).status() == 201 ? 0 : 1;
    assertEquals(201, replies.get(first).status());
    assertEquals(409, replies.get(1 - first).status());
    assertEquals(2, Together.authors(replies.get(first).id()).size());
    String author = Together.authors(replies.get(first).at("/entity_card/card/id")).get(0);
    assertTrue(author.endsWith(first == 0 ? " a" : " b"), author);
  }
}
