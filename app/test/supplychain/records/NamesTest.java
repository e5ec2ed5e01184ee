package supplychain.records;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;
import static supplychain.schema.Tables.*;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.Client;
import supplychain.Goods;
import supplychain.Reply;
import supplychain.Team;
import supplychain.World;
import supplychain.core.Role;

/** A body or a filter can name a record as people do, in place of its id. */
class NamesTest {
  private static final String LOT = "'quantity': 40, 'amount': 5, 'number': '%s'";

  private final Team team = new Team(GOODS, Role.MEMBER);
  private final World world = team.world;
  private final UUID farmer = world.farmer(team.company);
  private final UUID product = world.product("Coffee cherry");
  private final String productName =
      World.read(sql -> sql.fetchValue(PRODUCT.NAME, PRODUCT.ID.eq(product)));
  private final String number =
      World.read(sql -> sql.fetchValue(FARMER.NUMBER, FARMER.ID.eq(farmer)));
  private final UUID partner = world.company("Partner");
  private final Client operator = world.client(null, Role.OPERATOR);

  private Reply bought(String source, String productName) {
    String body =
        "{'source': %s, 'destination': '%s', 'product': {'name': '%s'}, 'quantity': '10',"
            + " 'amount': '5', 'currency': {'code': 'ugx'}}";
    return team.post(body, source, team.company, productName);
  }

  /** Goods that move, with these fields. */
  private Reply moved(UUID source, UUID destination, String fields) {
    return team.made(Goods.body(source, destination, product, fields));
  }

  private static String detail(Reply reply) {
    return reply.expect(400).at("/errors/0/detail");
  }

  @Test
  void aFarmerIsNamedByNumberReferenceNumberCardOrName() {
    UUID card = world.card(team.company, farmer);
    String cardId = World.read(sql -> sql.fetchValue(CARD.CARD_ID, CARD.ID.eq(card)));
    String reference = World.unique(12);
    String name = "Grace " + World.unique(8);
    World.write(
        "update farmer set reference_number = ?, first_name = ?, last_name = ? where id = ?",
        reference,
        name,
        "Okello",
        farmer);
    for (String source :
        new String[] {
          "{'number': '" + number + "'}",
          "{'reference_number': ' " + reference.toUpperCase(Locale.ROOT) + "'}",
          "{'card': '" + cardId + "'}",
          "{'name': '" + name.toLowerCase(Locale.ROOT) + " okello '}"
        }) {
      Reply reply = bought(source, " " + productName.toUpperCase(Locale.ROOT));
      assertEquals(farmer.toString(), reply.expect(201).at("/source"), source);
      assertEquals(product.toString(), reply.at("/product"));
      assertEquals("UGX", reply.at("/currency_details/code"));
    }
  }

  @Test
  void twoNamesOfOneRecordMustNotNameTwoRecords() {
    String reference = World.unique(12);
    String both = "{'number': '%s', 'reference_number': '%s'}".formatted(number, reference);
    bought(both, productName).expect(201);
    UUID second = world.farmer(team.company);
    World.write("update farmer set reference_number = ? where id = ?", reference, second);
    bought(both, productName).expect(400, "/source/reference_number mismatch");
  }

  @Test
  void nobodyHasANameThatCannotBeStored() {
    for (String wrong : List.of("a\\u0000", "a\\ud83c")) {
      bought("{'name': '" + wrong + "'}", wrong)
          .expect(400, "/source does_not_exist", "/product does_not_exist");
    }
  }

  @Test
  void aNameOfAnotherKindOfRecordIsExplained() {
    String detail = detail(bought("{'name': '" + productName + "'}", productName));
    assertEquals(
        "No farmer or company is called \"%s\". There is a product with this name."
            .formatted(productName),
        detail);
  }

  @Test
  void anotherCodeOfAFarmerIsExplained() {
    UUID card = world.card(team.company, farmer);
    String cardId = World.read(sql -> sql.fetchValue(CARD.CARD_ID, CARD.ID.eq(card)));
    assertEquals(
        "No farmer has the number \"%1$s\". A farmer holds the card \"%1$s\": name the farmer by `card`."
            .formatted(cardId),
        detail(bought("{'number': '" + cardId + "'}", productName)));
    assertEquals(
        "No farmer holds the card \"%1$s\". A farmer has the number \"%1$s\": name the farmer by `number`."
            .formatted(number),
        detail(bought("{'card': '" + number + "'}", productName)));
  }

