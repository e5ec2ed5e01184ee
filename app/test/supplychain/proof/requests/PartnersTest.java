package supplychain.proof.requests;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import supplychain.Client;
import supplychain.Goods;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;

/**
 * A seller and a buyer share the records of their trade, and nothing else. Each reads everything
 * that the service answers before and after the other uses its own stock: no byte differs.
 */
class PartnersTest {
  private static final String REASON = "{\"reason\": \"Weighed twice\"}";
  private static final String START = "2000-01-01T00:00:00Z";
  private static final List<String> LIST_FORMATS =
      List.of("application/json", "application/x-ndjson", "text/csv");
  private static final List<String> TRACE_FORMATS =
      List.of("application/json", "text/plain", "image/svg+xml");

  private final World world = new World();
  private final UUID coop = world.company("Cooperative");
  private final UUID exporter = world.company("Exporter");
  private final UUID roaster = world.company("Roaster");
  private final UUID farmer = world.farmer(coop);
  private final UUID cherry = world.product("Cherry");
  private final UUID green = world.product("Green");
  private final Client seller = world.client(coop, Role.ADMIN);
  private final Client buyer = world.client(exporter, Role.ADMIN);
  private String bought;
  private String sold;
  private String other;

  @BeforeEach
  void sell() {
    bought = record(seller, farmer, coop, cherry, "500");
    sold = record(seller, coop, exporter, cherry, "100", bought);
    other = record(seller, coop, exporter, cherry, "50", bought);
  }

  private static String record(
      Client client, UUID from, UUID to, UUID product, String quantity, Object... parents) {
    return Goods.move(client, from, to, product, quantity, parents).expect(201).id();
  }

  private static void reverse(Client client, String id) {
    client.post(GOODS + id + "/reversals/", REASON).expect(201);
  }

  /** Every answer about these lots that a client gets without writing, with its ETag. */
  private Map<String, String> everything(Client client, List<String> lots) {
    Map<String, String> seen = new TreeMap<>();
    for (String lot : lots) {
      String one = GOODS + lot + "/";
      read(seen, client, one, "application/json");
      read(seen, client, one + "warnings/", "application/json");
      read(seen, client, one + "reversals/", "application/json");
      read(seen, client, one + "origin-files/", "application/json");
      for (String format : TRACE_FORMATS) {
        read(seen, client, one + "trace/?direction=both", format);
      }
      read(seen, client, one + "origins/?on_gap=skip", "application/geo+json");
      read(seen, client, GOODS + "?parent=" + lot, "application/json");
    }
    for (String query :
        List.of(
            "order=newest",
            "updated_after=" + START,
            "updated_after=" + START + "&order=newest",
            "in_stock=true&destination=" + exporter,
            "in_stock=false&destination=" + exporter,
            "source=" + coop + "&in_stock=true",
            "source=" + coop + "&in_stock=false",
            "date_from=" + START)) {
      for (String format : LIST_FORMATS) {
        read(seen, client, GOODS + "?" + query, format);
      }
      read(seen, client, GOODS + "?columns=names&" + query, "text/csv");
    }
    read(seen, client, PAYMENTS, "application/json");
    read(seen, client, "/v1/changes/?limit=1000", "application/x-ndjson");
    return seen;
  }

  private static void read(Map<String, String> seen, Client client, String path, String format) {
    Reply reply = client.get(path, "Accept", format);
    String next = reply.header("Link") == null ? "" : "more";
    String body = reply.text().replaceAll("\"request_id\":\"[^\"]*\"|request_id: .*", "");
    seen.put(path + " " + format, reply.status() + " " + reply.header("ETag") + " " + next + body);
  }

  /** The holder sells a part, sells and takes back another one, and processes the rest. */
  private void use(String lot, String again) {
    record(buyer, exporter, roaster, cherry, "30", lot);
    reverse(buyer, record(buyer, exporter, roaster, cherry, "20", lot));
    record(buyer, exporter, exporter, green, "60", lot);
    record(buyer, exporter, roaster, cherry, "50", again);
  }

  @Test
  void aSellerSeesNothingOfWhatTheBuyerDoesWithTheGoods() {
    String key = World.unique(20);
    String body = Goods.moved(coop, exporter, cherry, "7", bought);
    Reply first = seller.post(GOODS, body, "Idempotency-Key", key).expect(201);
    List<String> lots = List.of(sold, other, first.id());
    Map<String, String> before = everything(seller, lots);
    Map<String, String> holders = everything(buyer, lots);
    use(sold, other);
    record(buyer, exporter, roaster, cherry, "7", first.id());
    assertEquals(before, everything(seller, lots));
    Reply again = seller.post(GOODS, body, "Idempotency-Key", key).expect(201);
    assertEquals(first.text(), again.text());
    assertNull(again.header("Supply-Chain-Warnings"), "whether the buyer answered");
    assertNotEquals(holders, everything(buyer, lots));
    assertEquals("100", seller.get(GOODS + sold + "/").at("/current_quantity"));
    assertEquals("0", buyer.get(GOODS + sold + "/").at("/current_quantity"));
    Client operator = world.client(null, Role.OPERATOR);
    assertEquals("0", operator.get(GOODS + sold + "/").at("/current_quantity"));
  }

