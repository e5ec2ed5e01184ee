package supplychain.ingest;

import static supplychain.ingest.Cell.TEXT;
import static supplychain.ingest.Cell.WORDS;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BiConsumer;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.core.Problem;
import supplychain.records.RecordKind;
import supplychain.records.TableColumns;
import supplychain.records.card.CompanyCards;
import supplychain.records.farmer.FarmerResource;
import supplychain.records.farmer.NewFarmers;
import supplychain.records.farmer.NewPlots;
import supplychain.records.farmer.PlotResource;
import supplychain.records.transaction.NewProductTransactions;
import supplychain.records.transaction.PaymentTransactions;
import supplychain.records.transaction.TransactionResources;
import supplychain.validation.Body;

/**
 * A kind of record of which many may come at once.
 *
 * @param title its name, like {@code product-transactions}
 * @param columns those that a table of them may have
 */
public record BulkKind(String title, Recorder recorder, Map<String, Cell> columns) {
  /** Farmers. */
  public static final BulkKind FARMERS =
      new BulkKind(
          "farmers",
          NewFarmers::record,
          columns(
              FarmerResource.FARMERS.table(),
              Map.of(
                  "entity_card.card.id", TEXT,
                  "entity_card.card.card_id", TEXT,
                  "entity_card.card.display_id", TEXT)));

  /** Plots, each naming its farmer. */
  public static final BulkKind PLOTS = plots(NewPlots::record);

  /** Cards of a company, whoever holds them. */
  public static final BulkKind CARDS =
      new BulkKind(
          "cards",
          each(CompanyCards::record),
          Map.of(
              "id", TEXT,
              "company", TEXT,
              "card_id", TEXT,
              "display_id", TEXT,
              "created_on", TEXT,
              "updated_on", TEXT));

  /** Goods moved. */
  public static final BulkKind PRODUCT_TRANSACTIONS =
      new BulkKind(
          "product-transactions",
          NewProductTransactions::record,
          columns(TransactionResources.PRODUCT_TRANSACTIONS.table(), Map.of("parents", WORDS)));

  /** Payments. */
  public static final BulkKind PAYMENT_TRANSACTIONS =
      new BulkKind(
          "payment-transactions",
          each(PaymentTransactions::record),
          columns(TransactionResources.PAYMENT_TRANSACTIONS.table(), Map.of("submissions", WORDS)));

  /** Every kind. */
  public static final List<BulkKind> ALL =
      List.of(FARMERS, PLOTS, CARDS, PRODUCT_TRANSACTIONS, PAYMENT_TRANSACTIONS);

  /** Plots of this farmer. */
  public static BulkKind plotsOf(UUID farmer) {
    return plots((sql, bodies, refused) -> NewPlots.record(sql, farmer, bodies, refused));
  }

  private static BulkKind plots(Recorder recorder) {
    Map<String, Cell> place = Map.of("latitude", Cell.NUMBER, "longitude", Cell.NUMBER);
    return new BulkKind("plots", recorder, columns(PlotResource.PLOTS.table(), place));
  }

  /** Records some of them in the transaction at hand. */
  @FunctionalInterface
  interface Recorder {
    /** Records those that are right, and tells of the others, of which nothing is written. */
    Map<Body, UUID> record(
        DSLContext sql, Map<Body, Caller> bodies, BiConsumer<Body, Problem> refused);
  }

  /**
   * Records some of them.
   *
   * @param refused is told of each that is refused
   * @return the ids of the others, by body
   */
  Map<Body, UUID> record(
      DSLContext sql, Map<Body, Caller> bodies, BiConsumer<Body, Problem> refused) {
    return recorder.record(sql, bodies, refused);
  }

  private static Recorder each(RecordKind.Creation recording) {
    return (sql, bodies, refused) -> {
      Map<Body, UUID> ids = new LinkedHashMap<>();
      bodies.forEach(
          (body, caller) -> {
            try {
              ids.put(body, recording.create(sql, caller, body));
            } catch (Problem problem) {
              refused.accept(body, problem);
            }
          });
      return ids;
    };
  }

  /** Those of the list as a table, so that what was read can be sent back, and some more. */
  private static Map<String, Cell> columns(TableColumns table, Map<String, Cell> more) {
    Map<String, Cell> columns = new LinkedHashMap<>();
    List<String> names = table.names();
    for (int i = 0; i < names.size(); i++) {
      columns.put(names.get(i), Cell.of(table.types().get(i)));
    }
    columns.putAll(more);
    return columns;
  }
}