  @Test
  void aNameOfTwoRecordsIsRefused() {
    UUID second = world.farmer(team.company);
    String name = "Peace " + World.unique(8);
    World.write("update farmer set first_name = ? where id in (?, ?)", name, farmer, second);
    bought("{'name': '" + name + "'}", productName).expect(400, "/source ambiguous");
  }

  @Test
  void parentsAndPremiumsAreNamedToo() {
    UUID premium = world.premium(team.company, "NORMAL", true);
    String premiumName = "Premium " + World.unique(8);
    World.write("update premium set name = ? where id = ?", premiumName, premium);
    String paid =
        "'quantity': 10, 'amount': 5, 'transaction_payments': [{'amount': 5, 'premium': {'name': '%s'}}]";
    Reply lot = moved(farmer, team.company, paid.formatted(premiumName));
    assertEquals(premium.toString(), lot.at("/transaction_payments/0/premium"));
    for (String parents : new String[] {"[{'number': '%s'}]", "{'number': ['%s']}"}) {
      String named =
          "'quantity': 1, 'amount': 5, 'parents': " + parents.formatted(lot.at("/number"));
      Reply sale = moved(team.company, world.company("Buyer"), named);
      assertEquals("[\"" + lot.id() + "\"]", sale.json().get("parents").toString());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"{'nmae': 'x'}", "{'number': {'a': 1}}", "{'number': '1', 'nmae': 'x'}"})
  void anotherObjectIsNoName(String source) {
    bought(source, productName).expect(400, "/source type");
  }

  @Test
  void aBodyHasElevenThousandNamesAtMost() {
    String parent = "{'number': 'L'}";
    for (int more : new int[] {0, 1}) {
      String parents = String.join(",", Collections.nCopies(11_000 + more, parent));
      String body =
          "{'source': '%s', 'destination': '%s', 'product': '%s', 'amount': '5', 'parents': [%s]}";
      Reply reply = team.post(body, farmer, team.company, product, parents);
      String first = more == 0 ? "/parents/0 does_not_exist" : " too_many";
      assertEquals(first, reply.expect(400).findings().get(0));
    }
  }

  @Test
  void aChangeOfAFarmerNamesItsBuyer() {
    String path = FARMERS + farmer + "/";
    String name = "Cooperative " + World.unique(8);
    World.write("update company set name = ? where id = ?", name, team.company);
    String body = "{\"first_name\": \"Grace\", \"buyer\": {\"name\": \"" + name + "\"}}";
    assertEquals(team.company.toString(), team.client.patch(path, body).expect(200).at("/buyer"));
  }

  @Test
  void aFindingShowsTheNameThatTheClientWrote() {
    String name = "Exporter " + World.unique(8);
    UUID exporter = world.company(name);
    Goods.move(team.client, team.company, exporter, product, "1").expect(201);
    String farmer = "{\"first_name\": \"Grace\", \"buyer\": {\"name\": \"%s\"}}".formatted(name);
    Reply refused = team.client.post(FARMERS, farmer);
    refused.expect(400, "/buyer does_not_exist");
    assertEquals("You cannot use the company \"" + name + "\" here.", detail(refused));
    world.form(team.company, "PRODUCT");
    String filled =
        "{\"first_name\": \"Grace\", \"submission\": {\"form\": {\"form_type\": \"PRODUCT\"}}}";
    Reply wrong = team.client.post(FARMERS, filled);
    wrong.expect(400, "/submission/form wrong_form");
    assertEquals("\"PRODUCT\" must be a FARMER form.", detail(wrong));
  }

  private String lot(UUID source, UUID of) {
    return Goods.move(team.client, source, team.company, of, "9").expect(201).id();
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
    UUID buyer = world.company("Buyer");
    String child = Goods.move(team.client, team.company, buyer, product, "1", lot).id();
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
    Reply first = team.client.get(GOODS + "?limit=1&source.number=" + number).expect(200);
    assertTrue(first.next().contains("source.number=" + number), first.next());
    assertEquals(lots.subList(0, 1), first.ids());
    assertEquals(lots.subList(1, 2), team.client.get(first.next()).expect(200).ids());
  }

