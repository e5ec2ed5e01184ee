package supplychain.ingest;

import static supplychain.ingest.TableReader.Cell.JSON;
import static supplychain.ingest.TableReader.Cell.TEXT;
import static supplychain.ingest.TableReader.Cell.WORDS;
import static supplychain.records.account.MemberResource.COMPANY_MEMBERS;
import static supplychain.records.account.UserResource.USERS;
import static supplychain.records.card.CardResource.CONNECT_CARDS;
import static supplychain.records.catalogue.PremiumResource.PREMIUMS;
import static supplychain.records.catalogue.ProductResource.PRODUCTS;
import static supplychain.records.company.CompanyProductResource.COMPANY_PRODUCTS;
import static supplychain.records.company.VisibilityResource.FIELD_VISIBILITIES;
import static supplychain.records.form.FormResource.FORMS;
import static supplychain.records.transaction.TransactionResources.PAYMENT_TRANSACTIONS;
import static supplychain.records.transaction.TransactionResources.PRODUCT_TRANSACTIONS;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import supplychain.ingest.TableReader.Cell;
import supplychain.records.RecordKind;
import supplychain.records.TableColumns;
import supplychain.records.company.CompanyResource;
import supplychain.records.farmer.FarmerResource;
import supplychain.records.farmer.PlotResource;

/**
 * A kind of record that a file or a request with many records may have.
 *
 * @param title its name in a document, like {@code company-products}
 * @param path its name where records come as lines, like {@code product-transactions}
 * @param columns the columns of its tables; none if records come in documents only
 */
public record IngestKind(
    String title, String path, RecordKind.ManyCreation creation, Map<String, Cell> columns) {
  static final IngestKind COMPANIES = ofDocument("companies", CompanyResource.COMPANIES);

  public static final IngestKind CARDS =
      ofTable("cards", "cards", CONNECT_CARDS, Map.of("company", TEXT));

  public static final IngestKind FARMERS =
      ofTable(
          "farmers",
          "farmers",
          FarmerResource.FARMERS,
          Map.of(
              "entity_card.card.id", TEXT,
              "entity_card.card.card_id", TEXT,
              "entity_card.card.display_id", TEXT));

  public static final IngestKind PLOTS =
      ofTable("plots", "plots", PlotResource.PLOTS, Map.of("latitude", JSON, "longitude", JSON));

  public static final IngestKind TRANSACTIONS =
      ofTable(
          "transactions", "product-transactions", PRODUCT_TRANSACTIONS, Map.of("parents", WORDS));

  public static final IngestKind PAYMENTS =
      ofTable(
          "payments", "payment-transactions", PAYMENT_TRANSACTIONS, Map.of("submissions", WORDS));

  /** Every kind, in the order in which a load creates the records of a document. */
  public static final List<IngestKind> ALL =
      List.of(
          ofDocument("users", USERS),
          COMPANIES,
          ofDocument("members", COMPANY_MEMBERS),
          ofDocument("products", PRODUCTS),
          ofDocument("premiums", PREMIUMS),
          ofDocument("forms", FORMS),
          ofDocument("company-products", COMPANY_PRODUCTS),
          ofDocument("visibilities", FIELD_VISIBILITIES),
          CARDS,
          FARMERS,
          PLOTS,
          TRANSACTIONS,
          PAYMENTS);

  public static final List<IngestKind> OF_LINES =
      ALL.stream().filter(kind -> !kind.columns().isEmpty()).toList();

  public static IngestKind plotsOf(UUID farmer) {
    return new IngestKind(
        PLOTS.title,
        PLOTS.path,
        (sql, bodies, refused) -> PlotResource.record(sql, farmer, bodies, refused),
        PLOTS.columns);
  }

  private static IngestKind ofDocument(String title, RecordKind kind) {
    return new IngestKind(title, title, kind.manyCreation(), Map.of());
  }

  /** A kind whose tables have the columns of its list, so that users can send a list back. */
  private static IngestKind ofTable(
      String title, String path, RecordKind kind, Map<String, Cell> more) {
    Map<String, Cell> columns = new LinkedHashMap<>();
    TableColumns table = kind.table();
    for (int i = 0; i < table.names().size(); i++) {
      columns.put(table.names().get(i), Cell.of(table.types().get(i)));
    }
    columns.putAll(more);
    return new IngestKind(title, path, kind.manyCreation(), columns);
  }
}