  @Test
  void aBuyerSeesNothingOfTheSellersOtherTrade() {
    List<String> lots = List.of(sold, other, bought);
    Map<String, String> before = everything(buyer, lots);
    record(seller, coop, roaster, cherry, "30", bought);
    reverse(seller, record(seller, coop, roaster, cherry, "20", bought));
    record(seller, coop, coop, green, "60", bought);
    record(seller, farmer, coop, cherry, "80");
    assertEquals(before, everything(buyer, lots));
  }

  @Test
  void whatTheSellerReversedHasNothingLeftForBoth() {
    reverse(seller, sold);
    for (Client client : List.of(seller, buyer)) {
      assertEquals("0", client.get(GOODS + sold + "/").at("/current_quantity"));
      assertEquals("0", client.get(GOODS + sold + "/trace/").at("/steps/0/current_quantity"));
      String changed = client.get(GOODS + sold + "/").at("/updated_on");
      assertEquals(
          List.of(sold), client.get(GOODS + "?updated_after=" + before(changed)).ids(), changed);
    }
  }

  @Test
  void aRefusedReversalTellsASellerOnlyThatTheGoodsWereUsed() {
    record(buyer, exporter, roaster, cherry, "1", sold);
    record(buyer, exporter, roaster, cherry, "1", other);
    record(buyer, exporter, exporter, green, "40", other);
    String once = refusal(seller, sold);
    assertEquals(once, refusal(seller, other));
    for (String id : List.of(sold, other)) {
      reverse(buyer, buyer.get(GOODS + "?parent=" + id).ids().get(0));
    }
    assertEquals(once, refusal(seller, other));
    reverse(seller, sold);
  }

  private static String refusal(Client client, String id) {
    Reply reply = client.post(GOODS + id + "/reversals/", REASON, "Prefer", "tx=rollback");
    return without(reply.expect(409), id);
  }

  private static String without(Reply reply, String word) {
    ObjectNode body = reply.json().deepCopy();
    body.remove("request_id");
    return reply.status() + " " + body.toString().replace(word, "<it>");
  }

  @Test
  void theReversalOfOneShowsTheOtherNoStock() {
    reverse(seller, sold);
    reverse(buyer, other);
    for (String id : List.of(sold, other)) {
      JsonNode ofBuyer = buyer.get(GOODS + id + "/reversals/").json().get(0);
      JsonNode ofSeller = seller.get(GOODS + id + "/reversals/").json().get(0);
      assertEquals("[]", ofBuyer.get("returned").toString());
      assertEquals("500", ofSeller.at("/returned/0/current_quantity").asText());
      assertEquals(id.equals(other), ofSeller.get("creator").isNull());
      assertEquals(id.equals(sold), ofBuyer.get("creator").isNull());
      assertEquals(ofSeller.get("reason"), ofBuyer.get("reason"));
    }
  }

  @Test
  void theNumbersOfThePartnersOtherLotsAreUnknown() {
    String used = record(buyer, exporter, roaster, cherry, "30", sold);
    assertUnknown(seller, coop, buyer.get(GOODS + used + "/").at("/number"));
    assertUnknown(buyer, exporter, seller.get(GOODS + bought + "/").at("/number"));
  }

  /** A number gets the same answers as one that nobody has, wherever a request names one. */
  private void assertUnknown(Client client, UUID company, String number) {
    String nobodys = World.unique(number.length());
    for (String filter : List.of("number", "number_is", "invoice_number_is")) {
      assertEquals("[]\n", client.get(GOODS + "?" + filter + "=" + number).text());
    }
    String sale = Goods.moved(company, roaster, cherry, "1").replaceAll("}$", "");
    String parents = sale + ",\"parents\":[{\"number\":\"%s\"}]}";
    String paid =
        "{\"source\":\"%s\",\"destination\":\"%s\",\"transaction\":{\"number\":\"%%s\"}}"
            .formatted(company, roaster);
    for (Map.Entry<String, String> body : Map.of(parents, GOODS, paid, PAYMENTS).entrySet()) {
      assertEquals(
          without(client.post(body.getValue(), body.getKey().formatted(nobodys)), nobodys),
          without(client.post(body.getValue(), body.getKey().formatted(number)), number));
    }
  }

  private static String before(String time) {
    return OffsetDateTime.parse(time).minusNanos(1000).toString();
  }
}
