package supplychain.records.form;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import org.jooq.DSLContext;
import supplychain.database.Database;
import supplychain.database.SqlText;
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

  private static final String CHARACTERS =
      """
      (select coalesce(sum(char_length(concat(label, label_en_us, label_en_uk, label_fr, label_nl,
                                              label_ind, default_value, options))), 0)
         from form_field where form in (%s))
      """;

  private static final SqlText CHARACTERS_OF_FORM =
      new SqlText("select " + CHARACTERS.formatted("?"));

  private static final SqlText TOTALS =
      new SqlText(
          """
          with own as not materialized (select id from form where owner = ?)
          select (select count(*) from own),
                 (select count(*) from form_field where form in (select id from own)),
                 (select count(*) from field_config where form in (select id from own)),
                 (select count(*) from form_product where form in (select id from own)),
                 (select coalesce(sum(char_length(label)), 0)
                    from field_config where form in (select id from own)) + %s
          """
              .formatted(CHARACTERS.formatted("select id from own")));

  private FormTotals() {}

  /** Makes other changes of the company's forms wait until the transaction ends. */
  static void lock(DSLContext sql, UUID company) {
    Database.lock(sql, "forms of " + company);
  }

  /** Throws 409 if the company's forms exceed a limit after this body was applied. */
  static void requireLimits(DSLContext sql, UUID company, Body body) {
    List<Integer> totals = TOTALS.one(sql, FormTotals::row, company).orElseThrow();
    limit(totals.get(0), MOST_FORMS, body.pointer(), "A company can have at most %d forms.");
    limitAll(totals.get(1), MOST_FIELDS, body, "fields", "fields");
    limitAll(totals.get(2), MOST_FIELDS, body, "field_config", "field configurations");
    limitAll(totals.get(3), MOST_PRODUCTS, body, "products", "products");
    String what = "characters in labels, default values and options";
    limitAll(totals.get(4), MOST_CHARACTERS, body, "fields", what);
  }

  private static List<Integer> row(ResultSet row) throws SQLException {
    return List.of(row.getInt(1), row.getInt(2), row.getInt(3), row.getInt(4), row.getInt(5));
  }

  /** The number of characters in labels, default values and options of a form. */
  static int characters(DSLContext sql, UUID form) {
    return CHARACTERS_OF_FORM.one(sql, row -> row.getInt(1), form).orElseThrow();
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
