package supplychain.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.Paths.*;
import static supplychain.verify.WarningScene.*;

import java.util.TimeZone;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import supplychain.Reply;
import supplychain.World;

/** The warnings about goods that cannot be, are priced oddly, or were recorded before. */
class UnlikelyGoodsTest {
  private final WarningScene scene = new WarningScene();
  private final String parchment = scene.world.product("Parchment").toString();

  private Reply processed(String product, String quantity, String lot) {
    return scene.sold(
        "'destination': '%s', 'product': '%s', 'quantity': '%s', 'amount': '0', 'parents': ['%s']"
            .formatted(scene.company, product, quantity, lot));
  }

  /** A lot of cherry, of a quantity and amount that no other one has. */
  private String lot(int quantity) {
    return scene.bought("'quantity': '%d', 'amount': '%d'".formatted(quantity, quantity)).id();
  }

  @Test
  void aSaleBeforeTheDayOfItsLotIsAWarning() {
    String lot = scene.bought("'number': 'L-1', 'date': '2026-11-20T20:00:00Z'").id();
    String parents = "'quantity': '1', 'amount': '0', 'parents': ['" + lot + "'], 'date': ";
    scene.assertWarned(
        scene.sold(parents + "'2026-11-20T12:00:00Z'"),
        "before_parents: Its date is 2026-11-20, but its lot L-1 is of 2026-11-21.");
    scene.assertWarned(scene.sold(parents + "'2026-11-20T19:00:00Z'"));
    scene.assertWarned(scene.sold(parents + "'2026-11-21'"));
  }

  @Test
  void anOutputFarFromTheUsualYieldOfTheTwoProductsIsAWarning() {
    scene.assertWarned(processed(parchment, "20", lot(100)));
    scene.assertWarned(processed(parchment, "22", lot(101)));
    scene.assertWarned(
        processed(parchment, "1923", lot(102)),
        "unlikely_yield: It has 1923 kg, 1885 % of the 102 kg of its lots. Usual for the company"
            + " is 20 %.");
    scene.assertWarned(
        processed(parchment, "2", lot(103)),
        "unlikely_yield: It has 2 kg, 2 % of the 103 kg of its lots. Usual for the company is"
            + " 22 %.");
    scene.assertWarned(processed(scene.world.product("Husk").toString(), "90", lot(104)));
  }

  @Test
  void aTenthOrTenTimesTheUsualPriceIsAWarning() {
    scene.assertWarned(scene.bought("'quantity': '10', 'amount': '100'"));
    scene.assertWarned(scene.bought("'quantity': '11', 'amount': '110'"));
    scene.assertWarned(scene.bought("'quantity': '12', 'amount': '12000'"));
    scene.assertWarned(
        scene.bought("'quantity': '13', 'amount': '1300'"),
        "unusual_price: A kilogram costs 100 UGX, but usual for the company and the product is"
            + " 10.");
    scene.assertWarned(
        scene.bought("'quantity': '14', 'amount': '14'"),
        "unusual_price: A kilogram costs 1 UGX, but usual for the company and the product is 10.");
    scene.assertWarned(scene.bought("'quantity': '15', 'amount': '1485'"));
    scene.assertWarned(scene.bought("'quantity': '16', 'amount': '0'"));
    String honey = scene.world.product("Honey").toString();
    scene.assertWarned(
        scene.bought("'quantity': '17', 'amount': '17000', 'product': '" + honey + "'"));
  }

  @Test
  void theUsualPriceIsThatOfTheCompanyHoweverMuchOthersTrade() {
    for (int quantity : new int[] {10, 11, 12}) {
      scene.bought("'quantity': '%1$d', 'amount': '%1$d'".formatted(quantity));
    }
    WarningScene others = new WarningScene();
    for (int quantity = 1; quantity <= 21; quantity++) {
      others.bought(
          "'product': '%s', 'quantity': '%d', 'amount': '%d'"
              .formatted(scene.cherry, quantity, 50 * quantity));
      scene.sold("'quantity': '%d', 'amount': '%d'".formatted(quantity, 50 * quantity));
    }
    scene.assertWarned(
        scene.bought("'quantity': '13', 'amount': '650'"),
        "unusual_price: A kilogram costs 50 UGX, but usual for the company and the product is 1.");
  }

  @Test
  void moreOfTheSameProductThanWentInIsRefused() {
    String step =
        "{'source': '%1$s', 'destination': '%1$s', 'product': '%2$s', 'quantity': '%3$s',"
            + " 'amount': '0', 'parents': ['%4$s']}";
    String lot = lot(100);
    scene
        .member
        .post(GOODS, step.formatted(scene.company, scene.cherry, "101", lot).replace('\'', '"'))
        .expect(409, "/parents/0 current_quantity");
    scene.assertWarned(processed(scene.cherry.toString(), "100", lot));
  }

  @Test
  void theSameDeliveryOnADayIsAWarning() {
    String day = "'date': '2026-11-20T20:00:00Z', ";
    scene.assertWarned(scene.bought(day + "'number': 'L-1'"));
    scene.assertWarned(
        scene.bought("'date': '2026-11-21'"),
        "same_delivery: Transaction L-1 has the same farmer, day, product and quantity.");
    scene.assertWarned(scene.bought("'date': '2026-11-20'"));
    scene.assertWarned(scene.bought(day + "'quantity': '99'"));
    scene.assertWarned(scene.bought(day + "'product': '" + parchment + "'"));
    scene.assertWarned(scene.bought(day + "'source': '" + scene.world.farmer(scene.company) + "'"));
  }

  @Test
  void aDeliveryThatWasReversedCanBeRecordedAgain() {
    String day = "'date': '2026-11-20'";
    Reply first = scene.bought(day);
    scene.member.post(first.header("Location") + "reversals/", "{\"reason\": \"x\"}").expect(201);
    scene.assertWarned(scene.bought(day));
  }

  @Test
  void theSamePaymentOnADayIsAWarning() {
    String goods = scene.bought("").id();
    String day = "'date': '2026-11-20T20:00:00Z'";
    scene.assertWarned(scene.paid("'number': 'P-1', " + day));
    scene.assertWarned(
        scene.paid("'date': '2026-11-21'"),
        "same_payment: Payment P-1 has the same parties, day and amount.");
    scene.assertWarned(scene.paid("'date': '2026-11-20'"));
    scene.assertWarned(scene.paid(day + ", 'amount': 9"));
    scene.assertWarned(scene.paid(day + ", 'transaction': '" + goods + "'"));
    scene.assertWarned(scene.paid(day + ", 'currency': 'USD'"));
  }

  @ParameterizedTest
  @CsvSource({
    "America/New_York, 2026-07-15 00:30:00, 2026-01-14 23:30:00",
    "GMT-05:00, 2026-07-14 23:30:00, 2026-01-14 23:30:00",
    "GMT+03:00, 2026-07-15 07:30:00, 2026-01-15 07:30:00"
  })
  void aDayHasTheOffsetOfItsSeason(String zone, String summer, String winter) {
    String there = "'" + Warnings.zone(TimeZone.getTimeZone(zone)) + "'";
    String times =
        "select '2026-07-15T04:30Z'::timestamptz at time zone %1$s || ',' ||"
            + " ('2026-01-15T04:30Z'::timestamptz at time zone %1$s)";
    assertEquals(summer + "," + winter, World.read(sql -> sql.fetchValue(times.formatted(there))));
  }
}
