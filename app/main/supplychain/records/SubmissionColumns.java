package supplychain.records;

import static org.jooq.impl.DSL.*;
import static supplychain.schema.Tables.FORM;
import static supplychain.schema.Tables.FORM_FIELD;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.TableField;
import supplychain.core.Caller;
import supplychain.core.Json;
import supplychain.database.Reader;

/**
 * The columns of a table for the filled-in form of each record: {@code submission.form}, and {@code
 * submission.} with the key of each field. A record with several filled-in forms has empty cells.
 *
 * @param formType the type of the forms
 * @param owner the column of the record to which a submission belongs
 */
public record SubmissionColumns(String formType, TableField<?, UUID> owner) {
  /** Begins the names of the columns. */
  public static final String PREFIX = "submission.";

  private static final String FORM_ID = "form";

  /**
   * The names of the columns after their beginning, for the forms of the caller's company; none
   * without such a form, and for an operator.
   */
  List<String> of(DSLContext sql, Caller caller) {
    List<String> keys =
        sql.select(FORM_FIELD.KEY)
            .from(FORM)
            .join(FORM_FIELD)
            .on(FORM_FIELD.FORM.eq(FORM.ID))
            .where(FORM.OWNER.eq(caller.company()))
            .and(FORM.FORM_TYPE.eq(formType))
            .orderBy(FORM.ID, FORM_FIELD.POSITION)
            .fetch(FORM_FIELD.KEY);
    List<String> names = Stream.concat(Stream.of(FORM_ID), keys.stream()).distinct().toList();
    return keys.isEmpty() ? List.of() : names;
  }

  /** The form and the values of a record as the text of a JSON object; null if it has none. */
  Field<String> values(Field<UUID> record) {
    return field(
        """
        (select (coalesce((select jsonb_object_agg(field.key, value.value)
                             from submission_value value join form_field field on field.id = value.field
                            where value.submission = filled.id), '{}')
                 || jsonb_build_object('form', filled.form))::text
           from submission filled
          where filled.{0} = {1} and filled.company = {2}
            and not exists (select from submission other where other.{0} = {1} and other.id <> filled.id))\
        """,
        String.class, owner.getUnqualifiedName(), record, Reader.COMPANY);
  }

  /** The cells of a record in the columns with these names. */
  static Stream<String> cells(List<String> names, String values) {
    JsonNode all = values == null ? Json.MAPPER.createObjectNode() : Json.trusted(values);
    return names.stream().map(name -> all.path(name).asText(null));
  }
}
