package supplychain.trace;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import supplychain.Client;
import supplychain.Reply;
import supplychain.core.Role;

/** The parts of a trace that each company sees, and the parameters of a trace. */
class TraceAccessTest {
  private static final List<String> FORMATS =
      List.of("application/json", "text/plain", "image/svg+xml");

  private final Chain chain = new Chain();
  private final String bought = chain.buy("100");
  private final String sold = chain.sell("60", bought);
  private final String sharing = COMPANIES + chain.coop + "/sharing/";

  private static JsonNode trace(Client client, String id, String query) {
    return client.get(GOODS + id + "/trace/" + query).expect(200).json();
  }

  @Test
  void aCompanySharesNothingUntilItSaysSo() {
    JsonNode before = trace(chain.ofExporter, sold, "");
    assertEquals(1, before.get("steps").size());
    assertEquals(1, before.at("/steps/0/hidden_parents").asInt());
    assertEquals("1", before.at("/origins/not_shared/0/share").asText());
    assertEquals("60", before.at("/origins/totals/not_shared/quantity").asText());
    assertEquals("0", before.at("/origins/totals/gaps/share").asText());
    Reply shared = chain.ofCoop.patch(sharing, "{\"shares_upstream\": true}");
    assertEquals("{\"shares_upstream\":true,\"requires_parents\":false}\n", shared.text());
    JsonNode after = trace(chain.ofExporter, sold, "");
    assertEquals(2, after.get("steps").size());
    assertEquals(chain.farmer.toString(), after.at("/origins/farmers/0/id").asText());
    assertEquals(0, after.at("/origins/not_shared").size());
  }

  @Test
  void aForeignFarmerIsNamedOnlyByConsentAndForeignStockIsNotShown() {
    chain.shares(chain.coop, true);
    JsonNode seen = trace(chain.ofExporter, sold, "");
    assertTrue(seen.at("/steps/1/current_quantity").isNull(), seen.toString());
    assertTrue(seen.at("/origins/farmers/0/name").isNull(), seen.toString());
    chain.consents(chain.farmer, "GRANTED");
    seen = trace(chain.ofExporter, sold, "");
    assertEquals("Grace", seen.at("/origins/farmers/0/name").asText());
    assertEquals("40", trace(chain.ofCoop, bought, "").at("/steps/0/current_quantity").asText());
  }

  @Test
  void noFormatShowsTheQuantitiesOfUnsharedDraws() {
    String[] lots = {chain.buy("1234567"), chain.buy("7654321")};
    String sold =
        chain.move(chain.ofCoop, chain.coop, chain.exporter, chain.green, "7", (Object[]) lots);
    for (String type : FORMATS) {
      String text = chain.ofExporter.get(GOODS + sold + "/trace/", "Accept", type).text();
      assertTrue(!text.contains("1234567") && !text.contains("7654321"), text);
    }
    String text = chain.ofExporter.get(GOODS + sold + "/trace/", "Accept", "text/plain").text();
    assertTrue(text.contains("\n  2 lots that Cooperative had: not shared\n"), text);
  }

  @Test
  void aThirdPartysConsentDoesNotTellHowMuchWasDrawnBeforeIt() {
    String[] lots = {chain.buy("1234567"), chain.buy("7654321")};
    String green =
        chain.move(chain.ofCoop, chain.coop, chain.exporter, chain.green, "7", (Object[]) lots);
    String exported = chain.export(chain.green, "7", green);
    chain.shares(chain.exporter, true);
    for (String type : FORMATS) {
      String text = chain.ofRoaster.get(GOODS + exported + "/trace/", "Accept", type).text();
      assertTrue(!text.contains("8888888"), text);
    }
    JsonNode shown = trace(chain.ofRoaster, exported, "").at("/steps/1");
    assertEquals(2, shown.get("hidden_parents").asInt());
    assertTrue(shown.get("source_quantity").isNull(), shown.toString());
    JsonNode own = trace(chain.ofExporter, exported, "").at("/steps/1");
    assertEquals("8888888", own.get("source_quantity").asText());
    chain.shares(chain.coop, true);
    JsonNode all = trace(chain.ofRoaster, exported, "").at("/steps/1");
    assertEquals("8888888", all.get("source_quantity").asText());
  }

