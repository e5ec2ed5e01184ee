package supplychain.ingest;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;
import static supplychain.ingest.BulkScene.outcomes;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.Client;
import supplychain.Reply;
import supplychain.core.Role;

/** Columns of numbers, whose points and commas nobody takes for the other, and of forms. */
class NumberColumnsTest extends PurchaseScene {
  private static final String GOODS_HEADING =
      "number,source,product,quantity,amount,submission.Moisture,submission.colour\n";

  private Reply send(String query, String table) {
    return scene.csv(GOODS + query, table(table));
  }

  private List<String> recorded(Reply reply, String field) {
    return reply.expect(200).lineIds().stream()
        .map(id -> scene.member.get(GOODS + id + "/").at("/" + field))
        .toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"80.5 | 17.250 | 80.5", "1.250,5 | 17250 | 1250.5", "'80,25' | 17250 | 80.25"})
  void anotherNumberOfTheColumnTellsTheSign(String other, String read, String otherRead) {
    Reply reply =
        send(
            "",
            "source;product;quantity;amount|FARMER;CHERRY;17.250;1|FARMER;CHERRY;%s;1|"
                .formatted(other));
    assertEquals(List.of(read, otherRead), recorded(reply, "quantity"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2,250 kg  | 2.25, 2250",
        "2.250 kg  | 2.25, 2250",
        "+3,125    | 3.125, 3125",
        "1 400     | 1400",
        "75,5 kg   | 75.5"
      })
  void theServiceTakesEveryNumberThatItProposes(String cell, String read) {
    String table = "source;product;quantity;amount|FARMER;CHERRY;%s;1|";
    String detail = send("", table.formatted(cell)).expect(400).at("/errors/0/detail");
    String proposals = detail.replaceFirst(".* must be written (.*)\\.", "$1");
    List<BigDecimal> taken =
        Stream.of(proposals.split(" or "))
            .flatMap(one -> recorded(send("", table.formatted(one)), "quantity").stream())
            .map(one -> new BigDecimal(one).stripTrailingZeros())
            .toList();
    List<BigDecimal> expected =
        Stream.of(read.split(", ")).map(one -> new BigDecimal(one).stripTrailingZeros()).toList();
    assertEquals(expected, taken);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "source;product;amount|FARMER;CHERRY;17.250|FARMER;CHERRY;80.5|FARMER;CHERRY;80,5|",
        "source,product,quantity,amount|FARMER,CHERRY,80.5,17.250|"
      })
  void aColumnWithBothSignsAndAnotherColumnTellNothing(String table) {
    send("", table).expect(400, "/2/amount ambiguous");
  }

  @Test
  void degreesHaveNoThousands() {
    Reply reply =
        send(
            "",
            "source;product;amount;verification_latitude;verification_longitude|"
                + "FARMER;CHERRY;1;1.361;34,401|");
    assertEquals(List.of("1.361"), recorded(reply, "verification_latitude"));
    assertEquals(List.of("34.401"), recorded(reply, "verification_longitude"));
  }

  @Test
  void aListOfTheServiceIsReadAsItWasWritten() {
    String number = "N" + UUID.randomUUID().toString().substring(0, 8);
    String table = "source,product,number,quantity,amount|FARMER,CHERRY,%s,17.250,36.000|";
    String id = send("?decimal=point", table.formatted(number)).expect(200).lineIds().get(0);
    String list = scene.member.get(GOODS + "?number_is=" + number, "Accept", "text/csv").text();
    JsonNode line = send("", list).expect(200).lines().get(0);
    assertEquals("known " + id, line.get("result").asText() + " " + line.get("id").asText());
  }

  @Test
  void onlyATableHasADecimalSign() {
    scene.documents(GOODS + "?decimal=point", "{}\n").expect(400, "/decimal unknown_parameter");
  }

  private UUID form(String type) {
    UUID form = scene.world.form(scene.company, type);
    scene.world.field(form, "Moisture", "FLOAT", true, "[]");
    scene.world.field(form, "colour", "DROPDOWN", false, "[\"red\", \"green\"]");
    return form;
  }

  private String bought(String number, String values) {
    return "%s,%s,%s,100,10,%s\n".formatted(number, farmer, product, values);
  }

  private static List<String> values(JsonNode submission) {
    return submission
        .get("values")
        .valueStream()
        .map(one -> one.at("/field_details/key").asText() + "=" + one.get("value").asText())
        .sorted()
        .toList();
  }

  @Test
  void aRowOfAPurchaseFillsInTheFormForTransactions() {
    UUID form = form("TRANSACTION");
    Reply reply = scene.csv(GOODS, GOODS_HEADING + bought("L-1", "11.5,red"));
    JsonNode submission = scene.first(GOODS, reply).at("/submissions/0");
    assertEquals(form.toString(), submission.get("form").asText());
    List<String> values = submission.get("values").findValuesAsText("value");
    assertEquals(List.of("11.5", "red"), values.stream().sorted().toList());
  }

  @Test
  void aRequiredFieldOfTheFormIsRequiredInEachRow() {
    form("TRANSACTION");
    Reply reply =
        scene.csv(
            GOODS + "?on_error=proceed",
            GOODS_HEADING
                + bought("L-1", ",")
                + bought("L-2", ",red")
                + bought("L-3", "11.5,")
                + bought("L-4", "11.5,blue"));
    assertEquals(
        List.of(
            "2 400 /2/submission required",
            "3 400 /3/submission.Moisture required",
            "4 201",
            "5 400 /5/submission.colour format"),
        outcomes(reply));
  }

  @Test
  void aTableWithoutColumnsOfTheFormIsRecordedWithoutASubmission() {
    form("TRANSACTION");
    String table =
        "number,source,product,quantity,amount\n" + bought("L-1", "").replace(",\n", "\n");
    JsonNode goods = scene.first(GOODS, scene.csv(GOODS, table));
    assertEquals("[]", goods.get("submissions").toString());
  }

  @Test
  void oneOfSeveralFormsIsNamedByItsId() {
    form("TRANSACTION");
    UUID second = form("TRANSACTION");
    String row = bought("L-1", "11.5,red");
    scene.csv(GOODS, GOODS_HEADING + row).expect(400, "/2/submission.form ambiguous");
    String table =
        GOODS_HEADING.replace("\n", ",submission.form\n") + row.replace("\n", "," + second + "\n");
    scene.csv(GOODS, table).expect(200);
  }

  @Test
  void aRowOfAFarmerFillsInTheFormForFarmers() {
    form("FARMER");
    String heading = "first_name,number,submission.Moisture,submission.colour\n";
    String table = heading + "Grace,F-1,9,green\n";
    JsonNode submission = scene.first(FARMERS, scene.csv(FARMERS, table)).get("submission");
    assertEquals(List.of("Moisture=9", "colour=green"), values(submission));
    assertEquals(
        "known", scene.csv(FARMERS, table).expect(200).lines().get(0).get("result").asText());
    scene
        .csv(FARMERS, heading + "Ruth,F-2,,green\n")
        .expect(400, "/2/submission.Moisture required");
  }

  private List<String> exported(String path) {
    return scene.member.get(path, "Accept", "text/csv").expect(200).text().lines().toList();
  }

  @Test
  void anExportedListOfTransactionsHasTheValuesOfTheForm() {
    UUID form = form("TRANSACTION");
    scene.csv(GOODS, GOODS_HEADING + bought("L-1", "11.5,red") + bought("L-2", "9,")).expect(200);
    List<String> lines = exported(GOODS);
    String columns = ",submission.form,submission.Moisture,submission.colour";
    assertTrue(lines.get(0).endsWith(columns), lines.get(0));
    assertTrue(lines.get(1).endsWith("," + form + ",11.5,red"), lines.get(1));
    assertTrue(lines.get(2).endsWith("," + form + ",9,"), lines.get(2));
  }

  @Test
  void anExportedListWithFormsIsKnownWhenItIsSentBack() {
    String without = "number,first_name\nF-0,Amina\n";
    scene.csv(FARMERS, without).expect(200);
    form("FARMER");
    UUID form = form("TRANSACTION");
    UUID second = form("TRANSACTION");
    String heading = "first_name,number,submission.Moisture,submission.colour\n";
    scene.csv(FARMERS, heading + "Grace,F-1,9,green\nRuth,F-2,8,\n").expect(200);
    String goods = GOODS_HEADING.replace("\n", ",submission.form\n");
    scene
        .csv(GOODS, goods + bought("L-1", "11.5,red," + form) + bought("L-2", "9,," + second))
        .expect(200);
    for (String path : List.of(FARMERS, GOODS)) {
      for (String names : List.of("", "?columns=names")) {
        String list = scene.member.get(path + names, "Accept", "text/csv").expect(200).text();
        long count = list.lines().count() - 1;
        assertEquals("known=" + count, scene.csv(path, list).expect(200).summary(), list);
      }
    }
  }

  @Test
  void aRecordWithSeveralFilledInFormsHasEmptyCells() {
    UUID form = form("TRANSACTION");
    String values =
        "{'form': '%s', 'values': [{'field': 'Moisture', 'value': '9'}]}".formatted(form);
    String lot =
        "{'source': '%s', 'destination': '%s', 'product': '%s', 'amount': 5, 'submissions': [%s, %s]}"
            .formatted(farmer, scene.company, product, values, values);
    scene.member.post(GOODS, lot.replace('\'', '"')).expect(201);
    String list = scene.member.get(GOODS, "Accept", "text/csv").expect(200).text();
    assertTrue(list.lines().toList().get(1).endsWith(",,,"), list);
    assertEquals("known=1", scene.csv(GOODS, list).expect(200).summary());
  }

  @Test
  void anOperatorSeesNoValuesOfForms() {
    form("TRANSACTION");
    scene.csv(GOODS, GOODS_HEADING + bought("L-1", "11.5,red")).expect(200);
    Client operator = scene.world.client(null, Role.OPERATOR);
    String list = operator.get(GOODS + "?source=" + farmer, "Accept", "text/csv").text();
    assertFalse(list.contains("submission"), list);
  }
}
