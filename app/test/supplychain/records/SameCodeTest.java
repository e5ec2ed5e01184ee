package supplychain.records;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;

import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import supplychain.AtOnce;
import supplychain.Client;
import supplychain.Goods;
import supplychain.OneCompany;
import supplychain.Reply;
import supplychain.core.Role;

/** Numbers and card_ids of one company that differ only in letter case are the same. */
class SameCodeTest extends OneCompany {
  private final UUID product = world.product("Cherry");
  private final Client member = world.client(company, Role.MEMBER);
  private final String grace = farmer("F-1b").expect(201).id();

  @SuppressWarnings("AnnotateFormatMethod")
  private Reply post(String path, String body, Object... values) {
    return member.post(path, body.formatted(values).replace('\'', '"'));
  }

  private Reply farmer(String number) {
    return post(FARMERS, "{'first_name': 'Grace', 'number': '%s'}", number);
  }

  private Reply goods(String number, String more) {
    String fields = "'quantity': 5, 'amount': 5, 'number': '" + number + "'" + more;
    return member.post(GOODS, Goods.body(grace, company, product, fields));
  }

  private Reply payment(String number) {
    String body = "{'source': '%s', 'destination': '%s', 'amount': 5, 'number': '%s'}";
    return post(PAYMENTS, body, company, grace, number);
  }

  /** The id of the farmer whom goods name so. */
  private String boughtFrom(String key, String name) {
    String body = "{'source': {'%s': '%s'}, 'destination': '%s', 'product': '%s', 'amount': 5}";
    return post(GOODS, body, key, name, company, product).expect(201).at("/source");
  }

  private Reply table(String path, String table) {
    return member.post(path, table, "Content-Type", "text/csv");
  }

  private static void assertTaken(String pointer, String number, String existing, Reply refused) {
    String detail =
        "\"%s\" is the same number as \"%s\", which another record of your company has. Letter case"
            + " does not count.";
    refused.expect(409, pointer + " taken");
    assertEquals(List.of(pointer + " " + detail.formatted(number, existing)), refused.details());
  }

  @Test
  void aNumberInAnotherCaseIsTaken() {
    assertTaken("/number", "f-1B", "F-1b", farmer("f-1B"));
    goods("L-\u00e9", "").expect(201);
    assertTaken("/number", "l-\u00c9", "L-\u00e9", goods("l-\u00c9", ""));
    payment("P-1").expect(201);
    assertTaken("/number", "p-1", "P-1", payment("p-1"));
    assertTaken(
        "/transaction_payments/0/number",
        "p-1",
        "P-1",
        goods("L-2", ", 'transaction_payments': [{'amount': 1, 'number': 'p-1'}]"));
  }

  @Test
  void ofSeveralRequestsAtTheSameMomentOneGetsTheNumber() {
    List<Reply> replies = AtOnce.send(4, i -> goods(List.of("aB", "Ab", "ab", "AB").get(i), ""));
    assertEquals(List.of(201, 409, 409, 409), AtOnce.statuses(replies));
  }

  @Test
  void aChangeCannotTakeANumberInAnotherCase() {
    String ruth = farmer("F-2").expect(201).id();
    member
        .patch(FARMERS + ruth + "/", "{\"first_name\": \"Ruth\", \"number\": \"f-1b\"}")
        .expect(409, "/number taken");
    Reply own =
        member.patch(FARMERS + grace + "/", "{\"first_name\": \"G\", \"number\": \"f-1B\"}");
    assertEquals("f-1B", own.expect(200).at("/number"));
  }

  @Test
  void aFarmerIsFoundByANumberInAnyCase() {
    for (String number : List.of("F-1b", "f-1b", "F-1B")) {
      assertEquals(grace, boughtFrom("number", number));
    }
  }

  @Test
  void aCardInAnotherCaseIsTheSameCard() {
    String card = post(CARDS, "{'card_id': '04:A2:7f'}").expect(201).id();
    Reply again = post(CARDS, "{'card_id': '04:a2:7F', 'display_id': 'D-7'}").expect(201);
    assertEquals(
        List.of(card, "04:A2:7f", "D-7"),
        List.of(again.id(), again.at("/card_id"), again.at("/display_id")));
    String ruth =
        post(FARMERS, "{'first_name': 'Ruth', 'entity_card': {'card': {'card_id': '04:a2:7f'}}}")
            .expect(201)
            .id();
    assertEquals(card, member.get(FARMERS + ruth + "/").at("/entity_card/card/id"));
    post(FARMERS, "{'first_name': 'Amina', 'entity_card': {'card': {'card_id': '04:A2:7F'}}}")
        .expect(409, "/entity_card/card held");
    for (String key : List.of("04:a2:7f", "d-7")) {
      assertEquals(ruth, boughtFrom("card", key));
    }
    String other = post(CARDS, "{'card_id': '04:B2'}").expect(201).id();
    member.patch(CARDS + other + "/", "{\"card_id\": \"04:A2:7F\"}").expect(409, "/card_id taken");
  }

  @Test
  void twoLinesOfAFileCannotHaveOneNumber() {
    Reply refused = table(FARMERS, "number,first_name\nk-7,Ruth\nK-7,Amina\n");
    assertEquals(
        List.of("/3/number Line 2 of this file has the same number."),
        refused.expect(409, "/3/number taken").details());
    table(FARMERS + "?match=number", "number,first_name\nk-7,Ruth\nK-7,Amina\n")
        .expect(400, "/3/number duplicate");
  }

  @Test
  void aLineWithTheNumberInAnotherCaseIsTheRecordedOne() {
    String table = "number,first_name\nf-1B,Grace\n";
    assertEquals("known=1", table(FARMERS, table).expect(200).summary());
    String changed = table.replace("Grace", "Gracie");
    assertEquals("changed=1", table(FARMERS + "?match=number", changed).expect(200).summary());
    assertEquals("F-1b", member.get(FARMERS + grace + "/").at("/number"));
    post(CARDS, "{'card_id': 'C-1'}").expect(201);
    assertEquals("known=1", table(CARDS, "card_id\nc-1\n").expect(200).summary());
  }

  @Test
  void aPlotNamesItsFarmerByANumberInAnyCase() {
    String plot = "{'farmer': '%s', 'latitude': 1.010512, 'longitude': 34.331764}";
    Reply made = post(PLOTS, plot, "f-1B").expect(201);
    assertEquals(grace, made.at("/farmer"));
    member.patch(PLOTS + made.id() + "/", "{\"farmer\": \"F-1B\"}").expect(200);
  }
}
