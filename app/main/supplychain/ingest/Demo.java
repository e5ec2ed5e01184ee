package supplychain.ingest;

import static supplychain.ingest.LoadKind.CARDS;
import static supplychain.ingest.LoadKind.COMPANIES;
import static supplychain.ingest.LoadKind.FARMERS;
import static supplychain.ingest.LoadKind.FORMS;
import static supplychain.ingest.LoadKind.PREMIUMS;
import static supplychain.ingest.LoadKind.PRODUCTS;
import static supplychain.schema.Tables.COMPANY;
import static supplychain.schema.Tables.CURRENCY;
import static supplychain.schema.Tables.FORM_FIELD;
import static supplychain.schema.Tables.PRODUCT;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import supplychain.core.Caller;
import supplychain.database.Author;
import supplychain.database.Database;

/** The demo data: a cooperative that washes its farmers' coffee, and the exporter who buys it. */
public final class Demo {
  /** The file that it is. */
  public static final LoadSource SOURCE = LoadSource.resource(Demo.class, "demo.json");

  /** Who writes what belongs to the demo. */
  public static final Author AUTHOR = new Author(Caller.SYSTEM, "demo");

  private static final String COOPERATIVE = "sipi";

  private final Database database;
  private final Loader loader;

  /** The demo in this database. */
  public Demo(Database database) {
    this.database = database;
    loader = new Loader(database);
  }

  /**
   * Loads it, unless it is there.
   *
   * @throws OtherRecordsException if the database holds records, but not the demo's
   */
  public LoadReport load(LoadProgress progress) {
    if (holdsRecords() && loader.idOf(COMPANIES, COOPERATIVE).isEmpty()) {
      throw new OtherRecordsException();
    }
    return loader.load(AUTHOR, SOURCE, progress);
  }

  private boolean holdsRecords() {
    return database.read(sql -> sql.fetchExists(COMPANY) || sql.fetchExists(PRODUCT));
  }

  /** The ids by which the README's commands name the demo's records. */
  public Map<String, String> names() {
    UUID form = id(FORMS, "purchase");
    UUID farmerForm = id(FORMS, "registration");
    Map<String, UUID> ids = new LinkedHashMap<>();
    ids.put("COMPANY", id(COMPANIES, COOPERATIVE));
    ids.put("BUYER", id(COMPANIES, "nile-crest"));
    ids.put("FARMER", id(FARMERS, "farmer-01"));
    ids.put("PRODUCT", id(PRODUCTS, "cherry"));
    ids.put("OTHER_PRODUCT", id(PRODUCTS, "green-beans"));
    ids.put("PREMIUM", id(PREMIUMS, "organic"));
    ids.put("OPTION_PREMIUM", id(PREMIUMS, "ripeness"));
    ids.put("CURRENCY", currency("UGX"));
    ids.put("CARD", id(CARDS, "card-01"));
    ids.put("FORM", form);
    ids.put("FIELD", field(form, "weighed_by"));
    ids.put("FARMER_FORM", farmerForm);
    ids.put("FARMER_FIELD", field(farmerForm, "farmer_group"));
    Map<String, String> names = new LinkedHashMap<>();
    ids.forEach((name, id) -> names.put(name, id.toString()));
    return names;
  }

  private UUID id(LoadKind kind, String ref) {
    return loader.idOf(kind, ref).orElseThrow();
  }

  private UUID currency(String code) {
    return database.read(
        sql ->
            sql.select(CURRENCY.ID)
                .from(CURRENCY)
                .where(CURRENCY.CODE.eq(code))
                .fetchSingle(CURRENCY.ID));
  }

  private UUID field(UUID form, String key) {
    return database.read(
        sql ->
            sql.select(FORM_FIELD.ID)
                .from(FORM_FIELD)
                .where(FORM_FIELD.FORM.eq(form))
                .and(FORM_FIELD.KEY.eq(key))
                .fetchSingle(FORM_FIELD.ID));
  }
}
