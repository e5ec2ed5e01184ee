package supplychain.verify;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.verify.WarningScene.*;

import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.TimeZone;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.Await;
import supplychain.Client;
import supplychain.Goods;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;

/** The warnings about goods and payments. */
class TransactionWarningsTest {
  private final WarningScene scene = new WarningScene();
  private final String parchment = scene.world.product("Parchment").toString();

  @Test
  void aSaleWithoutParentsIsAWarningWhileTheSellerHasStockOfTheProduct() {
    scene.assertWarned(scene.sold(""));
    String lot = scene.bought("'number': 'L-1'").id();
    String warning =
        "sale_without_parents: The sale has no parents, but the seller has stock of this product:"
            + " lot L-1 with 100 kg left.";
    Reply sale = scene.sold("");
    scene.assertWarned(sale, warning);
    Client buyer = scene.world.client(scene.exporter, Role.MEMBER);
    List<String> told = warnings(buyer, sale.header("Location"));
    assertTrue(told.stream().noneMatch(one -> one.contains("L-1")), "a secret of the seller");
    scene.assertWarned(scene.sold("'product': '" + scene.world.product("Honey") + "'"));
    scene.assertWarned(scene.sold("'parents': ['" + lot + "']"));
    scene.assertWarned(scene.sold(""));
  }

  @Test
  void aRepeatedInvoiceNumberOfTheSamePartiesIsAWarning() {
    Reply first = scene.bought("'date': '" + DAY + "', 'invoice_number': 'Inv-7', 'number': 'L-1'");
    scene.assertWarned(first);
    scene.assertWarned(
        scene.bought("'date': '" + DAY + "', 'quantity': '99', 'invoice_number': 'INV-7'"),
        "repeated_invoice_number: Transaction L-1 between the same parties has the invoice number"
            + " INV-7 too.");
    UUID other = scene.world.farmer(scene.company);
    scene.assertWarned(scene.bought("'invoice_number': 'Inv-7', 'source': '" + other + "'"));
    String line = "'date': '%s', 'invoice_number': 'Inv-7', 'product': '%s'";
    scene.assertWarned(scene.bought(line.formatted(DAY, scene.world.product("Honey"))));
    scene.assertWarned(scene.bought("'invoice_number': ' '"));
    scene.assertWarned(scene.bought("'invoice_number': ' '"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"'invoice_number': '7'", "'date': 'DAY'"})
  void anInvoiceOrADeliveryThatWasReversedCanBeRecordedAgain(String template) {
    String fields = template.replace("DAY", DAY.toString());
    Reply first = scene.bought(fields);
    String reversals = first.header("Location") + "reversals/";
    scene.member.post(reversals, "{\"reason\": \"typo\"}").expect(201);
    scene.assertWarned(scene.bought(fields));
  }

  @Test
  void aSecondPaymentOfAnInvoiceIsAWarning() {
    String goods = scene.bought("'invoice_number': '7', 'amount': '30'").id();
    scene.assertWarned(scene.paid("'transaction': '" + goods + "', 'number': 'P-1'"));
    scene.assertWarned(scene.paid("'transaction': '" + goods + "'"));
    Reply again = scene.paid("'invoice_number': '7'");
    assertEquals("repeated_invoice_number", again.header(HEADER));
    scene.assertWarned(scene.paid("'invoice_number': '8'"));
  }

  @Test
  void aDateInTheFutureOrYearsAgoIsAWarning() {
    ZoneOffset zone = ZoneOffset.ofHoursMinutes(5, 30);
    Await.today(zone);
    OffsetDateTime now = OffsetDateTime.now(zone).truncatedTo(ChronoUnit.SECONDS);
    scene.assertWarned(scene.bought(date(now.plusHours(23))));
    scene.assertWarned(scene.bought(date(now.minusYears(2).plusDays(1))));
    OffsetDateTime late = now.plusHours(25);
    OffsetDateTime old = now.minusYears(2).minusDays(1);
    String recorded = now.toLocalDate().toString();
    String future = "future_date: Its date is %s, and it was recorded on %s.";
    future = future.formatted(late.toLocalDate(), recorded);
    String past = "old_date: Its date is " + old.toLocalDate();
    past += ", more than two years before it was recorded.";
    scene.assertWarned(scene.bought("'quantity': '99', " + date(late)), future);
    scene.assertWarned(scene.paid(date(late)), future);
    scene.assertWarned(scene.bought(date(old)), past);
    scene.assertWarned(scene.paid(date(old)), past);
  }

  private static String date(OffsetDateTime date) {
    return "'date': '" + date.format(DateTimeFormatter.ISO_OFFSET_DATE_TIME) + "'";
  }

  @Test
  void paymentsAboveTheAmountAreAWarning() {
    String premium = scene.world.premium(scene.company, "NORMAL", true).toString();
    String onTop = "'transaction_payments': [{'amount': 10}, {'amount': 2.5, 'premium': '%s'}]";
    Reply goods = scene.bought(onTop.formatted(premium) + ", 'number': 'L-1'");
    scene.assertWarned(goods);
    scene.assertWarned(
        scene.bought("'transaction_payments': [{'amount': 10}, {'amount': 0.5}]"),
        "overpaid: Its payments without premiums add up to 10.5 UGX, but its amount is 10.");
    String transaction = "'transaction': '" + goods.id() + "'";
    scene.assertWarned(scene.paid(transaction + ", 'currency': 'USD'"));
    scene.assertWarned(
        scene.paid(transaction + ", 'amount': 1"),
        "overpaid: With it, the payments without premiums for transaction L-1 add up to 11 UGX,"
            + " but its amount is 10.");
    String refund =
        "'source': '%s', 'destination': '%s', 'amount': 3, ".formatted(scene.farmer, scene.company);
    scene.assertWarned(scene.paid(refund + transaction));
    scene.assertWarned(scene.paid(transaction + ", 'amount': 1"));
  }

  @Test
  void aHundredTimesTheUsualQuantityIsAWarning() {
    for (String usual : List.of("50", "20", "9999", "4999", "20")) {
      scene.assertWarned(scene.bought("'amount': '0', 'quantity': '" + usual + "'"));
    }
    scene.assertWarned(
        scene.bought("'amount': '0', 'quantity': '5000'"),
        "unusual_quantity: Its quantity is 5000, but 3 of the last 5 deliveries of this"
            + " product by the farmer"
            + " had 50 or less.");
    String honey = "'quantity': '5000', 'product': '" + scene.world.product("Honey") + "'";
    scene.assertWarned(scene.bought(honey));
  }

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
    String lot = scene.bought("'number': 'L-1', 'date': '" + DAY + "T20:00:00Z'").id();
    String parents = "'quantity': '1', 'amount': '0', 'parents': ['" + lot + "'], 'date': ";
    scene.assertWarned(
        scene.sold(parents + "'" + DAY + "T12:00:00Z'"),
        "before_parents: Its date is %s, but its lot L-1 is of %s.".formatted(DAY, NEXT_DAY));
    scene.assertWarned(scene.sold(parents + "'" + DAY + "T19:00:00Z'"));
    scene.assertWarned(scene.sold(parents + "'" + NEXT_DAY + "'"));
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
    String lot = lot(100);
    Goods.move(scene.member, scene.company, scene.company, scene.cherry, "101", lot)
        .expect(409, "/parents/0 current_quantity");
    scene.assertWarned(processed(scene.cherry.toString(), "100", lot));
  }

