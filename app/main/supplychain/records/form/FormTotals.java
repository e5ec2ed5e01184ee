package supplychain.records.form;

import java.util.UUID;
import org.jooq.DSLContext;
import org.jooq.Record;
import supplychain.database.Database;
import supplychain.database.SqlFile;
import supplychain.records.Updates;
import supplychain.validation.Body;

/** Limits all forms of a company together: the document of the company contains them. */
final class FormTotals {
  static final int MOST_FORMS = 1_000;

  /** The most fields in all forms of a company; separately, the most field configurations. */
  static final int MOST_FIELDS = 10_000;

  /** A product counts once for each form that names it. */
  static final int MOST_PRODUCTS = 2_000;

  /** The largest number of characters in the texts of all fields and configurations. */
  static final int MOST_CHARACTERS = 4_000_000;

  static final SqlFile SQL = SqlFile.beside(FormTotals.class, "forms.sql");

  private FormTotals() {}

  /** Makes other changes of the company's forms wait until the transaction ends. */
  static void lock(DSLContext sql, UUID company) {
    Database.lock(sql, "forms of " + company);
  }

  /** Throws 409 if the company's forms exceed a limit after this body was applied. */
  static void requireLimits(DSLContext sql, UUID company, Body body) {
    Record totals = SQL.call("totals").set("company", company).fetch(sql).get(0);
    int forms = totals.get("forms", int.class);
    limit(forms, MOST_FORMS, body.pointer(), "A company can have at most %d forms.");
    limitAll(totals.get("fields", int.class), MOST_FIELDS, body, "fields", "fields");
    int configs = totals.get("configs", int.class);
    limitAll(configs, MOST_FIELDS, body, "field_config", "field configurations");
    limitAll(totals.get("products", int.class), MOST_PRODUCTS, body, "products", "products");
    String what = "characters in labels, default values and options";
    limitAll(totals.get("characters", int.class), MOST_CHARACTERS, body, "fields", what);
  }

  /** The number of characters in labels, default values and options of a form. */
  static int characters(DSLContext sql, UUID form) {
    return SQL.call("characters")
        .set("form", form)
        .one(sql, row -> row.getInt("characters"))
        .orElseThrow();
  }

  private static void limitAll(int count, int most, Body body, String name, String what) {
    String says = "All forms of a company together can have at most %d " + what + ".";
    limit(count, most, body.pointer(name), says);
  }

  private static void limit(int count, int most, String place, String says) {
    if (count > most) {
      String detail = says.formatted(most);
      throw Updates.conflict(place, "too_many", detail);
    }
  }
}
