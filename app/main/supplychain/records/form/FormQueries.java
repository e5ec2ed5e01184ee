package supplychain.records.form;

import static org.jooq.impl.DSL.charLength;
import static org.jooq.impl.DSL.coalesce;
import static org.jooq.impl.DSL.concat;
import static org.jooq.impl.DSL.condition;
import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.max;
import static org.jooq.impl.DSL.noCondition;
import static org.jooq.impl.DSL.or;
import static org.jooq.impl.DSL.sum;
import static org.jooq.impl.DSL.val;
import static supplychain.schema.Tables.FIELD_CONFIG;
import static supplychain.schema.Tables.FORM;
import static supplychain.schema.Tables.FORM_FIELD;
import static supplychain.schema.Tables.FORM_PRODUCT;
import static supplychain.schema.Tables.PRODUCT;
import static supplychain.schema.Tables.SUBMISSION;
import static supplychain.schema.Tables.SUBMISSION_VALUE;

import java.math.BigDecimal;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.JSON;
import supplychain.core.Caller;
import supplychain.database.Rows;
import supplychain.records.NestedDocuments;
import supplychain.records.NestedRecords;
import supplychain.records.References;
import supplychain.records.Updates;
import supplychain.validation.Body;
import supplychain.validation.Columns;

/** Forms in the database, while they are changed. */
final class FormQueries {
  /** How many characters the labels, the default value and the options of a field have. */
  static final Field<Integer> CHARACTERS =
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

  private FormQueries() {}

  /** A form that is there. */
  static References.Found find(DSLContext sql, UUID form) {
    return sql.select(FORM.OWNER, FORM.FORM_TYPE)
        .from(FORM)
        .where(FORM.ID.eq(form))
        .fetchSingle(
            row ->
                new References.Found(References.Kind.FORM, form, row.value1(), row.value2(), null));
  }

  /** The ids of the fields of a form, by key. */
  static Map<String, UUID> fields(DSLContext sql, UUID form) {
    return sql.select(FORM_FIELD.KEY, FORM_FIELD.ID)
        .from(FORM_FIELD)
        .where(FORM_FIELD.FORM.eq(form))
        .fetchMap(FORM_FIELD.KEY, FORM_FIELD.ID);
  }

  /** The ids of the field configuration of a form, by key. */
  static Map<String, UUID> configs(DSLContext sql, UUID form) {
    return sql.select(FIELD_CONFIG.KEY, FIELD_CONFIG.ID)
        .from(FIELD_CONFIG)
        .where(FIELD_CONFIG.FORM.eq(form))
        .fetchMap(FIELD_CONFIG.KEY, FIELD_CONFIG.ID);
  }

  /** The same of all fields of a form. */
  static int characters(DSLContext sql, UUID form) {
    return sql.select(coalesce(sum(CHARACTERS), inline(BigDecimal.ZERO)))
        .from(FORM_FIELD)
        .where(FORM_FIELD.FORM.eq(form))
        .fetchSingle()
        .value1()
        .intValueExact();
  }

  /** Where the next field of a form goes. */
  static int nextPosition(DSLContext sql, UUID form) {
    return sql.select(coalesce(max(FORM_FIELD.POSITION), inline(-1)))
            .from(FORM_FIELD)
            .where(FORM_FIELD.FORM.eq(form))
            .fetchSingle()
            .value1()
        + 1;
  }

  /** Of the fields that are to have these types, those that have another and are filled in. */
  static Set<UUID> filledOfOtherType(DSLContext sql, UUID form, Map<UUID, String> types) {
    Set<UUID> changed = new HashSet<>();
    sql.select(FORM_FIELD.ID, FORM_FIELD.TYPE)
        .from(FORM_FIELD)
        .where(FORM_FIELD.FORM.eq(form))
        .forEach(
            field -> {
              if (!types.getOrDefault(field.value1(), field.value2()).equals(field.value2())) {
                changed.add(field.value1());
              }
            });
    if (changed.isEmpty()) {
      return changed;
    }
    // Waits for those who have just checked values against the present types.
    sql.select(FORM.ID).from(FORM).where(FORM.ID.eq(form)).forUpdate().execute();
    return sql.selectDistinct(SUBMISSION_VALUE.FIELD)
        .from(SUBMISSION)
        .join(SUBMISSION_VALUE)
        .on(SUBMISSION_VALUE.SUBMISSION.eq(SUBMISSION.ID))
        .where(SUBMISSION.FORM.eq(form))
        .and(SUBMISSION_VALUE.FIELD.in(changed))
        .fetchSet(SUBMISSION_VALUE.FIELD);
  }

  static void touch(DSLContext sql, Caller caller, UUID form) {
    Updates.of(sql, FORM, caller.user()).where(FORM.ID.eq(form)).execute();
  }

  /** Sets the columns of a field; the same again is no change. */
  static void updateField(DSLContext sql, Caller caller, UUID field, Columns columns) {
    Updates.of(sql, FORM_FIELD, caller.user())
        .set(columns.values())
        .where(FORM_FIELD.ID.eq(field))
        .and(differ(columns))
        .execute();
  }

  /** Sets the columns of a field's configuration; the same again is no change. */
  static void updateConfig(DSLContext sql, Caller caller, UUID config, Columns columns) {
    Updates.of(sql, FIELD_CONFIG, caller.user())
        .set(columns.values())
        .where(FIELD_CONFIG.ID.eq(config))
        .and(differ(columns))
        .execute();
  }

  private static Condition differ(Columns columns) {
    return or(
        columns.values().entrySet().stream()
            .map(
                one ->
                    condition(
                        "{0} is distinct from {1}",
                        one.getKey(), val(one.getValue(), one.getKey())))
            .toList());
  }

  /** A finding where a body says other of a product that it shows than the catalogue. */
  static void keepProducts(DSLContext sql, Body body) {
    Field<JSON> shape = NestedDocuments.product(inline(""));
    NestedRecords.keep(sql, body, "products", PRODUCT.ID, noCondition(), shape);
  }

  /** Puts these products in place of those that a form is about. */
  static void setProducts(DSLContext sql, UUID form, Set<UUID> products) {
    sql.deleteFrom(FORM_PRODUCT)
        .where(FORM_PRODUCT.FORM.eq(form))
        .and(FORM_PRODUCT.PRODUCT.notIn(products))
        .execute();
    Rows rows = new Rows(FORM_PRODUCT, FORM_PRODUCT.FORM, FORM_PRODUCT.PRODUCT);
    products.forEach(product -> rows.add(form, product));
    rows.insertUnlessThere(sql);
  }
}
