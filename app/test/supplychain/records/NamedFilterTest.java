package supplychain.records;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.schema.Tables.*;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import supplychain.Client;
import supplychain.Goods;
import supplychain.Reply;
import supplychain.Team;
import supplychain.World;
import supplychain.core.Role;

/** A filter for an id takes the names that a table takes. */
class NamedFilterTest {
  private static final String PLOTS = "/v1/supply-chains/plots/";

  private final Team team = new Team(Goods.PATH, Role.MEMBER);
  private final World world = team.world;
  private final UUID farmer = world.farmer(team.company);
  private final UUID product = world.product("Wet cocoa beans");
  private final String number =
      World.read(sql -> sql.fetchValue(FARMER.NUMBER, FARMER.ID.eq(farmer)));
  private final String productName =
      World.read(sql -> sql.fetchValue(PRODUCT.NAME, PRODUCT.ID.eq(product)));

  private String lot(UUID source, UUID of) {
    return team.made(
            "{'source': '%s', 'destination': '%s', 'product': '%s', 'quantity': 9, 'amount': 5}",
            source, team.company, of)
        .id();
  }

  private static String text(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  @Test
  void aListOfTransactionsTakesNamesOfPartiesProductsCardsAndParents() {
    String lot = lot(farmer, product);
    lot(world.farmer(team.company), product);
    lot(farmer, world.product("Dry cocoa beans"));
    UUID card = world.card(team.company, farmer);
    String cardId = World.read(sql -> sql.fetchValue(CARD.CARD_ID, CARD.ID.eq(card)));
    String ofProduct = "product.name=" + text(productName.toUpperCase(Locale.ROOT));
    for (String party :
        List.of(
            "source.number=" + number,
            "source.card=" + cardId,
            "entity.number=" + number,
            "source=" + farmer)) {
      assertEquals(List.of(lot), team.list("?" + ofProduct + "&" + party), party);
    }
    String child =
        team.made(
                "{'source': '%s', 'destination': '%s', 'product': '%s', 'quantity': 1, 'amount': 5,"
                    + " 'parents': ['%s']}",
                team.company, world.company("Buyer"), product, lot)
            .id();
    String lotNumber = team.read(lot).get("number").asText();
    assertEquals(List.of(child), team.list("?parent.number=" + lotNumber));
    assertEquals(
        List.of(),
        team.client
            .get("/v1/transactions/payment-transactions/?transaction.number=" + lotNumber)
            .expect(200)
            .ids());
  }

  @Test
  void theNextPageHasTheNamesToo() {
    List<String> lots = List.of(lot(farmer, product), lot(farmer, product));
    Reply first = team.client.get(Goods.PATH + "?limit=1&source.number=" + number).expect(200);
    assertTrue(first.next().contains("source.number=" + number), first.next());
    assertEquals(lots.subList(0, 1), first.ids());
    assertEquals(lots.subList(1, 2), team.client.get(first.next()).expect(200).ids());
  }

  @Test
  void aWrongNameIsRefusedAtItsParameter() {
    Reply refused = team.client.get(Goods.PATH + "?product.name=" + text(productName + "x"));
    refused.expectProblem(400, "invalid-query").expect(400, "/product.name does_not_exist");
    assertEquals(
        "No product is called \"%1$sx\". Did you mean \"%1$s\"?".formatted(productName),
        refused.at("/errors/0/detail"));
    team.client
        .get(Goods.PATH + "?source=" + farmer + "&source.number=" + number)
        .expect(400, "/source.number duplicate");
    team.client.get(Goods.PATH + "?source.nmber=1").expect(400, "/source.nmber unknown_parameter");
  }

  @Test
  void aCompanyDoesNotFindTheFarmersOfAnother() {
    Client other = world.client(world.company("Other"), Role.REPORTER);
    other.get(PLOTS + "?farmer.number=" + number).expect(400, "/farmer.number does_not_exist");
    assertEquals("[]\n", team.client.get(PLOTS + "?farmer.number=" + number).expect(200).text());
  }
}