  @Test
  void aReporterReadsTheSharingAndAnAdminChangesItUnderIfMatch() {
    Client reporter = chain.world.client(chain.coop, Role.REPORTER);
    Reply read = reporter.get(sharing);
    assertEquals("{\"shares_upstream\":false,\"requires_parents\":false}\n", read.text());
    reporter.get(sharing, "If-None-Match", read.header("ETag")).expect(304);
    String tag = read.header("ETag");
    String body = "{\"shares_upstream\": true}";
    chain.ofCoop.patch(sharing, body, "If-Match", tag).expect(200);
    chain.ofCoop.patch(sharing, body, "If-Match", tag).expect(412);
    assertEquals(true, reporter.get(sharing).json().get("shares_upstream").asBoolean());
    chain.ofCoop.patch(sharing, "{}").expect(200);
    assertEquals(true, reporter.get(sharing).json().get("shares_upstream").asBoolean());
  }

  @Test
  void aMistakeInTheQueryIsNamed() {
    String path = GOODS + sold + "/trace/?direction=";
    chain.ofCoop.get(path + "UP").expect(400, "/direction not_a_choice");
  }

  @Test
  void aReversedTransactionHasNoOriginsAndIsNowhere() {
    chain.ofCoop.post(GOODS + sold + "/reversals/", "{\"reason\": \"Never sent\"}");
    JsonNode both = trace(chain.ofCoop, sold, "?direction=both");
    assertEquals(true, both.get("is_reversed").asBoolean());
    assertEquals(1, both.get("steps").size());
    assertEquals("[]", both.at("/origins/farmers").toString());
    assertEquals("[]", both.at("/origins/gaps").toString());
    assertEquals("[]", both.at("/whereabouts/parties").toString());
    assertEquals(1, trace(chain.ofCoop, bought, "?direction=down").get("steps").size());
  }

  /** Each share, as its id, its part and its kilograms, the largest first. */
  private static List<String> shares(JsonNode shares) {
    return shares
        .valueStream()
        .map(one -> "%s %s %s".formatted(one.get("id"), one.get("share"), one.get("quantity")))
        .map(text -> text.replace("\"", ""))
        .toList();
  }

  @Test
  void theGoodsOfALotAreWhereTheReaderSeesThemGo() {
    chain.export(chain.cherry, "15", sold);
    String mistake = chain.sell("10", bought);
    chain.ofCoop.post(GOODS + mistake + "/reversals/", "{\"reason\": \"Typo\"}").expect(201);
    assertEquals(
        List.of(chain.exporter + " 0.6 60", chain.coop + " 0.4 40"),
        shares(trace(chain.ofCoop, bought, "?direction=down").at("/whereabouts/parties")));
    assertEquals(
        List.of(chain.exporter + " 0.45 45", chain.coop + " 0.4 40", chain.roaster + " 0.15 15"),
        shares(trace(chain.operator, bought, "?direction=down").at("/whereabouts/parties")));
  }

  @Test
  void theShareOfALotOfUnknownQuantityIsUnknown() {
    UUID other = chain.world.farmer(chain.coop);
    Object[] lots = {chain.buy("null"), chain.buy(other, "30"), chain.buy(other, "10")};
    String green = chain.move(chain.ofCoop, chain.coop, chain.coop, chain.green, "12", lots);
    JsonNode mixed = trace(chain.ofCoop, green, "");
    assertEquals(
        List.of(other + " 1 12", chain.farmer + " null null"),
        shares(mixed.at("/origins/farmers")));
    assertEquals("null", mixed.at("/draws/0/quantity").asText());
    Object[] unknown = {chain.buy("null"), chain.buy(other, "null")};
    String none = chain.move(chain.ofCoop, chain.coop, chain.coop, chain.green, "7", unknown);
    JsonNode totals = trace(chain.ofCoop, none, "").at("/origins/totals/unknown");
    assertEquals("1 7", totals.get("share").asText() + " " + totals.get("quantity").asText());
  }
}
