package supplychain.reports;

import static supplychain.reports.Report.Unit.*;
import static supplychain.reports.ReportRequest.FORM_KEY;
import static supplychain.reports.ReportRequest.FORM_VALUE;
import static supplychain.validation.ValueTypes.DAY_OR_TIME;

import java.util.List;
import java.util.Optional;
import supplychain.records.transaction.Method;
import supplychain.reports.Report.Column;
import supplychain.reports.Report.Parameter;
import supplychain.validation.ValueTypes;

/** All reports. To add one, write {@code NAME.sql} and add its declaration here. */
public final class Reports {
  private static final String GOODS = "/v1/transactions/product-transactions/";
  private static final String PAYMENTS = "/v1/transactions/payment-transactions/";

  private static final String BEGIN = " A day means its beginning.";

  private static final Parameter DATE_FROM =
      new Parameter(
          ReportRequest.DATE_FROM, "Only records of this date or later." + BEGIN, DAY_OR_TIME);
  private static final Parameter DATE_BEFORE =
      new Parameter(
          ReportRequest.DATE_BEFORE, "Only records before this date." + BEGIN, DAY_OR_TIME);
  private static final Parameter SOURCE =
      Parameter.id("source", "Only goods from this farmer or company.");
  private static final Parameter ENTITY = Parameter.id("entity", "Only this farmer or company.");
  private static final Parameter PREMIUM = Parameter.id("premium", "Only this premium.");
  private static final Parameter CARD = Parameter.id("card", "Only deliveries with this card.");
  private static final Parameter CREATOR =
      Parameter.id("creator", "Only deliveries that this user of your company recorded.");
  private static final Parameter FARMER =
      Parameter.id("farmer", "Only this farmer, and those whom the farmer replaced.");
  private static final Parameter METHOD =
      new Parameter("method", "Only this method.", ValueTypes.choice(Method.class));
  private static final Parameter ONLY =
      new Parameter(
          "only",
          "Only partners that your company owes, that owe it, or that have an advance.",
          new ValueTypes.Word(List.of("payable", "receivable", "advanced")));
  private static final Parameter PRODUCT = Parameter.id("product", "Only this product.");
  private static final Parameter CURRENCY = Parameter.id("currency", "Only this currency.");

  private static final Column CODE =
      TEXT.named("currency", "The currency of the amounts; empty if they have none.");
  private static final Column PRODUCT_NAME = TEXT.named("product.name", "The product.");
  private static final Column UNKNOWN =
      COUNT.named("unknown", "The number with an unknown quantity, which `kg` lacks.");

  private static final Report DELIVERIES =
      Report.of("deliveries", "Sum the goods that your company received")
          .groups("farmer", "product", "day", "week", "month", "user", FORM_VALUE)
          .parameters(DATE_FROM, DATE_BEFORE, SOURCE, PRODUCT, CARD, CREATOR, CURRENCY, FORM_KEY)
          .columns(
              TEXT.named("source.number", "The number of the farmer.").in("farmer"),
              TEXT.named("source.name", "The farmer or the company that delivered.").in("farmer"),
              PRODUCT_NAME.in("product"),
              TEXT.named("period", "The day, the Monday of the week or the month.")
                  .in("day", "week", "month"),
              TEXT.named("user", "The email address of the user who recorded the deliveries.")
                  .in("user"),
              TEXT.named("company.name", "The company that recorded the deliveries.").in("user"),
              TEXT.named(FORM_VALUE, "The value in the form; empty without one.").in(FORM_VALUE),
              COUNT.named("deliveries", "The number of deliveries."),
              KG.named("kg", "The sum of the known quantities."),
              UNKNOWN,
              AMOUNT.named("amount", "The sum of the amounts."),
              CODE,
              PRICE.named("price", "The mean price of the known quantities."),
              DAY.named("first_day", "The day of the first delivery."),
              DAY.named("last_day", "The day of the last delivery."),
              KG.named("estimate", "The sum of the farmer's estimates for the period.")
                  .in("farmer"),
              Column.link("item", "The deliveries.", GOODS));

  /** The purchases that are not fully paid. Its table can be posted as a table of payments. */
  public static final Report UNPAID =
      Report.of("unpaid", "List the purchases that are not fully paid")
          .parameters(DATE_FROM, DATE_BEFORE, SOURCE, PRODUCT, CURRENCY)
          .columns(
              TEXT.named("transaction.number", "The number of the purchase."),
              DAY.named("transaction.day", "The day of the purchase."),
              TEXT.named("transaction.product", "The product."),
              KG.named("transaction.kg", "The quantity; empty if it is unknown."),
              AMOUNT.named("transaction.amount", "The amount of the purchase."),
              AMOUNT.named("transaction.paid", "The payments for the purchase, less refunds."),
              DAYS.named("transaction.age", "The days since the purchase."),
              COUNT.named(
                  "transaction.other_payments",
                  "The number of payments in other currencies, which `paid` lacks."),
              TEXT.named("destination.number", "The number of the farmer to pay."),
              TEXT.named("destination.name", "The farmer or the company to pay."),
              DAY.named("date", "The day of the payment that settles the purchase: today."),
              AMOUNT.named("amount", "The amount of that payment: what is still open."),
              CODE,
              Column.link("item", "The payments in `transaction.paid`.", PAYMENTS));

