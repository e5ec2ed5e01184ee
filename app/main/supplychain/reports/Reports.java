package supplychain.reports;

import static supplychain.reports.Report.Unit.*;
import static supplychain.validation.Kinds.DAY_OR_TIME;

import java.util.List;
import supplychain.reports.Report.Column;
import supplychain.reports.Report.Parameter;
import supplychain.validation.Kinds;

/** All reports. To add one, write {@code NAME.sql} and add its declaration here. */
public final class Reports {
  private static final String GOODS = "/v1/transactions/product-transactions/";
  private static final String PAYMENTS = "/v1/transactions/payment-transactions/";

  private static final String DAY = " A day means its beginning.";

  private static final Parameter DATE_FROM =
      new Parameter("date_from", "Only records of this date or later." + DAY, DAY_OR_TIME);
  private static final Parameter DATE_BEFORE =
      new Parameter("date_before", "Only records before this date." + DAY, DAY_OR_TIME);
  private static final Parameter SOURCE =
      Parameter.id("source", "Only goods from this farmer or company.");
  private static final Parameter ENTITY = Parameter.id("entity", "Only this farmer or company.");
  private static final Parameter PRODUCT = Parameter.id("product", "Only this product.");
  private static final Parameter CURRENCY = Parameter.id("currency", "Only this currency.");

  private static final Column CODE =
      Column.of("currency", TEXT, "The currency of the amounts; empty if they have none.");
  private static final Column PRODUCT_NAME = Column.of("product.name", TEXT, "The product.");
  private static final Column UNKNOWN =
      Column.of("unknown", COUNT, "How many of them have an unknown quantity, which `kg` lacks.");

  private static final Report DELIVERIES =
      Report.of("deliveries", "Sum the goods that your company received")
          .groups("farmer", "product", "day", "week", "month", "user")
          .parameters(
              DATE_FROM,
              DATE_BEFORE,
              SOURCE,
              PRODUCT,
              Parameter.id("card", "Only deliveries with this card."),
              Parameter.id("creator", "Only deliveries that this user of your company recorded."),
              CURRENCY)
          .columns(
              Column.of("source.number", TEXT, "The number of the farmer.").in("farmer"),
              Column.of("source.name", TEXT, "The farmer or the company that delivered.")
                  .in("farmer"),
              PRODUCT_NAME.in("product"),
              Column.of("period", TEXT, "The day, the Monday of the week or the month.")
                  .in("day", "week", "month"),
              Column.of("user", TEXT, "The member of your company who recorded the deliveries.")
                  .in("user"),
              Column.of("company.name", TEXT, "The company that recorded them.").in("user"),
              Column.of("deliveries", COUNT, "How many deliveries."),
              Column.of("kg", KG, "Their known quantities together."),
              UNKNOWN,
              Column.of("amount", AMOUNT, "Their amounts together."),
              CODE,
              Column.of("price", PRICE, "The mean price of the known quantities."),
              Column.of("first_day", Report.Unit.DAY, "The day of the first delivery."),
              Column.of("last_day", Report.Unit.DAY, "The day of the last delivery."),
              Column.link("item", "The deliveries.", GOODS));

  /** What a table of payments can be written from. */
  public static final Report UNPAID =
      Report.of("unpaid", "List the purchases that are not fully paid")
          .parameters(DATE_FROM, DATE_BEFORE, SOURCE, PRODUCT, CURRENCY)
          .columns(
              Column.of("transaction.number", TEXT, "The number of the purchase."),
              Column.of("transaction.day", Report.Unit.DAY, "Its day."),
              Column.of("transaction.product", TEXT, "Its product."),
              Column.of("transaction.kg", KG, "Its quantity; empty if it is unknown."),
              Column.of("transaction.amount", AMOUNT, "Its amount."),
              Column.of("transaction.paid", AMOUNT, "Its payments, less refunds."),
              Column.of("transaction.age", DAYS, "The days since the purchase."),
              Column.of(
                  "transaction.other_payments",
                  COUNT,
                  "Its payments in other currencies, not in `paid`."),
              Column.of("destination.number", TEXT, "The number of the farmer to pay."),
              Column.of("destination.name", TEXT, "The farmer or the company to pay."),
              Column.of("date", Report.Unit.DAY, "Today: the day of the payment that settles it."),
              Column.of("amount", AMOUNT, "What is still open: the amount of that payment."),
              CODE,
              Column.link("item", "The payments in `transaction.paid`.", PAYMENTS));

  private static final Report BALANCES =
      Report.of("balances", "Show what your company and each partner owe each other")
          .parameters(
              DATE_FROM,
              DATE_BEFORE,
              ENTITY,
              CURRENCY,
              new Parameter(
                  "only",
                  "Only partners that your company owes, that owe it, or that have an advance.",
                  new Kinds.Word(List.of("payable", "receivable", "advanced"))))
          .columns(
              Column.of("entity.number", TEXT, "The number of the farmer."),
              Column.of("entity.name", TEXT, "The farmer or the company."),
              CODE,
              Column.of("bought", AMOUNT, "What your company bought."),
              Column.of("paid", AMOUNT, "What your company paid for that."),
              Column.of("refunded", AMOUNT, "What came back of that."),
              Column.of("advanced", AMOUNT, "Payments for nothing yet, less those received."),
              Column.of("sold", AMOUNT, "What your company sold."),
              Column.of("received", AMOUNT, "What your company received for that, less refunds."),
              Column.of(
                  "owed",
                  AMOUNT,
                  "What your company still owes. It is negative if the other owes."),
              Column.of("premiums", AMOUNT, "Premiums paid, less those received; not in `owed`."),
              Column.link("item", "The goods bought and sold.", GOODS),
              Column.link("payments", "The payments.", PAYMENTS));

  private static final Report STOCK =
      Report.of("stock", "Show what your company has in stock")
          .parameters(
              new Parameter("at", "The stock before this instant." + DAY, DAY_OR_TIME), PRODUCT)
          .columns(
              PRODUCT_NAME,
              Column.of("kg", KG, "What is left of all lots."),
              Column.of("lots", COUNT, "How many lots have something left."),
              UNKNOWN,
              Column.of("oldest", Report.Unit.DAY, "The day of the oldest lot."),
              Column.link("item", "The lots; with `at`, all lots until then.", GOODS));

  /** All reports, in the order of the manual. */
  public static final List<Report> ALL = List.of(DELIVERIES, UNPAID, BALANCES, STOCK);

  private Reports() {}

  /** The report with this name. */
  public static Report named(String name) {
    return ALL.stream().filter(report -> report.name().equals(name)).findFirst().orElseThrow();
  }
}
