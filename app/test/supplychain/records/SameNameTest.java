package supplychain.records;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.schema.Tables.*;

import java.util.UUID;
import org.junit.jupiter.api.Test;
import supplychain.Client;
import supplychain.Goods;
import supplychain.Reply;
import supplychain.Team;
import supplychain.World;
import supplychain.core.Role;

/** Several records have one name: which of them a body means. */
class SameNameTest {
  private static final String LOT =
      "{'source': '%s', 'destination': '%s', 'product': '%s', 'quantity': 40, 'amount': 5,"
          + " 'number': '%s'}";
  private static final String SALE =
      "{'source': '%s', 'destination': '%s', 'product': '%s', 'quantity': 3, 'amount': 5,"
          + " 'parents': [{'number': '%s'}]}";

  private final Team team = new Team(Goods.PATH, Role.MEMBER);
  private final World world = team.world;
  private final UUID partner = world.company("Partner");
  private final UUID product = world.product("Parchment");
  private final Client operator = world.client(null, Role.OPERATOR);

  private String lot(String number) {
    return team.made(LOT, world.farmer(team.company), team.company, product, number).id();
  }

  private void partnersLot(String number) {
    String lot = LOT.formatted(partner, team.company, product, number).replace('\'', '"');
    world.client(partner, Role.MEMBER).post(Goods.PATH, lot).expect(201);
  }

  private String parent(String number) {
    return team.made(SALE, team.company, partner, product, number).at("/parents/0");
  }

  @Test
  void onesOwnLotIsMeantBeforeThatOfAPartner() {
    String own = lot("1");
    partnersLot("1");
    assertEquals(own, parent("1"));
    String payment =
        "{\"source\": \"%s\", \"destination\": \"%s\", \"amount\": 5, \"transaction\": {\"number\": \"1\"}}";
    String farmer = team.read(own).get("source").asText();
    Reply paid =
        team.client
            .post("/v1/transactions/payment-transactions/", payment.formatted(team.company, farmer))
            .expect(201);
    assertEquals(own, paid.at("/transaction"));
    String table = team.client.get(Goods.PATH + "?columns=names", "Accept", "text/csv").text();
    Reply again = team.client.post(Goods.PATH, table, "Content-Type", "text/csv");
    assertEquals("known=3", again.expect(200).summary());
  }

  @Test
  void aLotOfAPartnerAloneIsMeant() {
    partnersLot("S-1");
    assertEquals(
        1, team.made(SALE, team.company, partner, product, "s-1").json().get("parents").size());
  }

  @Test
  void ofTwoPartnersLotsTheOneInTheSameSpellingIsMeant() {
    partnersLot("ab1");
    UUID second = world.company("Second partner");
    String lot = LOT.formatted(second, team.company, product, "AB1").replace('\'', '"');
    String capital = world.client(second, Role.MEMBER).post(Goods.PATH, lot).expect(201).id();
    assertEquals(capital, parent("AB1"));
    assertNotEquals(capital, parent("ab1"));
    team.post(SALE, team.company, partner, product, "Ab1").expect(400, "/parents/0 ambiguous");
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
      Reply lot = operator.post(Goods.PATH, body.formatted(number, company, product)).expect(201);
      assertEquals(farmer.toString(), lot.at("/source"));
    }
    UUID third = world.company("Third");
    operator
        .post(Goods.PATH, body.formatted(number, "\"" + third + "\"", product))
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
    Reply paid =
        operator.post(
            "/v1/transactions/payment-transactions/",
            payment.formatted(number, name, world.company("Third")));
    assertEquals(there.toString(), paid.expect(201).at("/source"), paid.text());
  }
}
