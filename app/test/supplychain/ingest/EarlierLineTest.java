package supplychain.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.Paths.*;
import static supplychain.ingest.BulkScene.outcomes;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import supplychain.Reply;

/** A line can name what an earlier line of the same file creates. */
class EarlierLineTest {
  private static final String HEADING =
      "number,source,destination,product,quantity,amount,parents.number\n";

  private final BulkScene scene = new BulkScene();
  private final UUID farmer = scene.world.farmer(scene.company);
  private final UUID buyer = scene.world.company("Buyer");
  private final UUID cherry = scene.world.product("Cherry");
  private final UUID parchment = scene.world.product("Parchment");

  private String bought(String number) {
    return "%s,%s,%s,%s,100,10,\n".formatted(number, farmer, scene.company, cherry);
  }

  private String processed(String number, String parents) {
    return "%s,%s,%s,%s,20,0,%s\n"
        .formatted(number, scene.company, scene.company, parchment, parents);
  }

  private String sold(String number, String parents) {
    return "%s,%s,%s,%s,5,90,%s\n".formatted(number, scene.company, buyer, parchment, parents);
  }

  private List<String> parents(Reply reply, int line) {
    String id = reply.lines().get(line).get("id").asText();
    JsonNode parents = scene.member.get(GOODS + id + "/").json().get("parents");
    return parents.valueStream().map(one -> number(one.asText())).toList();
  }

  private String number(String id) {
    return scene.member.get(GOODS + id + "/").at("/number");
  }

  @Test
  void aRowOfATableNamesLotsOfEarlierRows() {
    Reply reply =
        scene.csv(
            GOODS,
            HEADING
                + bought("E-1")
                + bought("E-2")
                + processed("E-3", "e-1 E-2")
                + sold("E-4", "E-3")
                + sold("E-5", "E-3"));
    assertEquals(
        List.of("2 201", "3 201", "4 201", "5 201", "6 201"), outcomes(reply).subList(0, 5));
    assertEquals(List.of("E-1", "E-2"), parents(reply, 2));
    assertEquals(List.of("E-3"), parents(reply, 4));
  }

  @Test
  void aLineOfJsonNamesLotsOfEarlierLinesInEachForm() {
    String goods =
        "{'number': '%s', 'source': '%s', 'product': '%s', 'quantity': 10, 'amount': 0%s}\n";
    String made = "', 'destination': '" + scene.company;
    String lines =
        goods.formatted("E-1", farmer, cherry, "")
            + goods.formatted(
                "E-2", scene.company + made, parchment, ", 'parents': {'number': ['E-1']}")
            + goods.formatted(
                "E-3", scene.company + made, cherry, ", 'parents': [{'number': 'E-2'}]")
            + goods.formatted(
                "E-4", scene.company + made, parchment, ", 'parents': {'number': ['E-3']}");
    Reply reply = scene.documents(GOODS, lines.replace('\'', '"'));
    assertEquals(List.of("1 201", "2 201", "3 201", "4 201"), outcomes(reply).subList(0, 4));
    assertEquals(List.of("E-3"), parents(reply, 3));
  }

  @Test
  void aLineThatNamesALaterOneIsToldWhichOne() {
    String table = HEADING + processed("E-2", "E-1") + bought("E-3") + bought("E-1");
    String told =
        "No product transaction has the number \"E-1\"."
            + " Line 4 of this file creates it: it must come first, and be correct.";
    assertEquals(
        "[{\"pointer\":\"/2/parents/0\",\"code\":\"does_not_exist\",\"detail\":\"%s\"}]"
            .formatted(told.replace("\"", "\\\"")),
        scene.csv(GOODS, table).expect(400).json().get("errors").toString());
  }

