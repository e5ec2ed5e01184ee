package supplychain.records.form;

import static supplychain.database.SqlFile.uuid;

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
import supplychain.database.SqlFile;

/**
 * A field of a form, with everything that a check of a value needs.
 *
 * @param options the allowed values; if it is empty, any value is allowed
 */
public record FormField(
    UUID id, UUID form, String key, FieldType type, boolean required, Set<String> options) {

  static final SqlFile SQL = SqlFile.beside(FormField.class, "forms.sql");

  /**
   * The fields of these forms, by form. A lock keeps their types to the end of the transaction: a
   * change of a type needs the form for itself.
   */
  public static Map<UUID, List<FormField>> lockedOf(DSLContext sql, Collection<UUID> forms) {
    if (forms.isEmpty()) {
      return Map.of();
    }
    UUID[] ids = forms.stream().distinct().toArray(UUID[]::new);
    // Two statements: after a lock wait, READ COMMITTED would return the old fields to the
    // statement
    // that waited.
    Batch batch = Batch.of(sql);
    SQL.call("lock_forms").set("ids", ids).add(batch, Batch.NOTHING);
    Fetched<FormField> fields =
        SQL.call("fields_of_forms").set("forms", ids).add(batch, FormField::row);
    batch.run();
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
