package supplychain.ingest;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.ingest.BulkScene.FARMERS;
import static supplychain.ingest.BulkScene.GOODS;
import static supplychain.schema.Tables.*;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import supplychain.Records;
import supplychain.Reply;
import supplychain.World;

/**
 * A day at a buying station: a spreadsheet of 60 purchases with their payments, as Excel writes it
 * where a comma is decimal. Nobody looks up an id.
 */
class BuyingStationTest {
  private static final int PURCHASES = 60;
  private static final int FARMERS_OF_STATION = 20;

  private static final String HEAD =
      "Date;Number;source.number;product.name;Quantity;Amount;transaction_payments.amount;"
          + "transaction_payments.premium.name;invoice_number";

  private final BulkScene scene = new BulkScene();
  private final UUID product = scene.world.product("Coffee cherry");
  private final UUID premium = scene.world.premium(scene.company, "NORMAL", true);
  private final String productName =
      World.read(sql -> sql.fetchValue(PRODUCT.NAME, PRODUCT.ID.eq(product)));
  private final String premiumName =
      World.read(sql -> sql.fetchValue(PREMIUM.NAME, PREMIUM.ID.eq(premium)));

  @Test
  void aDayAtTheStationNeedsASpreadsheetAndCurlAlone() {
    recordFarmers();
    List<String> rows = purchases();
    refuseTenMistakes(rows);
    Reply dryRun = send("?on_error=stop", rows, "Prefer", "tx=rollback").expect(200);
    assertEquals("new=60, dry_run=true", dryRun.summary());
    assertEquals(0, purchased());
    assertEquals("new=60", send("", rows).expect(200).summary());
    assertEquals(PURCHASES, purchased());
    assertEquals("known=60", send("", rows).expect(200).summary());
    assertEquals(PURCHASES, purchased());
    correctOne(rows);
    readWithNames();
  }

  private void recordFarmers() {
    List<String> farmers = new ArrayList<>(List.of("number;first_name;last_name"));
    for (int i = 1; i <= FARMERS_OF_STATION; i++) {
      farmers.add("F-" + i + ";Grace " + i + ";Okello");
    }
    Reply reply = scene.csv(FARMERS, String.join("\r\n", farmers) + "\r\n").expect(200);
    assertEquals("new=20", reply.summary());
  }

  private List<String> purchases() {
    List<String> rows = new ArrayList<>();
    for (int i = 1; i <= PURCHASES; i++) {
      rows.add(
          "2026-11-21;P-%d;F-%d;%s;%d,5;%d000;%d000;%s;R-%d"
              .formatted(i, i % FARMERS_OF_STATION + 1, productName, i, i, i, premiumName, i));
    }
    return rows;
  }

  private Reply send(String query, List<String> rows, String... headers) {
    String table = HEAD + "\r\n" + String.join("\r\n", rows) + "\r\n";
    return scene.csv(GOODS + query, table, headers);
  }

  private int purchased() {
    return Records.count(PRODUCT_TRANSACTION, PRODUCT_TRANSACTION.COMPANY.eq(scene.company));
  }

  /** Ten rows are wrong in ten ways: the answer names all of them, and nothing is recorded. */
  private void refuseTenMistakes(List<String> rows) {
    Map<Integer, String[]> mistakes = new TreeMap<>();
    mistakes.put(3, new String[] {"F-4", "F-444", "/4/source.number does_not_exist"});
    mistakes.put(
        7, new String[] {productName, productName + "y", "/8/product.name does_not_exist"});
    mistakes.put(11, new String[] {";11,5;", ";11,5 kg;", "/12/Quantity format"});
    mistakes.put(15, new String[] {";15000;15000;", ";15 000;15000;", "/16/Amount format"});
    mistakes.put(19, new String[] {"2026-11-21", "2026-11-31", "/20/Date format"});
    mistakes.put(23, new String[] {";23,5;", ";-23,5;", "/24/Quantity range"});
    mistakes.put(27, new String[] {";27000;27000;", ";;27000;", "/28/Amount required"});
    mistakes.put(
        31,
        new String[] {
          premiumName, "Premium X", "/32/transaction_payments.premium.name does_not_exist"
        });
    mistakes.put(35, new String[] {"P-35;", "P-35-2026-11-21;", "/36/Number too_long"});
    mistakes.put(39, new String[] {productName, "", "/40/product.name required"});
    List<String> wrong = new ArrayList<>(rows);
    mistakes.forEach(
        (row, change) -> wrong.set(row - 1, rows.get(row - 1).replace(change[0], change[1])));
    Reply refused = send("", wrong, "Prefer", "tx=rollback").expect(400);
    assertEquals(mistakes.values().stream().map(change -> change[2]).toList(), refused.findings());
    assertEquals(0, purchased());
  }

  /**
   * A changed row is different; the user reverses the purchase and records it under a new number.
   */
  private void correctOne(List<String> rows) {
    List<String> corrected = new ArrayList<>(rows);
    corrected.set(4, rows.get(4).replace(";5,5;", ";6,5;"));
    send("", corrected).expect(409, "/6/Quantity different");
    JsonNode purchase =
        scene
            .member
            .get(GOODS + "?number=P-5")
            .json()
            .valueStream()
            .filter(one -> one.get("number").asText().equals("P-5"))
            .findFirst()
            .orElseThrow();
    scene
        .member
        .post(
            GOODS + purchase.get("id").asText() + "/reversals/",
            "{\"reason\": \"The scale was read wrong\"}")
        .expect(201);
    corrected.set(4, corrected.get(4).replace("P-5;", "P-5b;"));
    assertEquals("new=1, known=59", send("", corrected).expect(200).summary());
  }

  private void readWithNames() {
    String table =
        scene.member.get(GOODS + "?columns=names", "Accept", "text/csv").expect(200).text();
    String last = table.lines().filter(line -> line.contains(",P-60,")).findFirst().orElseThrow();
    for (String shown : List.of("F-1,Grace 1 Okello", productName, premiumName, "60000", "UGX")) {
      assertTrue(last.contains(shown), table);
    }
    String withoutReversed =
        table.lines().filter(line -> !line.contains("P-5,")).collect(Collectors.joining("\n"));
    assertEquals("known=60", scene.csv(GOODS, withoutReversed).expect(200).summary());
  }
}
