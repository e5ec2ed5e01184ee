package supplychain.reports;

import static supplychain.reports.Report.Unit.*;
import static supplychain.validation.ValueTypes.DAY_OR_TIME;

import java.util.List;
import java.util.Optional;
import supplychain.records.transaction.Method;
import supplychain.reports.Report.Column;
import supplychain.reports.Report.Parameter;
import supplychain.validation.ValueType;
import supplychain.validation.ValueTypes;

/** All reports. To add one, write {@code NAME.sql} and add its declaration here. */
public final class Reports {
  private static final String GOODS = "/v1/transactions/product-transactions/";
  private static final String PAYMENTS = "/v1/transactions/payment-transactions/";

  private static final String DAY = " A day means its beginning.";

  private static final Parameter DATE_FROM =
      new Parameter(
          ReportRequest.DATE_FROM, "Only records of this date or later." + DAY, DAY_OR_TIME);
  private static final Parameter DATE_BEFORE =
      new Parameter(ReportRequest.DATE_BEFORE, "Only records before this date." + DAY, DAY_OR_TIME);
  private static final Parameter SOURCE =
      Parameter.id("source", "Only goods from this farmer or company.");
  private static final Parameter ENTITY = Parameter.id("entity", "Only this farmer or company.");
  private static final Parameter PREMIUM = Parameter.id("premium", "Only this premium.");
  private static final ValueType<Method> METHODS = ValueTypes.choice(Method.class);
  private static final Parameter PRODUCT = Parameter.id("product", "Only this product.");
  private static final Parameter CURRENCY = Parameter.id("currency", "Only this currency.");

  private static final Column CODE =
      Column.of("currency", TEXT, "The currency of the amounts; empty if they have none.");
  private static final Column PRODUCT_NAME = Column.of("product.name", TEXT, "The product.");
  private static final Column UNKNOWN =
      Column.of("unknown", COUNT, "The number with an unknown quantity, which `kg` lacks.");

  private static final Report DELIVERIES =
      Report.of("deliveries", "Sum the goods that your company received")
          .chart("kg")
          .groups("farmer", "product", "day", "week", "month", "user", FormValueGroup.NAME)
          .parameters(
              DATE_FROM,
              DATE_BEFORE,
              SOURCE,
              PRODUCT,
              Parameter.id("card", "Only deliveries with this card."),
              Parameter.id("creator", "Only deliveries that this user of your company recorded."),
              CURRENCY,
              FormValueGroup.FIELD)
          .columns(
              Column.of("source.number", TEXT, "The number of the farmer.").in("farmer"),
              Column.of("source.name", TEXT, "The farmer or the company that delivered.")
                  .in("farmer"),
              PRODUCT_NAME.in("product"),
              Column.of("period", TEXT, "The day, the Monday of the week or the month.")
                  .in("day", "week", "month"),
              Column.of("user", TEXT, "The email address of the user who recorded the deliveries.")
                  .in("user"),
              Column.of("company.name", TEXT, "The company that recorded the deliveries.")
                  .in("user"),
              Column.of(FormValueGroup.NAME, TEXT, "The value in the form; empty without one.")
                  .in(FormValueGroup.NAME),
              Column.of("deliveries", COUNT, "The number of deliveries."),
              Column.of("kg", KG, "The sum of the known quantities."),
              UNKNOWN,
              Column.of("amount", AMOUNT, "The sum of the amounts."),
              CODE,
              Column.of("price", PRICE, "The mean price of the known quantities."),
              Column.of("first_day", Report.Unit.DAY, "The day of the first delivery."),
              Column.of("last_day", Report.Unit.DAY, "The day of the last delivery."),
              Column.of("estimate", KG, "The sum of the farmer's estimates for the period.")
                  .in("farmer"),
              Column.link("item", "The deliveries.", GOODS));

