package supplychain.records.transaction;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.records.transaction.Trade.GOODS;
import static supplychain.records.transaction.Trade.PAYMENTS;
import static supplychain.schema.Tables.*;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.Await;
import supplychain.Client;
import supplychain.Meanwhile;
import supplychain.OwnService;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;
import supplychain.http.Limits;
import supplychain.http.WriteGroups;

/** Requests that are recorded in one transaction get the answers that each would get alone. */
class TogetherTest {
  private static final String FARMERS = "/v1/supply-chains/farmers/";

  /** Longer than any test: a group begins when it is full. */
  private static final Duration HOLD = Duration.ofMinutes(5);

  private final Trade trade = new Trade();
  private final World world = trade.world;
  private final AtomicInteger arrived = new AtomicInteger();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private OwnService service;

  @AfterEach
  void stop() {
    threads.shutdown();
    service.close();
  }

  /** Starts a service whose groups begin with this many members. */
  private void groupsOf(int size) {
    Limits limits = Limits.ofThisMachine().withGroups(new WriteGroups.Size(size, HOLD));
    service =
        OwnService.configured(
            limits, config -> config.routes.beforeMatched(ctx -> arrived.incrementAndGet()));
  }

  private Client member(UUID company) {
    return service.client(world.token(company, Role.MEMBER));
  }

  private CompletableFuture<Reply> begin(Supplier<Reply> request) {
    int before = arrived.get();
    CompletableFuture<Reply> reply = CompletableFuture.supplyAsync(request, threads);
    Await.until(() -> arrived.get() > before);
    return reply;
  }

  /** The answers to requests that arrive one after the other, before the first is answered. */
  @SafeVarargs
  @SuppressWarnings("varargs")
  private List<Reply> together(Supplier<Reply>... requests) {
    return Stream.of(requests).map(this::begin).toList().stream()
        .map(CompletableFuture::join)
        .toList();
  }

  private static List<Integer> statuses(List<Reply> replies) {
    return replies.stream().map(Reply::status).toList();
  }

  private static Set<Long> transactions(Reply... recorded) {
    UUID[] ids = Stream.of(recorded).map(reply -> UUID.fromString(reply.id())).toArray(UUID[]::new);
    return World.read(
        sql ->
            sql.select(HISTORY.TRANSACTION)
                .from(HISTORY)
                .where(HISTORY.RECORD.in(ids))
                .fetchSet(HISTORY.TRANSACTION));
  }

  /** User and client's id of the request of each change of a record, and of its parts. */
  private static List<String> authors(String record) {
    UUID id = UUID.fromString(record);
    return World.read(
        sql ->
            sql.select(HISTORY.APP_USER, HISTORY.CLIENT_REQUEST)
                .from(HISTORY)
                .where(HISTORY.RECORD.eq(id).or(HISTORY.PART_OF.eq(id)))
                .orderBy(HISTORY.ID)
                .fetch(row -> row.value1() + " " + row.value2()));
  }