  @Test
  void aWrongNameIsRefusedAtItsParameter() {
    Reply refused = team.client.get(GOODS + "?product.name=" + text(productName + "x"));
    refused.expectProblem(400, "invalid-query").expect(400, "/product.name does_not_exist");
    assertEquals(
        "No product is called \"%1$sx\". Did you mean \"%1$s\"?".formatted(productName),
        refused.at("/errors/0/detail"));
    team.client
        .get(GOODS + "?source=" + farmer + "&source.number=" + number)
        .expect(400, "/source.number duplicate");
    team.client.get(GOODS + "?source.nmber=1").expect(400, "/source.nmber unknown_parameter");
  }

  private String partnersLot(UUID seller, String number) {
    String lot = Goods.body(seller, team.company, product, LOT.formatted(number));
    return world.client(seller, Role.MEMBER).post(GOODS, lot).expect(201).id();
  }

  private Reply sale(String number) {
    String fields = "'quantity': 3, 'amount': 5, 'parents': [{'number': '%s'}]".formatted(number);
    return team.post(Goods.body(team.company, partner, product, fields));
  }

  private String parent(String number) {
    return sale(number).expect(201).at("/parents/0");
  }

  @Test
  void onesOwnLotIsMeantBeforeThatOfAPartner() {
    String own = moved(farmer, team.company, LOT.formatted("1")).id();
    partnersLot(partner, "1");
    assertEquals(own, parent("1"));
    String payment =
        "{\"source\": \"%s\", \"destination\": \"%s\", \"amount\": 5, \"transaction\": {\"number\": \"1\"}}";
    Reply paid = team.client.post(PAYMENTS, payment.formatted(team.company, farmer)).expect(201);
    assertEquals(own, paid.at("/transaction"));
    String table = team.client.get(GOODS + "?columns=names", "Accept", "text/csv").text();
    Reply again = team.client.post(GOODS, table, "Content-Type", "text/csv");
    assertEquals("known=3", again.expect(200).summary());
  }

  @Test
  void aLotOfAPartnerAloneIsMeant() {
    String lot = partnersLot(partner, "S-1");
    assertEquals(lot, parent("s-1"));
  }

  @Test
  void ofTwoPartnersLotsTheOneInTheSameSpellingIsMeant() {
    partnersLot(partner, "ab1");
    String capital = partnersLot(world.company("Second partner"), "AB1");
    assertEquals(capital, parent("AB1"));
    assertNotEquals(capital, parent("ab1"));
    sale("Ab1").expect(400, "/parents/0 ambiguous");
  }

  private UUID farmer(UUID company, String number, String name) {
    UUID farmer = world.farmer(company);
    World.write("update farmer set number = ?, first_name = ? where id = ?", number, name, farmer);
    return farmer;
  }

  @Test
  void anOperatorMeansTheFarmerOfTheCompanyInTheSameRow() {
    String number = World.unique(10);
    UUID here = farmer(team.company, number, "Grace");
    UUID there = farmer(partner, number, "Ruth");
    String name = "Sipi " + World.unique(8);
    World.write("update company set name = ? where id = ?", name, partner);
    String body =
        "{'source': {'number': '%s'}, 'destination': %s, 'product': '%s', 'amount': 5}"
            .replace('\'', '"');
    String[] companies = {"\"" + team.company + "\"", "{\"name\": \"" + name + "\"}"};
    for (UUID farmer : new UUID[] {here, there}) {
      String company = companies[farmer.equals(here) ? 0 : 1];
      Reply lot = operator.post(GOODS, body.formatted(number, company, product)).expect(201);
      assertEquals(farmer.toString(), lot.at("/source"));
    }
    UUID third = world.company("Third");
    operator
        .post(GOODS, body.formatted(number, "\"" + third + "\"", product))
        .expect(400, "/source ambiguous");
  }

  @Test
  void anotherNameTellsWhichOfTheRecordsIsMeant() {
    String number = World.unique(10);
    String name = World.unique(9);
    farmer(team.company, number, "Grace");
    UUID there = farmer(partner, number, name);
    String payment =
        "{\"source\": {\"number\": \"%s\", \"name\": \"%s\"}, \"destination\": \"%s\", \"amount\": 5}";
    Reply paid = operator.post(PAYMENTS, payment.formatted(number, name, world.company("Third")));
    assertEquals(there.toString(), paid.expect(201).at("/source"), paid.text());
  }
}
