package supplychain.records.form;

import static org.jooq.impl.DSL.charLength;
import static org.jooq.impl.DSL.coalesce;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.select;
import static org.jooq.impl.DSL.selectCount;
import static org.jooq.impl.DSL.sum;
import static supplychain.schema.Tables.FIELD_CONFIG;
import static supplychain.schema.Tables.FORM;
import static supplychain.schema.Tables.FORM_FIELD;
import static supplychain.schema.Tables.FORM_PRODUCT;

import java.math.BigDecimal;
import java.util.UUID;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record1;
import org.jooq.Records;
import org.jooq.Select;
import org.jooq.Table;
import supplychain.core.Finding;
import supplychain.core.Problem;
import supplychain.database.AdvisoryLocks;
import supplychain.validation.Body;

/**
 * What all forms of a company have together. Its document shows them whole, and has to stay light
 * enough to be read.
 *
 * @param products how many products they name, each as often as it is named
 * @param characters those of their fields as of one form, and of the labels of their configuration
 */
record FormTotals(int forms, int fields, int configs, int products, int characters) {
  /** Forms that a company may have. */
  static final int MOST_FORMS = 1_000;

  /** Fields that they may have together, and field configurations. */
  static final int MOST_FIELDS = 10_000;

  /** Products that they may name together. */
  static final int MOST_PRODUCTS = 2_000;

  /** Characters that the texts of all of them may have. */
  static final int MOST_CHARACTERS = 4_000_000;

  /** Makes other changes of the company's forms wait until the transaction ends. */
  static void takeTurn(DSLContext sql, UUID company) {
    AdvisoryLocks.take(sql, "forms of " + company);
  }

  private static FormTotals of(DSLContext sql, UUID company) {
    Condition isOwn = FORM.OWNER.eq(company);
    Field<BigDecimal> ofFields = sum(FormQueries.CHARACTERS);
    Field<BigDecimal> ofConfigs = sum(charLength(FIELD_CONFIG.LABEL));
    return sql.select(
            field(selectCount().from(FORM).where(isOwn)),
            field(count(FORM_FIELD, FORM_FIELD.FORM, isOwn)),
            field(count(FIELD_CONFIG, FIELD_CONFIG.FORM, isOwn)),
            field(count(FORM_PRODUCT, FORM_PRODUCT.FORM, isOwn)),
            none(ofFields, FORM_FIELD, FORM_FIELD.FORM, isOwn)
                .plus(none(ofConfigs, FIELD_CONFIG, FIELD_CONFIG.FORM, isOwn))
                .cast(Integer.class))
        .fetchSingle(Records.mapping(FormTotals::new));
  }

  private static Select<Record1<Integer>> count(Table<?> table, Field<UUID> form, Condition isOwn) {
    return selectCount().from(table).join(FORM).on(FORM.ID.eq(form)).where(isOwn);
  }

  private static Field<BigDecimal> none(
      Field<BigDecimal> sum, Table<?> table, Field<UUID> form, Condition isOwn) {
    return coalesce(
        field(select(sum).from(table).join(FORM).on(FORM.ID.eq(form)).where(isOwn)),
        inline(BigDecimal.ZERO));
  }

  /**
   * Refuses a body that took the company's forms over a limit.
   *
   * @throws Problem 409 that names the field of the form
   */
  static void requireLimits(DSLContext sql, UUID company, Body body) {
    FormTotals all = of(sql, company);
    limit(all.forms, MOST_FORMS, body.pointer(), "A company may have at most %d forms.");
    String most = "All forms of a company may have at most %d ";
    limit(all.fields, MOST_FIELDS, body.pointer("fields"), most + "fields together.");
    limit(
        all.configs,
        MOST_FIELDS,
        body.pointer("field_config"),
        most + "field configurations together.");
    limit(all.products, MOST_PRODUCTS, body.pointer("products"), most + "products together.");
    limit(
        all.characters,
        MOST_CHARACTERS,
        body.pointer("fields"),
        most + "characters in labels, default values and options together.");
  }

  private static void limit(int count, int most, String place, String says) {
    if (count > most) {
      String detail = says.formatted(most);
      throw Problem.conflict(detail, new Finding(place, "too_many", detail));
    }
  }
}