  /** The purchases that are not fully paid. Its table can be posted as a table of payments. */
  public static final Report UNPAID =
      Report.of("unpaid", "List the purchases that are not fully paid")
          .parameters(DATE_FROM, DATE_BEFORE, SOURCE, PRODUCT, CURRENCY)
          .columns(
              Column.of("transaction.number", TEXT, "The number of the purchase."),
              Column.of("transaction.day", Report.Unit.DAY, "The day of the purchase."),
              Column.of("transaction.product", TEXT, "The product."),
              Column.of("transaction.kg", KG, "The quantity; empty if it is unknown."),
              Column.of("transaction.amount", AMOUNT, "The amount of the purchase."),
              Column.of("transaction.paid", AMOUNT, "The payments for the purchase, less refunds."),
              Column.of("transaction.age", DAYS, "The days since the purchase."),
              Column.of(
                  "transaction.other_payments",
                  COUNT,
                  "The number of payments in other currencies, which `paid` lacks."),
              Column.of("destination.number", TEXT, "The number of the farmer to pay."),
              Column.of("destination.name", TEXT, "The farmer or the company to pay."),
              Column.of(
                  "date",
                  Report.Unit.DAY,
                  "The day of the payment that settles the purchase: today."),
              Column.of("amount", AMOUNT, "The amount of that payment: what is still open."),
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
                  new ValueTypes.Word(List.of("payable", "receivable", "advanced"))))
          .columns(
              Column.of("entity.number", TEXT, "The number of the farmer."),
              Column.of("entity.name", TEXT, "The farmer or the company."),
              CODE,
              Column.of("bought", AMOUNT, "The amount of the goods that your company bought."),
              Column.of("paid", AMOUNT, "The payments for these goods."),
              Column.of("refunded", AMOUNT, "The refunds of these payments."),
              Column.of(
                  "advanced", AMOUNT, "The advances that your company paid, less those received."),
              Column.of("sold", AMOUNT, "The amount of the goods that your company sold."),
              Column.of("received", AMOUNT, "The payments received for these goods, less refunds."),
              Column.of(
                  "owed",
                  AMOUNT,
                  "The amount that your company owes; negative if the partner owes it."),
              Column.of(
                  "premiums", AMOUNT, "The premiums paid, less those received; not in `owed`."),
              Column.link("item", "The goods bought and sold.", GOODS),
              Column.link("payments", "The payments.", PAYMENTS));

  private static final Report STOCK =
      Report.of("stock", "Show what your company has in stock")
          .parameters(
              new Parameter("at", "The stock before this instant." + DAY, DAY_OR_TIME), PRODUCT)
          .columns(
              PRODUCT_NAME,
              Column.of("kg", KG, "The quantity that is left in all lots."),
              Column.of("lots", COUNT, "The number of lots that are not used up."),
              UNKNOWN,
              Column.of("oldest", Report.Unit.DAY, "The day of the oldest lot."),
              Column.link("item", "The lots; with `at`, all lots until then.", GOODS));

  private static final Report PAID =
      Report.of("payments", "Sum the payments of your company")
          .groups("type", "farmer", "day", "month", "premium")
          .parameters(
              DATE_FROM,
              DATE_BEFORE,
              ENTITY,
              PREMIUM,
              new Parameter("method", "Only this method.", METHODS),
              CURRENCY)
          .columns(
              Column.of("direction", TEXT, "PAID by your company, or RECEIVED."),
              Column.of("payment_type", TEXT, "Their type, or PLAIN, such as an advance.")
                  .in("type"),
              Column.of("premium.name", TEXT, "The premium.").in("type", "premium"),
              Column.of("method", TEXT, "The method.").in("type"),
              Column.of("entity.number", TEXT, "The number of the farmer.").in("farmer"),
              Column.of("entity.name", TEXT, "The farmer or the company.").in("farmer"),
              Column.of("period", TEXT, "The day or the month.").in("day", "month"),
              Column.of("payments", COUNT, "The number of payments."),
              Column.of("amount", AMOUNT, "The sum of the amounts."),
              CODE,
              Column.link("item", "The payments.", PAYMENTS));

  private static final Report PREMIUMS =
      Report.of("premiums", "Show the premiums that are due to farmers, paid and open")
          .groups("farmer", "premium")
          .parameters(
              DATE_FROM,
              DATE_BEFORE,
              Parameter.id("farmer", "Only this farmer, and those whom the farmer replaced."),
              PREMIUM,
              CURRENCY)
          .columns(
              Column.of("farmer.number", TEXT, "The number of the farmer.").in("farmer"),
              Column.of("farmer.name", TEXT, "The farmer.").in("farmer"),
              Column.of("premium.name", TEXT, "The premium."),
              Column.of("due", AMOUNT, "The premium by its rule; empty without a rule."),
              Column.of("paid", AMOUNT, "The payments of the premium, less refunds."),
              Column.of("open", AMOUNT, "due − paid."),
              CODE,
              Column.of("unknown", COUNT, "The purchases whose unknown quantity the rule needs."),
              Column.link("item", "The payments in `paid`.", PAYMENTS));

  private static final Report PROCESSING =
      Report.of("processing", "Show what your company made of its lots, and the yield")
          .groups("pair", "month")
          .parameters(DATE_FROM, DATE_BEFORE, PRODUCT)
          .columns(
              Column.of("period", TEXT, "The month.").in("month"),
              Column.of(
                  "parent_product.name", TEXT, "The product that was used; empty if several."),
              Column.of("product.name", TEXT, "The product that was made."),
              Column.of("steps", COUNT, "The number of steps."),
              Column.of("kg_in", KG, "The quantity used, in steps with known quantities."),
              Column.of("kg_out", KG, "The quantity made in these steps."),
              Column.of("loss", KG, "kg_in − kg_out; negative is a gain."),
              Column.of("yield", PERCENT, "kg_out of kg_in."),
              Column.of("usual", PERCENT, "The median yield of the pair in the last 300 steps."),
              Column.of("unknown", COUNT, "The steps with an unknown quantity, in no sum."),
              Column.link("item", "The steps.", GOODS));

  private static final Report MASS_BALANCE =
      Report.of("mass-balance", "Check that no kilogram appears or disappears")
          .parameters(DATE_FROM, DATE_BEFORE, PRODUCT)
          .columns(
              PRODUCT_NAME,
              Column.of("opening", KG, "The stock before the period, without lots used up before."),
              Column.of("received", KG, "The goods received from others."),
              Column.of("made", KG, "The goods that your company made, or split off."),
              Column.of("used", KG, "The quantity drawn for the goods made."),
              Column.of("sold", KG, "The quantity drawn for goods sold."),
              Column.of("closing", KG, "The stock after the period, by what the lots have left."),
              Column.of(
                  "difference",
                  KG,
                  "opening + received + made − used − sold − closing. It must be 0."),
              Column.of("unknown", COUNT, "The lots with an unknown quantity, in no sum."),
              Column.link("item", "The lots of the period.", GOODS));

  private static final Report ABSENT =
      Report.of("absent", "List the farmers without a delivery, a plot, a card or a consent")
          .parameters(
              DATE_FROM,
              DATE_BEFORE,
              new Parameter(
                  "lacks",
                  "Only farmers without this.",
                  new ValueTypes.Word(List.of("delivery", "plot", "card", "consent"))))
          .columns(
              Column.of("farmer.number", TEXT, "The number of the farmer."),
              Column.of("farmer.name", TEXT, "The farmer."),
              Column.of("deliveries", COUNT, "The deliveries in the period."),
              Column.of(
                  "last_delivery",
                  Report.Unit.DAY,
                  "The day of the delivery recorded last, in any period."),
              Column.of("plots", COUNT, "The active plots."),
              Column.of("card", FLAG, "Whether the farmer holds a card."),
              Column.of("consent", TEXT, "The `consent_status`."),
              Column.link("item", "The deliveries in the period.", GOODS));

  /** All reports, in the order of the manual. */
  public static final List<Report> ALL =
      List.of(
          DELIVERIES, UNPAID, BALANCES, PAID, PREMIUMS, STOCK, PROCESSING, MASS_BALANCE, ABSENT);

  private Reports() {}

  /** The report with this name, if there is one. */
  public static Optional<Report> find(String name) {
    return ALL.stream().filter(report -> report.name().equals(name)).findFirst();
  }
}