  @Test
  void eachMemberHasItsOwnAnswerAndItsOwnAuthor() {
    groupsOf(6);
    UUID other = world.company("Other");
    UUID otherFarmer = world.farmer(other);
    UUID user = world.member(trade.coop);
    UUID form = world.form(trade.coop, "TRANSACTION");
    Client first = service.client(world.token(user, trade.coop, Role.MEMBER));
    Client second = member(trade.coop);
    Client third = member(other);
    Client operator = service.client(world.token(null, Role.OPERATOR));
    String whole =
        "{\"source\": \"%s\", \"destination\": \"%s\", \"product\": \"%s\", \"amount\": \"7\","
            + " \"submissions\": [{\"form\": \"%s\"}], \"transaction_payments\": [{\"amount\": 9}]}";
    String own = whole.formatted(trade.farmer, trade.coop, trade.cherry, form);
    String foreign = trade.goods(trade.farmer, other).toString();
    String odd =
        trade.goods().put("invoice_number", "A 1").put("date", "2001-01-01T00:00:00Z").toString();
    List<Reply> replies =
        together(
            () -> first.post(GOODS, own, "X-Request-Id", "one"),
            () -> second.post(GOODS, "{}", "X-Request-Id", "two"),
            () -> third.post(GOODS, foreign, "X-Request-Id", "three"),
            () ->
                third.post(
                    GOODS, trade.goods(otherFarmer, other).toString(), "X-Request-Id", "four"),
            () -> operator.post(GOODS, odd, "X-Request-Id", "five"),
            () ->
                second.post(
                    GOODS,
                    trade.goods().toString(),
                    "X-Request-Id",
                    "six",
                    "Idempotency-Key",
                    "k"));
    assertEquals(List.of(201, 400, 400, 201, 201, 201), statuses(replies));
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
        1, transactions(replies.get(0), replies.get(3), replies.get(4), replies.get(5)).size());
    for (int i : new int[] {0, 3, 4, 5}) {
      Reply reply = replies.get(i);
      assertEquals(GOODS + reply.id() + "/", reply.header("Location"));
      Client reader = List.of(first, second, third, third, operator, second).get(i);
      assertEquals(reader.get(reply.header("Location")).text(), reply.text());
    }
    assertEquals(List.of(user + " one", user + " one"), authors(replies.get(0).id()));
    assertEquals(List.of(user + " one"), authors(replies.get(0).at("/transaction_payments/0/id")));
    assertTrue(authors(replies.get(5).id()).get(0).endsWith(" six"));
  }

  @Test
  void aRevokedTokenStopsOnlyItsOwnRequest() {
    groupsOf(3);
    String token = world.token(trade.coop, Role.MEMBER);
    Client revoked = service.client(token);
    Client member = member(trade.coop);
    String body = trade.payment().toString();
    List<CompletableFuture<Reply>> replies = new ArrayList<>();
    replies.add(begin(() -> revoked.post(PAYMENTS, body)));
    replies.add(begin(() -> member.post(PAYMENTS, body)));
    World.write("update token set revoked_on = now() where id = ?", world.tokenId(token));
    replies.add(begin(() -> member.post(PAYMENTS, body)));
    assertEquals(
        List.of(401, 201, 201), statuses(replies.stream().map(CompletableFuture::join).toList()));
  }

  @Test
  void aMemberThatWaitsForALockHoldsUpNobody() {
    groupsOf(3);
    Client member = member(trade.coop);
    UUID lot = UUID.fromString(trade.record(Trade.Kind.GOODS, trade.goods()).id());
    String sale =
        trade
            .goods(trade.coop, trade.exporter)
            .toString()
            .replace("}", ", \"parents\": [\"" + lot + "\"]}");
    List<CompletableFuture<Reply>> replies = new ArrayList<>();
    Meanwhile.during(
        sql ->
            sql.selectFrom(PRODUCT_TRANSACTION)
                .where(PRODUCT_TRANSACTION.ID.eq(lot))
                .forUpdate()
                .fetch(),
        () -> {
          replies.add(begin(() -> member.post(GOODS, sale)));
          replies.add(begin(() -> member.post(GOODS, trade.goods().toString())));
          replies.add(begin(() -> member.post(GOODS, trade.goods().toString())));
          return replies.get(1).join().status() + replies.get(2).join().status();
        },
        both -> assertEquals(402, both.join()));
    assertEquals(201, replies.get(0).join().status());
  }

  @ParameterizedTest
  @ValueSource(ints = {30, 60})
  void twoDrawsFromTheSameLotAreOneAfterTheOther(int quantity) {
    groupsOf(2);
    Client member = member(trade.coop);
    String lot = trade.record(Trade.Kind.GOODS, trade.goods()).id();
    String sale =
        trade
            .goods(trade.coop, trade.exporter)
            .put("quantity", quantity)
            .toString()
            .replace("}", ", \"parents\": [\"" + lot + "\"]}");
    List<Reply> replies =
        together(
            () -> member.post(GOODS, sale, "X-Request-Id", "a"),
            () -> member.post(GOODS, sale, "X-Request-Id", "b"));
    boolean areBoth = quantity == 30;
    assertEquals(areBoth ? List.of(201, 201) : List.of(201, 409), statuses(replies));
    assertEquals("40", member.get(GOODS + lot + "/").at("/current_quantity"));
    List<String> drawn = authors(lot).stream().skip(1).map(one -> one.split(" ", 2)[1]).toList();
    assertEquals(areBoth ? List.of("a", "b") : List.of("a"), drawn);
  }

  @Test
  void theSecondRequestWithTheSameNumberIsRefused() {
    groupsOf(2);
    Client member = member(trade.coop);
    String body = trade.payment().put("number", "P-1").toString();
    List<Reply> replies =
        together(() -> member.post(PAYMENTS, body), () -> member.post(PAYMENTS, body));
    assertEquals(List.of(201, 409), statuses(replies));
    replies.get(1).expect(409, "/number taken");
  }

  @Test
  void theSecondRequestWithTheSameKeyGetsTheAnswerOfTheFirst() {
    groupsOf(2);
    Client member = member(trade.coop);
    Supplier<Reply> request =
        () -> member.post(PAYMENTS, trade.payment().toString(), "Idempotency-Key", "same");
    List<Reply> replies = together(request, request);
    assertEquals(List.of(201, 201), statuses(replies));
    assertEquals(replies.get(0).json(), replies.get(1).json());
    assertEquals("true", replies.get(1).header("Idempotent-Replayed"));
    List<Reply> later = together(request, () -> member.post(PAYMENTS, trade.payment().toString()));
    assertEquals(List.of(201, 201), statuses(later));
    assertEquals(replies.get(0).json(), later.get(0).json());
    assertNotEquals(later.get(0).id(), later.get(1).id());
  }

  @Test
  void twoFarmersDoNotGetTheSameCard() {
    groupsOf(2);
    Client member = member(trade.coop);
    String body = "{\"first_name\": \"Grace\", \"entity_card\": {\"card\": {\"card_id\": \"%s\"}}}";
    String one = body.formatted(World.unique(12));
    List<Reply> replies =
        together(
            () -> member.post(FARMERS, one, "X-Request-Id", "a"),
            () -> member.post(FARMERS, one, "X-Request-Id", "b"));
    // The service does both alone, at the same time.
    int first = replies.get(0).status() == 201 ? 0 : 1;
    assertEquals(201, replies.get(first).status());
    assertEquals(409, replies.get(1 - first).status());
    assertEquals(2, authors(replies.get(first).id()).size());
    String author = authors(replies.get(first).at("/entity_card/card/id")).get(0);
    assertTrue(author.endsWith(first == 0 ? " a" : " b"), author);
  }
}