  @Test
  void theSameDeliveryOnADayIsAWarning() {
    String day = "'date': '" + DAY + "T20:00:00Z', ";
    scene.assertWarned(scene.bought(day + "'number': 'L-1'"));
    scene.assertWarned(
        scene.bought("'date': '" + NEXT_DAY + "'"),
        "same_delivery: Transaction L-1 has the same farmer, day, product and quantity.");
    scene.assertWarned(scene.bought("'date': '" + DAY + "'"));
    scene.assertWarned(scene.bought(day + "'quantity': '99'"));
    scene.assertWarned(scene.bought(day + "'product': '" + parchment + "'"));
    scene.assertWarned(scene.bought(day + "'source': '" + scene.world.farmer(scene.company) + "'"));
  }

  @Test
  void theSamePaymentOnADayIsAWarning() {
    String goods = scene.bought("").id();
    String day = "'date': '" + DAY + "T20:00:00Z'";
    scene.assertWarned(scene.paid("'number': 'P-1', " + day));
    scene.assertWarned(
        scene.paid("'date': '" + NEXT_DAY + "'"),
        "same_payment: Payment P-1 has the same parties, day and amount.");
    scene.assertWarned(scene.paid("'date': '" + DAY + "'"));
    for (String other :
        List.of("'amount': 9", "'currency': 'USD'", "'transaction': '" + goods + "'")) {
      scene.assertWarned(scene.paid(day + ", " + other));
    }
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
