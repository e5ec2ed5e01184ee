package supplychain.ingest;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.Reply;
import supplychain.World;
import supplychain.cli.CommandRun;

/** The name of a column of money can have a currency. The cooperative keeps its books in UGX. */
class HeadCurrencyTest extends PurchaseScene {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Total (UGX)",
        "Amount UGX",
        "UGX amount",
        "Amount in UGX",
        "Total [USh]",
        "Total Shs",
        "Monto (UGX)",
        "Jumla (UGX)"
      })
  void theCurrencyOfTheRecordsCanFollowTheName(String title) {
    Reply reply = buy("Kg;" + title, "10;20000");
    assertEquals("20000", scene.first(GOODS, reply).at("/amount").asText());
    assertTrue(reply.text().contains("\"" + title + "\":\"amount\""), reply::text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Price per kg (UGX)",
        "Price (UGX/kg)",
        "Price/kg UGX",
        "Precio por kg (UGX)",
        "Unit price (UGX)"
      })
  void aPriceCanHaveTheCurrencyAndTheKilogram(String title) {
    assertEquals(
        "20000",
        scene.first(GOODS, buy("Weight (Kgs);" + title, "10;2000")).at("/amount").asText());
  }

  @Test
  void theRowCanHaveTheCurrencyOfTheName() {
    Reply reply = buy("Kg;Total (KES);Currency", "10;2500;KES");
    assertEquals("KES", scene.first(GOODS, reply).at("/currency_details/code").asText());
    Reply paid = buy("Kg;Total;Paid (UGX)", "10;20000;5000");
    assertEquals("5000", scene.first(GOODS, paid).at("/transaction_payments/0/amount").asText());
    Reply dollars = buy("Kg;Total ($);Currency", "10;7;USD");
    assertEquals("7", scene.first(GOODS, dollars).at("/amount").asText());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Kg;Total (KES)|10;2500|/2/Total (KES)|KES|UGX",
        "Kg;Total ($)|10;7|/2/Total ($)|$|UGX",
        "Kg;Price per kg (KES)|10;250|/2/Price per kg (KES)|KES|UGX",
        "Kg;Total (UGX);Currency|10;2500;KES|/2/Total (UGX)|UGX|KES",
        "Kg;Total;Paid (KES)|10;2500;5|/2/Paid (KES)|KES|UGX"
      })
  void anotherCurrencyIsAFinding(
      String columns, String values, String place, String named, String really) {
    String detail =
        "%s The column is in %s, but the row is in %s. Add a column `currency` with the currency of"
            + " each row, or correct the name of this column.";
    assertEquals(
        List.of(detail.formatted(place, named, really)),
        buy(columns, values).expect(400).details());
  }

  @Test
  void theUserCanSayWhatTheColumnIs() {
    String table = "source;product;Kg;Total (KES)\n%s;%s;10;2500\n".formatted(farmer, product);
    Reply reply = scene.csv(GOODS + "?rename=%22Total%20(KES)%22:amount", table);
    assertEquals("UGX", scene.first(GOODS, reply).at("/currency_details/code").asText());
  }

  @Test
  void paymentsHaveItToo() {
    String table = "destination.number;Amount paid (%s)\n%s;5000\n";
    String number = scene.member.get(FARMERS + farmer + "/").at("/number");
    scene.csv(PAYMENTS, table.formatted("UGX", number)).expect(200);
    scene
        .csv(PAYMENTS, table.formatted("KES", number))
        .expect(400, "/2/Amount paid (KES) mismatch");
  }

  @Test
  void theNameSaysTheCurrencyToAnImportThatHasNoCompany(@TempDir Path folder) throws Exception {
    String number = World.unique(8);
    String table =
        "number,source,destination,product,Kg,Total (KES)\n%s,%s,%s,%s,10,2500\n"
            .formatted(number, farmer, scene.company, product);
    Path file = Files.writeString(folder.resolve("purchases.csv"), table);
    CommandRun.shared("import", file.toString(), "--kind", "product-transactions").requireExit(0);
    String path = GOODS + "?columns=names&number=" + number;
    String list = scene.member.get(path, "Accept", "text/csv").expect(200).text();
    assertTrue(list.contains(",2500,KES,"), list);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Kg (UGX)", "Bags UGX", "UGX", "Product UGX"})
  void aCurrencyMakesNoOtherColumnKnown(String title) {
    buy("Kg;Total;" + title, "10;2500;1").expect(400, "/1/" + title + " unknown_field");
  }
}
