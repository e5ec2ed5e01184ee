package supplychain.records.form;

import static org.jooq.impl.DSL.*;
import static supplychain.schema.Tables.*;

import java.util.UUID;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Record1;
import org.jooq.Select;
import supplychain.core.Finding;
import supplychain.core.Problem;
import supplychain.database.AdvisoryLocks;
import supplychain.validation.Body;

/** Limits all forms of a company together: the document of the company contains them. */
final class FormTotals {
  static final int MOST_FORMS = 1_000;

  /** The largest number of fields, and of field configurations, in all forms of a company. */
  static final int MOST_FIELDS = 10_000;

  /** A product counts once for each form that names it. */
  static final int MOST_PRODUCTS = 2_000;

  /** The largest number of characters in the texts of all fields and configurations. */
  static final int MOST_CHARACTERS = 4_000_000;

  private FormTotals() {}

  /** Makes other changes of the company's forms wait until the transaction ends. */
  static void lock(DSLContext sql, UUID company) {
    AdvisoryLocks.take(sql, "forms of " + company);
  }

  /**
   * Refuses a body that took the company's forms over a limit.
   *
   * @throws Problem 409 that names the field of the form
   */
  static void requireLimits(DSLContext sql, UUID company, Body body) {
    Select<Record1<UUID>> own = select(FORM.ID).from(FORM).where(FORM.OWNER.eq(company));
    Condition isField = FORM_FIELD.FORM.in(own);
    Condition isConfig = FIELD_CONFIG.FORM.in(own);
    limit(sql.fetchCount(own), MOST_FORMS, body.pointer(), "A company may have at most %d forms.");
    limitAll(sql.fetchCount(FORM_FIELD, isField), MOST_FIELDS, body, "fields", "fields");
    int configs = sql.fetchCount(FIELD_CONFIG, isConfig);
    limitAll(configs, MOST_FIELDS, body, "field_config", "field configurations");
    int products = sql.fetchCount(FORM_PRODUCT, FORM_PRODUCT.FORM.in(own));
    limitAll(products, MOST_PRODUCTS, body, "products", "products");
    int characters = characters(sql, isField) + labelCharacters(sql, isConfig);
    String what = "characters in labels, default values and options";
    limitAll(characters, MOST_CHARACTERS, body, "fields", what);
  }

  /** The number of characters in labels, default values and options of these fields. */
  static int characters(DSLContext sql, Condition isField) {
    return sql.select(
            coalesce(
                    sum(
                        charLength(
                            concat(
                                FORM_FIELD.LABEL,
                                FORM_FIELD.LABEL_EN_US,
                                FORM_FIELD.LABEL_EN_UK,
                                FORM_FIELD.LABEL_FR,
                                FORM_FIELD.LABEL_NL,
                                FORM_FIELD.LABEL_IND,
                                FORM_FIELD.DEFAULT_VALUE,
                                FORM_FIELD.OPTIONS))),
                    inline(0))
                .cast(Integer.class))
        .from(FORM_FIELD)
        .where(isField)
        .fetchSingle()
        .value1();
  }

  private static int labelCharacters(DSLContext sql, Condition isConfig) {
    return sql.select(coalesce(sum(charLength(FIELD_CONFIG.LABEL)), inline(0)).cast(Integer.class))
        .from(FIELD_CONFIG)
        .where(isConfig)
        .fetchSingle()
        .value1();
  }

  private static void limitAll(int count, int most, Body body, String name, String what) {
    String says = "All forms of a company may have at most %d " + what + " together.";
    limit(count, most, body.pointer(name), says);
  }

  private static void limit(int count, int most, String place, String says) {
    if (count > most) {
      String detail = says.formatted(most);
      throw Problem.conflict(detail, new Finding(place, "too_many", detail));
    }
  }
}
