package supplychain.records.transaction;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;
import static supplychain.records.transaction.Trade.recorded;
import static supplychain.records.transaction.Trade.returned;
import static supplychain.records.transaction.Trade.reversals;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jooq.impl.DSL;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import supplychain.AtOnce;
import supplychain.Client;
import supplychain.Goods;
import supplychain.Records;
import supplychain.Reply;
import supplychain.Team;
import supplychain.World;
import supplychain.backup.Room;
import supplychain.core.Role;
import supplychain.database.Database;
import supplychain.validation.Findings;
import supplychain.verify.Discrepancy;

/** The company that received goods can reverse them too; of several at once, one does. */
class ReversalByRecipientTest {
  private static final String NEVER = "{\"reason\": \"Never arrived\"}";

  private static final int LOOKS = 30;

  /** While a look takes long, trade must not make it longer. */
  private static final int MOST_TRADE = 500;

  private final Trade trade = new Trade();
  private final UUID clerk = trade.world.member(trade.exporter);
  private final Client buyer = trade.world.client(clerk, trade.exporter, Role.MEMBER);
  private final String lot = trade.buy("100");
  private final String sale = recorded(trade.sell("60", lot));

  @Test
  void theRecipientReversesASaleAndTheStockGoesBackToTheSender() {
    Reply reversal = buyer.post(reversals(sale), NEVER).expect(201);
    Team.assertShown(
        """
        {"id": "*", "transaction": "%s", "reason": "Never arrived", "returned": [],
         "company": "%s", "created_on": "*", "updated_on": "*", "creator": "%3$s", "updater": "%3$s"}\
        """
            .formatted(sale, trade.exporter, clerk),
        reversal.json());
    assertEquals("0", buyer.get(GOODS + sale + "/").at("/current_quantity"));
    assertEquals("100", trade.member.get(GOODS + lot + "/").at("/current_quantity"));
    recorded(trade.sell("100", lot));
  }

  @Test
  void goodsThatWereUsedAreNotReversed() {
    UUID roaster = trade.world.company("Roaster");
    String used = recorded(Goods.move(buyer, trade.exporter, roaster, trade.cherry, "1", sale));
    Reply refused = buyer.post(reversals(sale), NEVER).expect(409, " parent");
    assertEquals(
        "Another transaction draws from this one. Reverse that transaction first.",
        refused.at("/detail"));
    buyer.post(reversals(used), NEVER).expect(201);
    buyer.post(reversals(sale), NEVER).expect(201);
  }

  @Test
  void ofBothPartiesAtOnceOneReversesIt() throws Exception {
    List<Reply> replies =
        AtOnce.send(8, i -> (i % 2 == 0 ? buyer : trade.member).post(reversals(sale), NEVER));
    assertEquals(1, AtOnce.count(replies, 201));
    assertEquals(7, AtOnce.count(replies, 409));
    assertEquals("100", trade.member.get(GOODS + lot + "/").at("/current_quantity"));
  }

  private List<String> warnings(Client client, String id) {
    return client.get(GOODS + id + "/warnings/").expect(200).json().findValuesAsText("code");
  }

  @Test
  void theRecipientIsWarnedUntilItAnswers() {
    assertEquals(List.of("from_partner"), warnings(buyer, sale));
    assertEquals(List.of(), warnings(trade.member, sale), "only the recipient's side");
    String paid = recorded(trade.sell("1", lot));
    String payment =
        "{\"source\": \"%s\", \"destination\": \"%s\", \"amount\": 1, \"transaction\": \"%s\"}";
    buyer.post(PAYMENTS, payment.formatted(trade.exporter, trade.coop, paid)).expect(201);
    assertEquals(List.of(), warnings(buyer, paid));
    recorded(Goods.move(buyer, trade.exporter, trade.exporter, trade.green, "50", sale));
    assertEquals(List.of(), warnings(buyer, sale));
    String own = recorded(Goods.move(buyer, trade.coop, trade.exporter, trade.cherry, "9"));
    assertEquals(List.of(), warnings(buyer, own), "it recorded the purchase itself");
  }

