package supplychain.verify;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.verify.WarningScene.*;

import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import supplychain.Client;
import supplychain.Reply;
import supplychain.core.Role;

/** The warnings about goods and payments. */
class TransactionWarningsTest {
  private final WarningScene scene = new WarningScene();

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
    Reply first = scene.bought("'date': '2026-11-20', 'invoice_number': 'Inv-7', 'number': 'L-1'");
    scene.assertWarned(first);
    scene.assertWarned(
        scene.bought("'date': '2026-11-20', 'quantity': '99', 'invoice_number': 'INV-7'"),
        "repeated_invoice_number: Transaction L-1 between the same parties has the invoice number"
            + " INV-7 too.");
    UUID other = scene.world.farmer(scene.company);
    scene.assertWarned(scene.bought("'invoice_number': 'Inv-7', 'source': '" + other + "'"));
    String line =
        "'date': '2026-11-20', 'invoice_number': 'Inv-7', 'product': '"
            + scene.world.product("Honey")
            + "'";
    scene.assertWarned(scene.bought(line));
    scene.assertWarned(scene.bought("'invoice_number': ' '"));
    scene.assertWarned(scene.bought("'invoice_number': ' '"));
  }

  @Test
  void anInvoiceThatWasReversedCanBeRecordedAgain() {
    Reply first = scene.bought("'invoice_number': '7'");
    String reversals = first.header("Location") + "reversals/";
    scene.member.post(reversals, "{\"reason\": \"typo\"}").expect(201);
    scene.assertWarned(scene.bought("'invoice_number': '7'"));
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
    OffsetDateTime now =
        OffsetDateTime.now(ZoneOffset.ofHoursMinutes(5, 30)).truncatedTo(ChronoUnit.SECONDS);
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
    scene.assertWarned(scene.bought("'amount': '0', 'quantity': '50'"));
    scene.assertWarned(scene.bought("'amount': '0', 'quantity': '20'"));
    scene.assertWarned(scene.bought("'amount': '0', 'quantity': '9999'"));
    scene.assertWarned(scene.bought("'amount': '0', 'quantity': '4999'"));
    scene.assertWarned(scene.bought("'amount': '0', 'quantity': '20'"));
    scene.assertWarned(
        scene.bought("'amount': '0', 'quantity': '5000'"),
        "unusual_quantity: Its quantity is 5000, but 3 of the last 5 deliveries of this"
            + " product by the farmer"
            + " had 50 or less.");
    String honey = "'quantity': '5000', 'product': '" + scene.world.product("Honey") + "'";
    scene.assertWarned(scene.bought(honey));
  }
}
