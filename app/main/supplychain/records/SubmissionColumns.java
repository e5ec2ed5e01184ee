package supplychain.records;

import static org.jooq.impl.DSL.*;
import static supplychain.schema.Tables.*;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.JSONB;
import org.jooq.TableField;
import supplychain.core.Caller;
import supplychain.core.Json;
import supplychain.database.Reader;
import supplychain.schema.tables.Submission;

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
   * without such a form, and for an operator, who has no company.
   */
  List<String> names(DSLContext sql, Caller caller) {
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
    Submission filled = SUBMISSION.as("filled");
    Submission other = SUBMISSION.as("other");
    Field<JSONB> values =
        field(
            select(jsonbObjectAgg(FORM_FIELD.KEY, SUBMISSION_VALUE.VALUE))
                .from(SUBMISSION_VALUE)
                .join(FORM_FIELD)
                .on(FORM_FIELD.ID.eq(SUBMISSION_VALUE.FIELD))
                .where(SUBMISSION_VALUE.SUBMISSION.eq(filled.ID)));
    Field<String> all =
        field(
            "(coalesce({0}, '{}') || jsonb_build_object({1}, {2}))::text",
            String.class, values, inline(FORM_ID), filled.FORM);
    return field(
        select(all)
            .from(filled)
            .where(filled.field(owner).eq(record), filled.COMPANY.eq(Reader.COMPANY))
            .andNotExists(
                selectOne()
                    .from(other)
                    .where(other.field(owner).eq(record), other.ID.ne(filled.ID))));
  }

  static Stream<String> cells(List<String> names, String values) {
    JsonNode all = values == null ? Json.MAPPER.createObjectNode() : Json.trusted(values);
    return names.stream().map(name -> all.path(name).asText(null));
  }
}
