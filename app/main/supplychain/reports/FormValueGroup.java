package supplychain.reports;

import static supplychain.schema.Tables.FORM;
import static supplychain.schema.Tables.FORM_FIELD;

import java.util.Map;
import java.util.UUID;
import org.jooq.DSLContext;
import supplychain.database.Database;
import supplychain.reports.Report.Parameter;
import supplychain.validation.Body;
import supplychain.validation.Columns;
import supplychain.validation.ValueTypes;

/** The group of a report by the values of a field of the company's forms. */
final class FormValueGroup {
  /** The name of the group, and of the column with the value. */
  static final String NAME = "form_value";

  /** The parameter with the key of the field. */
  static final Parameter FIELD =
      new Parameter(
          "form_field",
          "The key of a field of your forms for transactions, which the group `form_value` needs.",
          ValueTypes.filledText(Columns.limit(FORM_FIELD.KEY)));

  private FormValueGroup() {}

  /** Adds a finding if the group and the field do not fit, or the company has no such field. */
  static void check(
      Body body, String group, Map<String, Object> values, UUID company, Database database) {
    String name = FIELD.name();
    Object key = values.get(name);
    if (NAME.equals(group)) {
      body.require(name);
    } else if (body.has(name)) {
      body.refuse(name, "mismatch", "A field belongs to group=%s.".formatted(NAME));
    }
    if (key != null && company != null && !database.read(sql -> has(sql, company, key))) {
      body.refuseValue(
          name, "does_not_exist", "is not the key of a field of your forms for transactions.");
    }
  }

  private static boolean has(DSLContext sql, UUID company, Object key) {
    return sql.fetchExists(
        FORM_FIELD.join(FORM).on(FORM.ID.eq(FORM_FIELD.FORM)),
        FORM.OWNER
            .eq(company)
            .and(FORM.FORM_TYPE.eq("TRANSACTION"))
            .and(FORM_FIELD.KEY.eq(key.toString())));
  }
}
