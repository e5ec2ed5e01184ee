package supplychain.records;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;
import static supplychain.schema.Tables.*;

import java.time.ZoneId;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import supplychain.Goods;
import supplychain.Reply;
import supplychain.Team;
import supplychain.World;
import supplychain.core.Role;

/** What the service proposes in place of a name that nobody has. */
class NameHintsTest {
  private final Team team = new Team(GOODS, Role.MEMBER);
  private final World world = team.world;
  private final UUID product = world.product("Parchment");

  private UUID farmer(String number, String reference, String cardId) {
    UUID farmer = world.farmer(team.company);
    UUID card = world.card(team.company, farmer);
    World.write(
        "update farmer set number = ?, reference_number = ? where id = ?",
        number,
        reference,
        farmer);
    World.write("update card set card_id = ? where id = ?", cardId, card);
    return farmer;
  }

  /** Goods of a farmer with these fields. */
  private String bought(String fields) {
    return Goods.body(world.farmer(team.company), team.company, product, fields);
  }

  private String detail(String key, String text) {
    String body =
        "{'source': {'%s': '%s'}, 'destination': '%s', 'product': '%s', 'quantity': 9, 'amount': 5}";
    Reply refused = team.post(body, key, text, team.company, product);
    return refused.expect(400, "/source does_not_exist").at("/errors/0/detail");
  }

  @ParameterizedTest
  @CsvSource({
    "number, f102, F-102",
    "number, F 102, F-102",
    "number, F-0102, F-102",
    "number, F-1O2, F-102",
    "number, 77, 00077",
    "reference_number, KO-9.1, KO-0009-1",
    "reference_number, KO91, ",
    "card, bc 7, BC-007",
    "card, BC-OO7, BC-007",
    "number, F-103, ",
    "number, F-12, ",
    "number, F-1-02, ",
    "number, 770, ",
    "card, BC-006, ",
    "card, BC-07O, ",
    "reference_number, KO-91-0, "
  })
  void theHintOfACodeRepairsItsSpellingAndNeverNamesANeighbour(
      String key, String written, String meant) {
    farmer("F-102", "KO-0009-1", "BC-007");
    farmer("00077", "KO-0008-1", "BC-001");
    String verb = key.equals("card") ? "holds the card" : "has the " + key.replace('_', ' ');
    String hint = meant == null ? "" : " Did you mean \"" + meant + "\"?";
    String detail = "No farmer " + verb + " \"" + written + "\"." + hint;
    assertEquals(detail, detail(key, written));
  }

  @Test
  void theSignOfACurrencyIsNotTakenForTheCodeOfAnother() {
    String goods = bought("'amount': 5, 'currency': {'code': 'USh'}");
    assertEquals("No currency has the code \"USh\".", team.post(goods).at("/errors/0/detail"));
  }

  @Test
  void ofTwoCodesThatMayBeMeantNoneIsProposed() {
    farmer("0077", "A", "C-1");
    farmer("00077", "B", "C-2");
    assertEquals("No farmer has the number \"77\".", detail("number", "77"));
  }

  @Test
  void theHintOfALotIsAnotherSpellingOfIt() {
    team.made(bought("'quantity': 9, 'amount': 5, 'number': 'L-0042'"));
    String parents = "'quantity': 1, 'amount': 5, 'parents': {'number': ['L42', 'L-0043']}";
    Reply refused =
        team.post(Goods.body(team.company, world.company("Buyer"), product, parents))
            .expect(400, "/parents/0 does_not_exist", "/parents/1 does_not_exist");
    assertEquals(
        "No product transaction has the number \"L42\". Did you mean \"L-0042\"?",
        refused.at("/errors/0/detail"));
    assertEquals(
        "No product transaction has the number \"L-0043\".", refused.at("/errors/1/detail"));
  }

  @Test
  void aCardThatNobodyHoldsAnyMoreSaysSince() {
    UUID farmer = farmer("F-1", "A", "BC-006");
    farmer("F-2", "B", "BC-001");
    String first = "{\"first_name\": \"Grace\", \"entity_card\": null}";
    team.client.patch(FARMERS + farmer + "/", first).expect(200);
    World.write(
        "update entity_card set updated_on = '2026-03-04T22:30:00Z' where entity = ?", farmer);
    assertEquals("Asia/Kolkata", ZoneId.systemDefault().getId());
    assertEquals(
        "No farmer holds the card \"bc-006\". Its last holder gave it back on 2026-03-05.",
        detail("card", "bc-006"));
    UUID unused = world.card(team.company, null);
    String card = World.read(sql -> sql.fetchValue(CARD.CARD_ID, CARD.ID.eq(unused)));
    assertEquals(
        "No farmer holds the card \"" + card + "\". Nobody has held this card yet.",
        detail("card", card));
  }

  @Test
  void theNameOfAFarmerIsFoundWithoutItsAccents() {
    UUID farmer = farmer("F-1", "A", "C-1");
    World.write("update farmer set first_name = 'Zoë', last_name = 'Núñez' where id = ?", farmer);
    assertEquals(
        "No farmer or company is called \"Zoe Nunez\". Did you mean \"Zoë Núñez\"?",
        detail("name", "Zoe Nunez"));
  }

  @Test
  void aPartyThatIsUnknownToTheCallerNeedsItsIdWhetherItExistsOrNot() {
    UUID stranger = world.company("Exporter " + World.unique(12));
    String name = World.read(sql -> sql.fetchValue(COMPANY.NAME, COMPANY.ID.eq(stranger)));
    String says =
        "No farmer or company is called \"%s\". A company with which yours has not traded yet needs"
            + " its id. Ask that company or an operator for the id.";
    for (String unknown : List.of(name, "Nobody " + World.unique(12))) {
      assertEquals(says.formatted(unknown), detail("name", unknown));
    }
    String sale = Goods.moved(team.company, stranger, product, "1");
    team.made(sale);
    team.made(sale.replace("\"" + stranger + "\"", "{\"name\": \"" + name + "\"}"));
  }

  private Reply table(List<String> products) {
    UUID farmer = world.farmer(team.company);
    String rows =
        products.stream().map(name -> farmer + "," + name + ",5,1\n").collect(Collectors.joining());
    return team.client.post(
        GOODS, "source,product.name,quantity,amount\n" + rows, "Content-Type", "text/csv");
  }

  @Test
  void aTableHasAsManyHintsAsASingleBody() {
    String name = World.read(sql -> sql.fetchValue(PRODUCT.NAME, PRODUCT.ID.eq(product)));
    List<String> wrong =
        IntStream.range(0, 60)
            .mapToObj(i -> name + (char) ('A' + i / 8) + (char) ('A' + i % 8))
            .toList();
    String text = table(wrong).expect(400).text();
    assertEquals(60, text.split("No product is called", -1).length - 1);
    assertEquals(50, text.split("Did you mean", -1).length - 1);
  }

  @Test
  void theSameMistakeHasItsHintOnEachLine() {
    String name = World.read(sql -> sql.fetchValue(PRODUCT.NAME, PRODUCT.ID.eq(product)));
    Reply refused = table(Collections.nCopies(70, name + "x")).expect(400);
    assertEquals(1, refused.json().get("errors").size());
    assertTrue(refused.at("/errors/0/detail").contains("Did you mean \"" + name + "\"?"));
  }
}
