package supplychain.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static supplychain.Paths.*;

import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import supplychain.Reply;
import supplychain.World;

/** A table has a price in place of the amount, and acres in place of hectares. */
class ConvertedColumnsTest extends PurchaseScene {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "quantity;unit_price|120,5;2000|241000",
        "Kg;Price/kg|0,1;30|3",
        "Peso (kg);Precio por kg;currency|33,33;1,1;TND|36.663",
        "quantity;unit_price;currency|0,3;0,1;USD|0.03",
        "quantity;unit_price;amount|33,33;2050;68326|68326",
        "quantity;unit_price;amount|33,33;2050;68327|68327",
        "unit_price;amount|2050;68327|68327",
        "quantity;unit_price;amount|5;;7|7"
      })
  void thePriceOfAKilogramGivesTheAmountExactly(String columns, String values, String amount) {
    assertEquals(amount, scene.first(GOODS, buy(columns, values)).get("amount").asText());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "quantity;unit_price|33,33;2050|/2/unit_price 33.33 kg at 2050 are 68326.5, but UGX has 0"
            + " decimals. Write what was agreed in a column `amount`.",
        "quantity;unit_price;currency|0,001;0,00001;XAU|/2/unit_price 0.001 kg at 0.00001 are 0.00000001,"
            + " but an amount has 6 decimals. Write what was agreed in a column `amount`.",
        "quantity;unit_price;currency|0,33;0,1;usd|/2/unit_price 0.33 kg at 0.1 are 0.033, but USD has"
            + " 2 decimals. Write what was agreed in a column `amount`.",
        "quantity;unit_price;currency|0,33;0,1;USD|/2/unit_price 0.33 kg at 0.1 are 0.033, but USD has"
            + " 2 decimals. Write what was agreed in a column `amount`.",
        "quantity;unit_price;amount|33,33;2050;68000|/2/amount The amount is 68000, but 33.33 kg at"
            + " 2050 are 68326.5. Correct one of them, or leave out the column of the price.",
        "quantity;Price/kg|;2050|/2/quantity The price of a kilogram needs the quantity.",
        "quantity;Price/kg|5;cheap|/2/Price~1kg \"cheap\" must be in the currency of the record, as a"
            + " plain decimal like 1.50, of at most 25 digits, at most 6 after the point."
      })
  void aPriceThatGivesNoAmountOfTheCurrencyIsAFinding(
      String columns, String values, String finding) {
    assertEquals(List.of(finding), buy(columns, values).expect(400).details());
  }

  private String area(String columns, String value) {
    String table = "farmer,latitude,longitude,%s\n%s,1.010512,34.331764,%s\n";
    Reply reply = scene.csv(PLOTS, table.formatted(columns, farmer, value)).expect(200);
    if (!columns.equals("area")) {
      String field =
          columns.toLowerCase(Locale.ROOT).contains("acre")
              ? "area, converted from acres to hectares"
              : "area";
      boolean isSaid =
          reply.text().contains("\"read_as\":{\"%s\":\"%s\"}".formatted(columns, field));
      assertTrue(isSaid || columns.equals("Area"), reply::text);
    }
    return scene.member.get(PLOTS + reply.lineIds().get(0) + "/").at("/area");
  }

  @ParameterizedTest
  @CsvSource({
    "area, 2.5, 2.5",
    "Area, 2.5, 2.5",
    "Ha, 2.5, 2.5",
    "Area (ha), 2.5, 2.5",
    "Hectáreas, 2.5, 2.5",
    "acres, 2.5, 1.0117",
    "Area (acres), 10, 4.0469",
    "Acreage, 0.001, 0.0004"
  })
  void anAreaIsInHectaresAndAcresAreConverted(String column, String value, String hectares) {
    assertEquals(hectares, area(column, value));
  }

  @Test
  void anAreaInBothUnitsIsAFinding() {
    String table = "farmer,latitude,longitude,area,acres\n%s,1.010512,34.331764,1,2.5\n";
    scene.csv(PLOTS, table.formatted(farmer)).expect(400, "/2/area duplicate");
  }

  @Test
  void aStockThatAPersonChangedInAListIsAWarning() {
    String number = World.unique(8);
    buy("number;quantity;amount", number + ";5;10").expect(200);
    Reply reply = buy("number;quantity;amount;current_quantity", number + ";5;10;4");
    assertEquals("known=1", reply.expect(200).summary());
    assertEquals(
        "[{\"code\":\"read_only\",\"detail\":\"The service keeps `current_quantity` itself. You sent"
            + " \\\"4\\\". The recorded value is \\\"5\\\".\"}]",
        reply.lines().get(0).get("warnings").toString());
    Reply same = buy("number;quantity;amount;current_quantity", number + ";5;10;5,0");
    assertTrue(same.expect(200).lines().get(0).path("warnings").isMissingNode(), same::text);
  }
}
