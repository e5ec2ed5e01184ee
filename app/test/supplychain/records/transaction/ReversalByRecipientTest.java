package supplychain.records.transaction;

import static org.junit.jupiter.api.Assertions.*;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static supplychain.Paths.*;
import static supplychain.records.transaction.Lots.recorded;
import static supplychain.records.transaction.Lots.reversals;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import supplychain.AtOnce;
import supplychain.Client;
import supplychain.Goods;
import supplychain.Reply;
import supplychain.Team;
import supplychain.core.Role;

/** A company that received goods which another company recorded can answer: they never arrived. */
class ReversalByRecipientTest {
  private static final String NEVER = "{\"reason\": \"Never arrived\"}";

  private final Lots lots = new Lots();
  private final Trade trade = lots.trade;
  private final UUID clerk = trade.world.member(trade.exporter);
  private final Client buyer = trade.world.client(clerk, trade.exporter, Role.MEMBER);
  private final String lot = lots.buy("100");
  private final String sale = recorded(lots.sell("60", lot));

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
    recorded(lots.sell("100", lot));
  }

  @Test
  void bothPartiesReadWhoReversedItAndWhy() {
    buyer.post(reversals(sale), NEVER).expect(201);
    JsonNode ofSender = trade.member.get(reversals(sale)).expect(200).json().get(0);
    JsonNode ofRecipient = buyer.get(reversals(sale)).expect(200).json().get(0);
    for (JsonNode shown : List.of(ofSender, ofRecipient)) {
      assertEquals("Never arrived", shown.get("reason").asText());
      assertEquals(trade.exporter.toString(), shown.get("company").asText());
    }
    assertTrue(ofSender.get("creator").isNull(), "a user of another company");
    assertEquals("100", ofSender.at("/returned/0/current_quantity").asText());
    assertEquals("[]", ofRecipient.get("returned").toString(), "the stock of the sender");
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
    assertEquals(1, replies.stream().filter(reply -> reply.status() == 201).count());
    assertEquals(7, replies.stream().filter(reply -> reply.status() == 409).count());
    assertEquals("100", trade.member.get(GOODS + lot + "/").at("/current_quantity"));
  }

  private List<String> warnings(Client client, String id) {
    return client.get(GOODS + id + "/warnings/").expect(200).json().findValuesAsText("code");
  }

  @Test
  void theRecipientIsWarnedUntilItAnswers() {
    assertEquals(List.of("from_partner"), warnings(buyer, sale));
    assertEquals(List.of(), warnings(trade.member, sale), "only the recipient's side");
    String paid = recorded(lots.sell("1", lot));
    String payment =
        "{\"source\": \"%s\", \"destination\": \"%s\", \"amount\": 1, \"transaction\": \"%s\"}";
    buyer.post(PAYMENTS, payment.formatted(trade.exporter, trade.coop, paid)).expect(201);
    assertEquals(List.of(), warnings(buyer, paid));
    recorded(Goods.move(buyer, trade.exporter, trade.exporter, lots.green, "50", sale));
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
}
