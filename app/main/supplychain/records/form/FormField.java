package supplychain.records.form;

import static org.jooq.impl.DSL.*;
import static supplychain.schema.Tables.*;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jooq.DSLContext;
import supplychain.database.Batch;
import supplychain.database.Batch.Fetched;
import supplychain.database.SqlText;

/**
 * A field of a form, with everything that a check of a value needs.
 *
 * @param options the allowed values; if it is empty, any value is allowed
 */
public record FormField(
    UUID id, UUID form, String key, FieldType type, boolean required, Set<String> options) {

  private static final SqlText LOCK =
      new SqlText("select id from form where id = any(?) order by id for key share");

  private static final String ROWS =
      "select id, form, key, type, required, options from form_field where ";

  private static final SqlText FIELDS_OF_FORMS =
      new SqlText(ROWS + "form = any(?) order by form, position");

  private static final SqlText FIELDS = new SqlText(ROWS + "id = any(?)");

  /**
   * The fields of these forms, by form. A lock keeps their types to the end of the transaction: a
   * change of a type needs the form for itself.
   */
  public static Map<UUID, List<FormField>> ofForms(DSLContext sql, Collection<UUID> forms) {
    if (forms.isEmpty()) {
      return Map.of();
    }
    UUID[] ids = forms.stream().distinct().toArray(UUID[]::new);
    // A separate statement: after a lock wait, READ COMMITTED would return the old fields.
    Batch batch = Batch.of(sql);
    batch.add(LOCK, Batch.NOTHING, (Object) ids);
    Fetched<FormField> fields = batch.add(FIELDS_OF_FORMS, FormField::row, (Object) ids);
    batch.run();
    return fields.list().stream().collect(Collectors.groupingBy(FormField::form));
  }

  /** The fields with these ids, without a lock. */
  public static List<FormField> ofIds(DSLContext sql, Collection<UUID> ids) {
    return ids.isEmpty()
        ? List.of()
        : FIELDS.list(sql, FormField::row, (Object) ids.toArray(UUID[]::new));
  }

  private static FormField row(ResultSet row) throws SQLException {
    return new FormField(
        row.getObject(1, UUID.class),
        row.getObject(2, UUID.class),
        row.getString(3),
        FieldType.valueOf(row.getString(4)),
        row.getBoolean(5),
        new LinkedHashSet<>(FieldType.texts(row.getString(6)).orElseThrow()));
  }
}