  @Test
  void aLineThatNamesARefusedOneIsToldWhichOne() {
    String wrong = "E-1,%s,%s,%s,much,10,\n".formatted(farmer, scene.company, cherry);
    Reply reply =
        scene.csv(
            GOODS + "?on_error=proceed", HEADING + wrong + processed("E-2", "E-1") + bought("E-3"));
    assertEquals(
        List.of("2 400 /2/quantity format", "3 400 /3/parents/0 does_not_exist", "4 201"),
        outcomes(reply).subList(0, 3));
    assertEquals(
        "No product transaction has the number \"E-1\"."
            + " Line 2 of this file creates it: it must come first, and be correct.",
        reply.lines().get(1).at("/errors/0/detail").asText());
  }

  @Test
  void aSecondProductOfALotIsToldToSplitIt() {
    String table = HEADING + bought("E-1") + processed("E-2", "E-1") + processed("E-3", "E-1");
    assertEquals(
        List.of(
            "/4/parents/0 Lot E-1 is used up. Processing takes whole lots. To make several"
                + " products of one lot, split it first: record a part of it as a lot of the same"
                + " product, and process that."),
        scene.csv(GOODS, table).expect(409, "/4/parents/0 nothing_left").details());
  }

  @Test
  void aFileWithSuchLinesCanBeSentAgain() {
    String table = HEADING + bought("E-1") + processed("E-2", "E-1");
    scene.csv(GOODS, table).expect(200);
    List<String> again =
        scene.csv(GOODS, table).expect(200).lines().stream()
            .map(line -> line.get("result").asText())
            .toList();
    assertEquals(List.of("known", "known"), again);
  }

  @Test
  void alternatingLinesKeepTheirOrder() {
    StringBuilder table = new StringBuilder(HEADING);
    for (int i = 1; i <= 6; i++) {
      table.append(bought("A-" + i)).append(processed("B-" + i, "A-" + i));
    }
    Reply reply = scene.csv(GOODS, table.toString());
    List<String> ids =
        reply.lines().stream().limit(12).map(line -> line.get("id").asText()).toList();
    assertEquals(ids.stream().sorted().toList(), ids);
    assertEquals(
        List.of("A-1", "B-1", "A-2", "B-2"), ids.stream().limit(4).map(this::number).toList());
    assertEquals(List.of("A-6"), parents(reply, 11));
  }

  @Test
  void theEarlierOfTwoLinesGetsANumberEvenIfItNamesAnother() {
    String table =
        HEADING + bought("E-1") + processed("E-2", "E-1") + bought("E-2") + bought("E-3");
    assertEquals(
        List.of("2 201", "3 201", "4 409 /4/number taken", "5 201"),
        outcomes(scene.csv(GOODS + "?on_error=proceed", table)).subList(0, 4));
  }

  @Test
  void theEarlierOfTwoLinesGetsTheGoodsEvenIfItNamesAnother() {
    scene.csv(GOODS, HEADING + bought("E-0")).expect(200);
    String table = HEADING + bought("E-1") + processed("E-2", "E-1 E-0") + processed("E-3", "e-0");
    assertEquals(
        List.of("2 201", "3 201", "4 409 /4/parents/0 nothing_left"),
        outcomes(scene.csv(GOODS + "?on_error=proceed", table)).subList(0, 3));
  }

  @Test
  void aLineThatNamesAnEarlierAndALaterOneIsRefused() {
    String table = HEADING + bought("E-1") + processed("E-2", "E-1 E-3") + bought("E-3");
    Reply refused = scene.csv(GOODS, table).expect(400, "/3/parents/1 does_not_exist");
    assertEquals(
        "No product transaction has the number \"E-3\"."
            + " Line 4 of this file creates it: it must come first, and be correct.",
        refused.at("/errors/0/detail"));
  }

  @Test
  void theMistakesOfSuchLinesAreInTheOrderOfTheFile() {
    String wrong = "%s,%s,%s,%s,much,0,%s\n";
    String table =
        HEADING
            + bought("E-1")
            + wrong.formatted("E-2", scene.company, scene.company, parchment, "E-1")
            + wrong.formatted("E-3", farmer, scene.company, cherry, "").replace("much", "some");
    assertEquals(
        List.of("/3/quantity format", "/4/quantity format"),
        scene.csv(GOODS, table).expect(400).findings());
  }
}