  private static final Report BALANCES =
      Report.of("balances", "Show what your company and each partner owe each other")
          .parameters(DATE_FROM, DATE_BEFORE, ENTITY, CURRENCY, ONLY)
          .columns(
              TEXT.named("entity.number", "The number of the farmer."),
              TEXT.named("entity.name", "The farmer or the company."),
              CODE,
              AMOUNT.named("bought", "The amount of the goods that your company bought."),
              AMOUNT.named("paid", "The payments for these goods."),
              AMOUNT.named("refunded", "The refunds of these payments."),
              AMOUNT.named("advanced", "The advances that your company paid, less those received."),
              AMOUNT.named("sold", "The amount of the goods that your company sold."),
              AMOUNT.named("received", "The payments received for these goods, less refunds."),
              AMOUNT.named(
                  "owed", "The amount that your company owes; negative if the partner owes it."),
              AMOUNT.named("premiums", "The premiums paid, less those received; not in `owed`."),
              Column.link("item", "The goods bought and sold.", GOODS),
              Column.link("payments", "The payments.", PAYMENTS));

  private static final Report STOCK =
      Report.of("stock", "Show what your company has in stock")
          .parameters(
              new Parameter("at", "The stock before this instant." + BEGIN, DAY_OR_TIME), PRODUCT)
          .columns(
              PRODUCT_NAME,
              KG.named("kg", "The quantity that is left in all lots."),
              COUNT.named("lots", "The number of lots that are not used up."),
              UNKNOWN,
              DAY.named("oldest", "The day of the oldest lot."),
              Column.link("item", "The lots; with `at`, all lots until then.", GOODS));

  private static final Report PAID =
      Report.of("payments", "Sum the payments of your company")
          .groups("type", "farmer", "day", "month", "premium")
          .parameters(DATE_FROM, DATE_BEFORE, ENTITY, PREMIUM, METHOD, CURRENCY)
          .columns(
              TEXT.named("direction", "PAID by your company, or RECEIVED."),
              TEXT.named("payment_type", "Their type, or PLAIN, such as an advance.").in("type"),
              TEXT.named("premium.name", "The premium.").in("type", "premium"),
              TEXT.named("method", "The method.").in("type"),
              TEXT.named("entity.number", "The number of the farmer.").in("farmer"),
              TEXT.named("entity.name", "The farmer or the company.").in("farmer"),
              TEXT.named("period", "The day or the month.").in("day", "month"),
              COUNT.named("payments", "The number of payments."),
              AMOUNT.named("amount", "The sum of the amounts."),
              CODE,
              Column.link("item", "The payments.", PAYMENTS));

  private static final Report PREMIUMS =
      Report.of("premiums", "Show the premiums that are due to farmers, paid and open")
          .groups("farmer", "premium")
          .parameters(DATE_FROM, DATE_BEFORE, FARMER, PREMIUM, CURRENCY)
          .columns(
              TEXT.named("farmer.number", "The number of the farmer.").in("farmer"),
              TEXT.named("farmer.name", "The farmer.").in("farmer"),
              TEXT.named("premium.name", "The premium."),
              AMOUNT.named("due", "The premium by its rule; empty without a rule."),
              AMOUNT.named("paid", "The payments of the premium, less refunds."),
              AMOUNT.named("open", "due − paid."),
              CODE,
              COUNT.named("unknown", "The purchases whose unknown quantity the rule needs."),
              Column.link("item", "The payments in `paid`.", PAYMENTS));

  private static final Report PROCESSING =
      Report.of("processing", "Show what your company made of its lots, and the yield")
          .groups("pair", "month")
          .parameters(DATE_FROM, DATE_BEFORE, PRODUCT)
          .columns(
              TEXT.named("period", "The month.").in("month"),
              TEXT.named("parent_product.name", "The product that was used; empty if several."),
              TEXT.named("product.name", "The product that was made."),
              COUNT.named("steps", "The number of steps."),
              KG.named("kg_in", "The quantity used, in steps with known quantities."),
              KG.named("kg_out", "The quantity made in these steps."),
              KG.named("loss", "kg_in − kg_out; negative is a gain."),
              PERCENT.named("yield", "kg_out of kg_in."),
              PERCENT.named("usual", "The median yield of the pair in the last 300 steps."),
              COUNT.named("unknown", "The steps with an unknown quantity, in no sum."),
              Column.link("item", "The steps.", GOODS));

  private static final Report MASS_BALANCE =
      Report.of("mass-balance", "Check that no kilogram appears or disappears")
          .parameters(DATE_FROM, DATE_BEFORE, PRODUCT)
          .columns(
              PRODUCT_NAME,
              KG.named("opening", "The stock before the period, without lots used up before."),
              KG.named("received", "The goods received from others."),
              KG.named("made", "The goods that your company made, or split off."),
              KG.named("used", "The quantity drawn for the goods made."),
              KG.named("sold", "The quantity drawn for goods sold."),
              KG.named("closing", "The stock after the period, by what the lots have left."),
              KG.named(
                  "difference", "opening + received + made − used − sold − closing. It must be 0."),
              COUNT.named("unknown", "The lots with an unknown quantity, in no sum."),
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
              TEXT.named("farmer.number", "The number of the farmer."),
              TEXT.named("farmer.name", "The farmer."),
              COUNT.named("deliveries", "The deliveries in the period."),
              DAY.named("last_delivery", "The day of the delivery recorded last, in any period."),
              COUNT.named("plots", "The active plots."),
              FLAG.named("card", "Whether the farmer holds a card."),
              TEXT.named("consent", "The `consent_status`."),
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
