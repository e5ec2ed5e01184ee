package supplychain.ingest;

import static supplychain.ingest.CellType.DECIMAL;
import static supplychain.ingest.CellType.NUMBER;
import static supplychain.ingest.CellType.TEXT;
import static supplychain.ingest.CellType.WORDS;
import static supplychain.records.account.MemberResource.COMPANY_MEMBERS;
import static supplychain.records.account.UserResource.USERS;
import static supplychain.records.card.CardResource.CONNECT_CARDS;
import static supplychain.records.catalogue.PremiumResource.PREMIUMS;
import static supplychain.records.catalogue.ProductResource.PRODUCTS;
import static supplychain.records.company.CompanyProductResource.COMPANY_PRODUCTS;
import static supplychain.records.company.FieldVisibilityResource.FIELD_VISIBILITIES;
import static supplychain.records.form.FormResource.FORMS;
import static supplychain.records.transaction.PaymentTransactionResource.PAYMENT_TRANSACTIONS;
import static supplychain.records.transaction.ProductTransactionResource.PRODUCT_TRANSACTIONS;
import static supplychain.schema.Tables.*;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.jooq.TableField;
import supplychain.records.Names;
import supplychain.records.RecordKind;
import supplychain.records.Recording;
import supplychain.records.Workbook.SheetColumn;
import supplychain.records.company.CompanyResource;
import supplychain.records.farmer.EstimateResource;
import supplychain.records.farmer.FarmerResource;
import supplychain.records.farmer.PlotResource;

/**
 * A kind of record that a file or a request with many records may have.
 *
 * @param title its name in a document, like {@code company-products}
 * @param path its name where records come as lines, like {@code product-transactions}
 * @param columns the columns of its tables; none if records come in documents only
 * @param owner the column of the company whose records have different keys; null without keys
 * @param keys the fields by which a record is known; the first one without being asked for
 */
public record IngestKind(
    String title,
    String path,
    RecordKind records,
    Recording creation,
    Map<String, CellType> columns,
    TableField<?, UUID> owner,
    List<String> keys) {
  /** The columns of the payment of a row of goods, except its amount. */
  private static final List<String> PAYMENT =
      List.of(
          "currency premium selected_option number date invoice_number method card payment_type"
              .split(" ", 0));

  static final IngestKind COMPANIES = ofDocument("companies", CompanyResource.COMPANIES);

  public static final IngestKind CARDS =
      ofTable("cards", "cards", CONNECT_CARDS, Map.of("company", TEXT))
          .knownBy(CARD.COMPANY, "card_id");

  public static final IngestKind FARMERS =
      ofTable(
              "farmers",
              "farmers",
              FarmerResource.FARMERS,
              Map.of(
                  FormColumns.FORM,
                  TEXT,
                  "entity_card.card.id",
                  TEXT,
                  "entity_card.card.card_id",
                  TEXT,
                  "entity_card.card.display_id",
                  TEXT))
          .knownBy(FARMER.BUYER, "number", "reference_number", "identification_no");

  public static final IngestKind PLOTS =
      ofTable(
          "plots",
          "plots",
          PlotResource.PLOTS,
          Map.of("latitude", NUMBER, "longitude", NUMBER, Column.ACRES, DECIMAL));

  public static final IngestKind ESTIMATES =
      ofTable("estimates", "estimates", EstimateResource.ESTIMATES, Map.of());

  public static final IngestKind TRANSACTIONS =
      ofTable("transactions", "product-transactions", PRODUCT_TRANSACTIONS, ofGoods())
          .knownBy(PRODUCT_TRANSACTION.COMPANY, "number", "invoice_number");

  public static final IngestKind PAYMENTS =
      ofTable(
              "payments",
              "payment-transactions",
              PAYMENT_TRANSACTIONS,
              Map.of("submissions", WORDS, Transfer.TRANSACTIONS, WORDS))
          .knownBy(PAYMENT_TRANSACTION.COMPANY, "number", "invoice_number");

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
          ESTIMATES,
          TRANSACTIONS,
          PAYMENTS);

  public static final List<IngestKind> OF_LINES =
      ALL.stream().filter(kind -> !kind.columns().isEmpty()).toList();

  /** The fields by which a request may say that records are known. */
  public List<String> matches() {
    return Stream.concat(keys.stream(), Stream.of(KnownRecords.ID)).toList();
  }

  /** The kind of plots whose farmer is in the path, so that no record names it. */
  public static IngestKind plotsOf(UUID farmer) {
    String path = "farmers/" + farmer + "/" + PLOTS.path;
    Recording creation = PlotResource.createdOf(farmer);
    return new IngestKind(
        PLOTS.title, path, PLOTS.records, creation, PLOTS.columns, PLOTS.owner, PLOTS.keys);
  }

  private IngestKind knownBy(TableField<?, UUID> company, String... fields) {
    return new IngestKind(title, path, records, creation, columns, company, List.of(fields));
  }

  /** A row of goods has one of their payments. */
  private static Map<String, CellType> ofGoods() {
    Map<String, CellType> columns = new LinkedHashMap<>();
    columns.put("parents", WORDS);
    columns.put(FormColumns.FORM, TEXT);
    columns.put(RowMoney.PRICE, DECIMAL);
    columns.put(Column.PAYMENT + "amount", DECIMAL);
    PAYMENT.forEach(name -> columns.put(Column.PAYMENT + name, TEXT));
    return columns;
  }

  private static IngestKind ofDocument(String title, RecordKind kind) {
    return new IngestKind(title, title, kind, kind.creations(), Map.of(), null, List.of());
  }

  /** A kind whose tables have the columns of its list, so that users can send a list back. */
  private static IngestKind ofTable(
      String title, String path, RecordKind kind, Map<String, CellType> more) {
    Map<String, CellType> columns = new LinkedHashMap<>();
    for (SheetColumn column : kind.table(false).columns()) {
      columns.put(column.name(), CellType.of(column.type()));
    }
    columns.putAll(more);
    // A column that names another record can have a name in place of the id.
    for (String column : List.copyOf(columns.keySet())) {
      nameColumns(column).forEach(name -> columns.putIfAbsent(name, columns.get(column)));
    }
    return new IngestKind(title, path, kind, kind.creations(), columns, null, List.of());
  }

  /** The columns that can name the records whose ids a column has. */
  static Stream<String> nameColumns(String column) {
    String field = column.substring(column.lastIndexOf('.') + 1);
    return Names.keys(field).stream().map(key -> column + "." + key);
  }
}
