package supplychain.records.form;

import static supplychain.database.SqlFile.uuid;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.database.Batch;
import supplychain.database.Batch.Fetched;
import supplychain.database.SqlFile;
import supplychain.records.References;

/**
 * A field of a form, with everything that a check of a value needs.
 *
 * @param options the allowed values; if it is empty, any value is allowed
 */
public record FormField(
    UUID id, UUID form, String key, FieldType type, boolean required, Set<String> options) {

  static final SqlFile SQL = SqlFile.beside(FormField.class, "forms.sql");

  /**
   * Reads the fields of these forms when the batch runs. A lock keeps their types to the end of the
   * transaction. Forms that none of the callers sees are neither locked nor read.
   */
  public static Fetched<FormField> lock(
      Batch batch, Collection<Caller> callers, Stream<UUID> forms) {
    UUID[] ids = forms.filter(Objects::nonNull).distinct().toArray(UUID[]::new);
    if (ids.length == 0) {
      return Fetched.none();
    }
    // Two statements: after a lock wait, READ COMMITTED would return the old fields to the
    // statement that waited.
    References.seenBy(callers, SQL.call("lock_types_of_fields").set("ids", ids))
        .add(batch, Batch.NOTHING);
    return References.seenBy(callers, SQL.call("fields_of_forms").set("ids", ids))
        .add(batch, FormField::row);
  }

  /** The fields that were read, by form. */
  public static Map<UUID, List<FormField>> byForm(Fetched<FormField> fields) {
    return fields.list().stream().collect(Collectors.groupingBy(FormField::form));
  }

  /** The fields with these ids, without a lock. */
  public static List<FormField> ofIds(DSLContext sql, Collection<UUID> ids) {
    return ids.isEmpty()
        ? List.of()
        : SQL.call("fields").set("ids", ids.toArray(UUID[]::new)).list(sql, FormField::row);
  }

  private static FormField row(ResultSet result) throws SQLException {
    return new FormField(
        uuid(result, "id"),
        uuid(result, "form"),
        result.getString("key"),
        FieldType.valueOf(result.getString("type")),
        result.getBoolean("required"),
        new LinkedHashSet<>(FieldType.texts(result.getString("options")).orElseThrow()));
  }
}
