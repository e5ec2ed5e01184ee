package supplychain.ingest;

import static supplychain.schema.Tables.*;

import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.apache.commons.io.function.IOSupplier;
import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.Table;
import supplychain.core.Caller;
import supplychain.core.Problem;
import supplychain.core.Progress;
import supplychain.database.Author;
import supplychain.database.Database;

/** The demo data: a cooperative that washes its farmers' coffee, and the exporter who buys it. */
public record Demo(Database database) {
  public static final IOSupplier<InputStream> SOURCE =
      () -> Demo.class.getResourceAsStream("demo.json");

  public static final Author AUTHOR = new Author(Caller.SYSTEM, "demo");

  private static final String COOPERATIVE = "sipi";

  /**
   * Loads the demo, unless the database holds it.
   *
   * @throws Problem if the database holds other records, which would be mixed with the demo's
   */
  public Map<String, Loader.Count> load(Progress progress) {
    boolean holdsRecords =
        database.read(sql -> sql.fetchExists(COMPANY) || sql.fetchExists(PRODUCT));
    if (holdsRecords && Loader.idOf(database, "companies", COOPERATIVE).isEmpty()) {
      throw Problem.conflict(
          "The database has other records, and the demo needs an empty one. Choose another"
              + " folder with --data.");
    }
    return Loader.load(database, AUTHOR, false, SOURCE, progress).counts();
  }

  /** The ids by which the manual's commands name the demo's records. */
  public Map<String, String> ids() {
    Map<String, String> ids = new LinkedHashMap<>();
    ids.put("COMPANY", id("companies", COOPERATIVE));
    ids.put("BUYER", id("companies", "nile-crest"));
    ids.put("FARMER", id("farmers", "farmer-01"));
    ids.put("PRODUCT", id("products", "cherry"));
    ids.put("OTHER_PRODUCT", id("products", "green-beans"));
    ids.put("PREMIUM", id("premiums", "organic"));
    ids.put("OPTION_PREMIUM", id("premiums", "ripeness"));
    ids.put("CURRENCY", id(CURRENCY, CURRENCY.ID, CURRENCY.CODE.eq("UGX")));
    ids.put("CARD", id("cards", "card-01"));
    ids.put("FORM", id("forms", "purchase"));
    ids.put("FIELD", field("purchase", "weighed_by"));
    ids.put("FARMER_FORM", id("forms", "registration"));
    ids.put("FARMER_FIELD", field("registration", "farmer_group"));
    return ids;
  }

  private String id(String kind, String ref) {
    return Loader.idOf(database, kind, ref).orElseThrow().toString();
  }

  private String field(String form, String key) {
    Condition condition =
        FORM_FIELD.FORM.eq(UUID.fromString(id("forms", form))).and(FORM_FIELD.KEY.eq(key));
    return id(FORM_FIELD, FORM_FIELD.ID, condition);
  }

  private String id(Table<?> table, Field<UUID> id, Condition condition) {
    return database.read(sql -> sql.fetchSingle(table, condition)).get(id).toString();
  }
}
