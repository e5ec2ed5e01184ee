package supplychain.ingest;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.Reply;
import supplychain.World;

/** Rows with totals, which people and programs add to a table. */
class TotalsTest extends PurchaseScene {
  private static final String NAMES = "Date;source;product;Kg;Total;Bags\n";
  private final String purchase = "2026-11-20;%s;%s;10;20000;2\n".formatted(farmer, product);

  private Reply send(String rows) {
    return scene.csv(GOODS + "?ignore=Bags", NAMES + rows);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Total;;;20;40000;4",
        ";;TOTAL;20;40.000;",
        "Total (UGX);;;;40,000;",
        "GRAND TOTAL:;;;20 kg;UGX 40 000;4",
        "Sub-total;;;;40000;",
        ";Sum;;20;40000;4",
        "Total general;;;20;40000;",
        "Total général;;;20;40000;",
        "Soma;;;20;40000;",
        "Jumlah;;;20;40000;",
        "Jumla;;;20;40000;",
        "Total November 2026;;;;40000;4",
        "Totales;;;;;4"
      })
  void aRowThatSaysThatItHasTotalsIsLeftOutAndNamed(String row) {
    String summary = send(purchase + row + "\n" + purchase.replace(";10;", ";11;")).wholeSummary();
    assertTrue(
        summary.startsWith("{\"new\":2,") && summary.contains("\"totals_in_lines\":[3]"), summary);
  }

  @Test
  void eachRowWithTotalsIsNamed() {
    String summary = send(purchase + "Subtotal;;;;20000;\n;;;;;\nTotal;;;;20000;\n").wholeSummary();
    assertTrue(summary.contains("\"totals_in_lines\":[3,5]"), summary);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        ";;;20;40000;|/3 required",
        ";;;;40000;4|/3/source required, /3/product required",
        "Total;%s;;20;40000;|/3/product required, /3/Date format",
        "Total;;;;;|/3/source required, /3/product required, /3/Total required, /3/Date format"
      })
  void aRowThatDoesNotSayItIsAFinding(String row, String findings) {
    Reply reply = send(purchase + row.formatted(farmer) + "\n").expect(400);
    assertEquals(findings, String.join(", ", reply.findings()));
  }

  @Test
  void theFindingSaysThatARowWithOnlyAmountsLooksLikeTotals() {
    assertEquals(
        List.of(
            "/3 This row has only amounts, such as a row with totals. Leave it out, or fill in the"
                + " other columns."),
        send(purchase + ";;;20;40000;\n").expect(400).details());
  }

  @Test
  void aRowWithTotalsDecidesNothingAboutTheOthers() {
    String rows = "2026-11-20;%s;%s;10,5;1,250;2\nTotal;;;10.5;1250.0;\n";
    send(rows.formatted(farmer, product)).expect(400, "/2/Total ambiguous");
  }

  @Test
  void aFarmerMayBeCalledLikeATotal() {
    String table = "number,name,phone,country\n%s,Suma,+256 772 123456,\n%s,Total,,Uganda\n";
    scene.csv(FARMERS, table.formatted(World.unique(8), World.unique(8))).expect(200);
    assertEquals(3, scene.farmers());
    String summary =
        scene.csv(FARMERS, "name,latitude,country\nRuth,1.5,Uganda\nTotal,2,\n").wholeSummary();
    assertTrue(summary.contains("\"totals_in_lines\":[3]"), summary);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Soma", "Suma Devi", "Soma Wilson Otim"})
  void noPaymentIsLeftOutBecauseOfTheNameOfAFarmer(String name) {
    scene.csv(FARMERS, "name,country\n%s,Uganda\n".formatted(name)).expect(200);
    String summary =
        scene.csv(PAYMENTS, "destination.name,amount\n" + name + ",20000\n").wholeSummary();
    assertEquals("{\"new\":1}", summary);
  }

  @Test
  void aRowWithTheNumberOfAFarmerIsNotLeftOut() {
    String number = ("" + System.nanoTime()).substring(5);
    scene.csv(FARMERS, "number,name,country\n%s,Ruth,Uganda\n".formatted(number)).expect(200);
    String table = "destination.number,amount,invoice_number\n" + number + ",20000,Total 12\n";
    String summary = scene.csv(PAYMENTS, table).wholeSummary();
    assertEquals("{\"new\":1}", summary);
  }
}
