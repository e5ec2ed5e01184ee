package supplychain.records.form;

import static org.jooq.impl.DSL.*;
import static supplychain.schema.Tables.*;

import java.util.UUID;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record1;
import org.jooq.Record5;
import org.jooq.Select;
import org.jooq.Table;
import supplychain.database.Database;
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

  private static final Field<Integer> CHARACTERS =
      charLength(
          concat(
              FORM_FIELD.LABEL,
              FORM_FIELD.LABEL_EN_US,
              FORM_FIELD.LABEL_EN_UK,
              FORM_FIELD.LABEL_FR,
              FORM_FIELD.LABEL_NL,
              FORM_FIELD.LABEL_IND,
              FORM_FIELD.DEFAULT_VALUE,
              FORM_FIELD.OPTIONS));

  private FormTotals() {}

  /** Makes other changes of the company's forms wait until the transaction ends. */
  static void lock(DSLContext sql, UUID company) {
    Database.lock(sql, "forms of " + company);
  }

  /** Throws 409 if the company's forms exceed a limit after this body was applied. */
  static void requireLimits(DSLContext sql, UUID company, Body body) {
    Condition isOwn = FORM.OWNER.eq(company);
    Select<Record1<UUID>> own = select(FORM.ID).from(FORM).where(isOwn);
    Condition isField = FORM_FIELD.FORM.in(own);
    Condition isConfig = FIELD_CONFIG.FORM.in(own);
    Field<Integer> labels = total(charLength(FIELD_CONFIG.LABEL), FIELD_CONFIG, isConfig);
    Record5<Integer, Integer, Integer, Integer, Integer> totals =
        sql.select(
                total(inline(1), FORM, isOwn),
                total(inline(1), FORM_FIELD, isField),
                total(inline(1), FIELD_CONFIG, isConfig),
                total(inline(1), FORM_PRODUCT, FORM_PRODUCT.FORM.in(own)),
                total(CHARACTERS, FORM_FIELD, isField).plus(labels))
            .fetchSingle();
    limit(totals.value1(), MOST_FORMS, body.pointer(), "A company may have at most %d forms.");
    limitAll(totals.value2(), MOST_FIELDS, body, "fields", "fields");
    limitAll(totals.value3(), MOST_FIELDS, body, "field_config", "field configurations");
    limitAll(totals.value4(), MOST_PRODUCTS, body, "products", "products");
    String what = "characters in labels, default values and options";
    limitAll(totals.value5(), MOST_CHARACTERS, body, "fields", what);
  }

  /** The number of characters in labels, default values and options of a form. */
  static int characters(DSLContext sql, UUID form) {
    return sql.fetchValue(select(total(CHARACTERS, FORM_FIELD, FORM_FIELD.FORM.eq(form))));
  }

  private static Field<Integer> total(Field<Integer> number, Table<?> table, Condition where) {
    return field(
        select(coalesce(sum(number), inline(0)).cast(Integer.class)).from(table).where(where));
  }

  private static void limitAll(int count, int most, Body body, String name, String what) {
    String says = "All forms of a company may have at most %d " + what + " together.";
    limit(count, most, body.pointer(name), says);
  }

  private static void limit(int count, int most, String place, String says) {
    if (count > most) {
      String detail = says.formatted(most);
      throw Updates.conflict(place, "too_many", detail);
    }
  }
}
