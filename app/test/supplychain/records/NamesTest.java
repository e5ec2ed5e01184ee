package supplychain.records;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.schema.Tables.*;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import supplychain.Goods;
import supplychain.Reply;
import supplychain.Team;
import supplychain.World;
import supplychain.core.Role;

/** A body can name a record as people do, in place of its id. */
class NamesTest {
  private final Team team = new Team(Goods.PATH, Role.MEMBER);
  private final World world = team.world;
  private final UUID farmer = world.farmer(team.company);
  private final UUID product = world.product("Coffee cherry");
  private final String productName =
      World.read(sql -> sql.fetchValue(PRODUCT.NAME, PRODUCT.ID.eq(product)));
  private final String number =
      World.read(sql -> sql.fetchValue(FARMER.NUMBER, FARMER.ID.eq(farmer)));

  private Reply bought(String source, String productName) {
    String body =
        "{'source': %s, 'destination': '%s', 'product': {'name': '%s'}, 'quantity': '10',"
            + " 'amount': '5', 'currency': {'code': 'ugx'}}";
    return team.post(body, source, team.company, productName);
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
  void theCodeOfACurrencyCanHaveSmallLetters() {
    String body =
        "{'source': '%s', 'destination': '%s', 'product': '%s', 'amount': '5', 'currency': 'ugx'}";
    Reply reply = team.made(body, farmer, team.company, product);
    assertEquals("UGX", reply.at("/currency_details/code"));
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
  void aNameOfTwoRecordsIsRefused() {
    UUID second = world.farmer(team.company);
    String name = "Peace " + World.unique(8);
    World.write(
        sql ->
            sql.update(FARMER)
                .set(FARMER.FIRST_NAME, name)
                .where(FARMER.ID.in(farmer, second))
                .execute());
    Reply reply = bought("{'name': '" + name + "'}", productName);
    reply.expect(400, "/source ambiguous");
  }

  @Test
  void parentsAndPremiumsAreNamedToo() {
    UUID premium = world.premium(team.company, "NORMAL", true);
    String premiumName = "Premium " + World.unique(8);
    World.write("update premium set name = ? where id = ?", premiumName, premium);
    Reply lot =
        team.made(
            "{'source': '%s', 'destination': '%s', 'product': '%s', 'quantity': 10, 'amount': 5,"
                + " 'transaction_payments': [{'amount': 5, 'premium': {'name': '%s'}}]}",
            farmer, team.company, product, premiumName);
    assertEquals(premium.toString(), lot.at("/transaction_payments/0/premium"));
    for (String parents : new String[] {"[{'number': '%s'}]", "{'number': ['%s']}"}) {
      JsonNode sale =
          team.made(
                  "{'source': '%s', 'destination': '%s', 'product': '%s', 'quantity': 1,"
                      + " 'amount': 5, 'parents': "
                      + parents
                      + "}",
                  team.company,
                  world.company("Buyer"),
                  product,
                  lot.at("/number"))
              .json();
      assertEquals("[\"" + lot.id() + "\"]", sale.get("parents").toString());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'nmae': 'x'}|/source type",
        "{'number': {'a': 1}}|/source type",
        "{'number': '1', 'nmae': 'x'}|/source type"
      })
  void anotherObjectIsNoName(String source, String finding) {
    bought(source, productName).expect(400, finding);
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
    String path = "/v1/supply-chains/farmers/" + farmer + "/";
    String name = "Cooperative " + World.unique(8);
    World.write("update company set name = ? where id = ?", name, team.company);
    String body = "{\"first_name\": \"Grace\", \"buyer\": {\"name\": \"" + name + "\"}}";
    assertEquals(team.company.toString(), team.client.patch(path, body).expect(200).at("/buyer"));
  }

  @Test
  void aFindingShowsTheNameThatTheClientWrote() {
    String name = "Exporter " + World.unique(8);
    UUID exporter = world.company(name);
    team.made(
        "{'source': '%s', 'destination': '%s', 'product': '%s', 'amount': '5'}",
        team.company, exporter, product);
    String farmer = "{\"first_name\": \"Grace\", \"buyer\": {\"name\": \"%s\"}}".formatted(name);
    Reply refused = team.client.post("/v1/supply-chains/farmers/", farmer);
    refused.expect(400, "/buyer does_not_exist");
    assertEquals("You cannot use the company \"" + name + "\" here.", detail(refused));
    world.form(team.company, "PRODUCT");
    String filled =
        "{\"first_name\": \"Grace\", \"submission\": {\"form\": {\"form_type\": \"PRODUCT\"}}}";
    Reply wrong = team.client.post("/v1/supply-chains/farmers/", filled);
    wrong.expect(400, "/submission/form wrong_form");
    assertEquals("\"PRODUCT\" must be a FARMER form.", detail(wrong));
  }
}
