package supplychain.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.ingest.BulkScene.FARMERS;
import static supplychain.ingest.BulkScene.GOODS;
import static supplychain.ingest.BulkScene.outcomes;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import supplychain.Reply;

/** Tables with the values of a form. */
class FormColumnsTest {
  private static final String GOODS_HEADING =
      "number,source,product,quantity,amount,submission.Moisture,submission.colour\n";

  private final BulkScene scene = new BulkScene();
  private final UUID farmer = scene.world.farmer(scene.company);
  private final UUID cherry = scene.world.product("Cherry");

  private UUID form(String type) {
    UUID form = scene.world.form(scene.company, type);
    scene.world.field(form, "Moisture", "FLOAT", true, "[]");
    scene.world.field(form, "colour", "DROPDOWN", false, "[\"red\", \"green\"]");
    return form;
  }

  private String bought(String number, String values) {
    return "%s,%s,%s,100,10,%s\n".formatted(number, farmer, cherry, values);
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
    String id = reply.expect(200).lines().get(0).get("id").asText();
    JsonNode submission = scene.member.get(GOODS + id + "/").json().at("/submissions/0");
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
            "2 400 /2/submissions/0/values required",
            "3 400 /3/submissions/0/values required",
            "4 201",
            "5 400 /5/submissions/0/values/1/value format"),
        outcomes(reply));
  }

  @Test
  void aTableWithoutColumnsOfTheFormIsRecordedWithoutASubmission() {
    form("TRANSACTION");
    String table =
        "number,source,product,quantity,amount\n" + bought("L-1", "").replace(",\n", "\n");
    String id = scene.csv(GOODS, table).expect(200).lines().get(0).get("id").asText();
    assertEquals("[]", scene.member.get(GOODS + id + "/").json().get("submissions").toString());
  }

  @Test
  void oneOfSeveralFormsIsNamedByItsId() {
    form("TRANSACTION");
    UUID second = form("TRANSACTION");
    String row = bought("L-1", "11.5,red");
    scene.csv(GOODS, GOODS_HEADING + row).expect(400, "/2/submissions/0/form ambiguous");
    String table =
        GOODS_HEADING.replace("\n", ",submission.form\n") + row.replace("\n", "," + second + "\n");
    scene.csv(GOODS, table).expect(200);
  }

  @Test
  void aRowOfAFarmerFillsInTheFormForFarmers() {
    form("FARMER");
    String heading = "first_name,number,submission.Moisture,submission.colour\n";
    String table = heading + "Grace,F-1,9,green\n";
    String id = scene.csv(FARMERS, table).expect(200).lines().get(0).get("id").asText();
    JsonNode submission = scene.member.get(FARMERS + id + "/").json().get("submission");
    assertEquals(List.of("Moisture=9", "colour=green"), values(submission));
    assertEquals(
        "known", scene.csv(FARMERS, table).expect(200).lines().get(0).get("result").asText());
    scene.csv(FARMERS, heading + "Ruth,F-2,,green\n").expect(400, "/2/submission/values required");
  }
}
