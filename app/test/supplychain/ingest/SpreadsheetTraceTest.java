package supplychain.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.Paths.*;

import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.Reply;

/** What a spreadsheet wrote in place of a value is named, and never recorded as a code. */
class SpreadsheetTraceTest {
  private final BulkScene scene = new BulkScene();
  private final UUID farmer = scene.world.farmer(scene.company);
  private final UUID product = scene.world.product("Cherry");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2.56772E+11",
        "\"2,56772E+11\"",
        "1E+05",
        "#REF!",
        "#N/A",
        "#NAME?",
        "#DIV/0!",
        "#\u00a1VALOR!",
        "####",
        "Err:502"
      })
  void aTraceOfASpreadsheetIsNoPhone(String cell) {
    Reply reply = scene.csv(FARMERS, "first_name,country,phone\nRuth,Uganda," + cell + "\n");
    String detail =
        " is what a spreadsheet shows in place of a value. Format the column as text, and write the"
            + " value again.";
    reply.expect(400, "/2/phone format");
    assertEquals(List.of("/2/phone \"" + cell.replace("\"", "") + "\"" + detail), reply.details());
    assertEquals(1, scene.farmers());
  }

  @Test
  void eachCodeOfARowIsChecked() {
    scene
        .csv(
            FARMERS,
            """
            first_name,country,number,reference_number,identification_no,entity_card.card.card_id
            Ruth,Uganda,#N/A,1.2E+15,3E+12,#REF!
            """)
        .expect(
            400,
            "/2/number format",
            "/2/reference_number format",
            "/2/identification_no format",
            "/2/entity_card.card.card_id format");
    scene
        .csv(
            GOODS,
            "source.card,product,quantity,amount,invoice_number,transaction_payments.amount,"
                + "transaction_payments.number\n"
                + "1.04E+13,PRODUCT,1,1,#VALUE!,1,##\n".replace("PRODUCT", product.toString()))
        .expect(
            400,
            "/2/source.card format",
            "/2/invoice_number format",
            "/2/transaction_payments.number format");
  }

  @ParameterizedTest
  @ValueSource(strings = {"#12", "E+11", "4E5", "#A", "N/A"})
  void aCodeThatOnlyLooksSimilarIsRecorded(String code) {
    String table = "first_name,country,reference_number\nRuth,Uganda," + code + "\n";
    String id = scene.csv(FARMERS, table).expect(200).lines().get(0).get("id").asText();
    assertEquals(code, scene.member.get(FARMERS + id + "/").at("/reference_number"));
  }
}