  @Test
  void aReversedRecordSaysSoInWarningsAndTables() {
    buyer.post(reversals(sale), "{\"reason\": \"Never, \\\"really\\\"\"}").expect(201);
    JsonNode reversal = buyer.get(reversals(sale)).json().get(0);
    String at =
        OffsetDateTime.parse(reversal.get("created_on").asText())
            .atZoneSameInstant(ZoneId.systemDefault())
            .format(DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss"));
    for (Client client : List.of(buyer, trade.member)) {
      JsonNode warning = client.get(GOODS + sale + "/warnings/").json().get(0);
      assertEquals("reversed", warning.get("code").asText());
      assertEquals(
          "It was reversed on %s. The reason: Never, \"really\"".formatted(at.substring(0, 10)),
          warning.get("detail").asText());
      for (String columns : List.of("", "&columns=names")) {
        String path = GOODS + "?is_reversed=true" + columns;
        String table = client.get(path, "Accept", "text/csv").expect(200).text();
        assertTrue(table.lines().findFirst().orElseThrow().contains("reversed_on,reversal_reason"));
        String reversed = at + "[.0-9]*[+]05:30,\"Never, \"\"really\"\"\"";
        assertTrue(Pattern.compile(reversed).matcher(table).find(), table);
      }
    }
  }

  @Test
  void aTableWithReversalsIsSentBackUnchanged() {
    buyer.post(reversals(sale), NEVER).expect(201);
    String table = buyer.get(GOODS + "?columns=names", "Accept", "text/csv").text();
    Reply again = buyer.send("POST", GOODS, table, "Content-Type", "text/csv");
    String said = again.expect(200).text();
    assertTrue(said.contains("\"known\":1"), table + said);
    assertTrue(said.contains("\"refused\":0"), table + said);
  }

  @Test
  @Tag("proof")
  void tenThousandParentsHaveTheirsBack() {
    String lot = trade.buy("2");
    List<String> parents = copies(lot, 10_000);
    String sale = recorded(trade.sell("20000", parents.toArray(String[]::new)));
    assertEquals(Collections.nCopies(10_000, "2 2"), returned(trade.reverse(sale)));
    recorded(trade.sell("20000", parents.toArray(String[]::new)));
  }

  @Test
  @Tag("proof")
  void aRefusedReversalNamesAThousandChildrenAtMost() {
    String lot = trade.buy("2000");
    String child = recorded(trade.sell("1", lot));
    copies(child, Findings.MOST);
    World.write(
        "update product_transaction set remaining = 999 where id = ?", UUID.fromString(lot));
    Reply refused = trade.reverse(lot).expect(409);
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
  @Tag("proof")
  void theBooksAreRightBesideTradeAndReversals() throws Exception {
    ExecutorService beside = Executors.newSingleThreadExecutor();
    try (Room room = new Room()) {
      room.database().schema().migrate();
      Trade own = new Trade(new World(room.database()), room::client);
      String ofOwn = own.buy("1000");
      String unknown = own.buy("null");
      Future<List<Discrepancy>> looks = beside.submit(() -> looks(room.database()));
      for (int round = 0; round < MOST_TRADE && !looks.isDone(); round++) {
        AtOnce.send(
            8, i -> i % 2 == 0 ? sellAndReverse(own, ofOwn) : process(own, own.buy("2"), unknown));
      }
      assertEquals(List.of(), looks.get());
      assertEquals(List.of(), Records.mistakes(room.database()));
    } finally {
      beside.shutdown();
    }
  }

  private static List<Discrepancy> looks(Database database) {
    return Stream.generate(() -> Records.mistakes(database))
        .limit(LOOKS)
        .flatMap(List::stream)
        .toList();
  }

  private static Reply sellAndReverse(Trade trade, String lot) {
    return trade.reverse(recorded(trade.sell("3.5", lot)));
  }

  private static Reply process(Trade trade, String lot, String unknown) {
    Reply beans = trade.process("1", lot, unknown);
    return beans.status() == 201 ? trade.reverse(beans.id()) : trade.process("1", lot);
  }
}
