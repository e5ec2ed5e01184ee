package supplychain.records.form;

import static java.util.stream.Collectors.groupingBy;
import static supplychain.database.SqlFile.uuid;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.database.Batch;
import supplychain.database.Batch.Fetched;
import supplychain.database.KnownRows;
import supplychain.database.KnownRows.Known;
import supplychain.database.SqlFile;
import supplychain.records.References;

/**
 * A field of a form, with everything that a check of a value needs.
 *
 * @param options the allowed values; if it is empty, any value is allowed
 */
public record FormField(
    UUID id, UUID form, String key, FieldType type, boolean required, Set<String> options) {

  private static final String FIELDS = "fields_of_forms";

  /** Forms with more bytes are read each time: the service would keep too much. */
  private static final int MOST_KNOWN = 20_000;

  /** About as many bytes as a small object takes. */
  private static final int OBJECT = 100;

  /** A field with the version of its form. */
  private record Versioned(FormField field, String version) {}

  static final SqlFile SQL = SqlFile.beside(FormField.class, "forms.sql");

  /**
   * Reads the fields of these forms when the batch runs, or takes them as they were known. A lock
   * keeps their types to the end of the transaction. Forms that none of the callers sees are
   * neither locked nor read.
   *
   * @return the fields by form; it runs the batch if it has not read them yet
   */
  public static Supplier<Map<UUID, List<FormField>>> lock(
      Batch batch, Collection<Caller> callers, Stream<UUID> forms) {
    UUID[] ids = forms.filter(Objects::nonNull).distinct().toArray(UUID[]::new);
    if (ids.length == 0) {
      return HashMap::new;
    }
    // Two statements: after a lock wait, READ COMMITTED would return the old fields to the
    // statement that waited.
    References.seenBy(callers, SQL.call("lock_types_of_fields").set("ids", ids))
        .add(batch, Batch.NOTHING);
    SqlFile.Call fields = References.seenBy(callers, SQL.call(FIELDS).set("ids", ids));
    Map<UUID, List<FormField>> byForm = new HashMap<>();
    if (batch.mayAssume() && assume(batch, ids, byForm)) {
      return () -> byForm;
    }
    Fetched<Versioned> read =
        fields.add(batch, row -> new Versioned(row(row), row.getString("version")));
    return () -> {
      // The records that the bodies name may have been known, so that nothing was read yet.
      batch.run();
      Map<UUID, List<Versioned>> rows =
          read.list().stream().collect(groupingBy(one -> one.field().form()));
      for (UUID form : ids) {
        List<Versioned> ofForm = rows.getOrDefault(form, List.of());
        byForm.put(form, ofForm.stream().map(Versioned::field).toList());
        note(batch.known(), form, ofForm);
      }
      return byForm;
    };
  }

  private static boolean assume(Batch batch, UUID[] forms, Map<UUID, List<FormField>> byForm) {
    List<Known<List<FormField>>> known = new ArrayList<>();
    for (UUID form : forms) {
      Known<List<FormField>> fields = batch.known().find(FIELDS, form);
      if (fields == null) {
        return false;
      }
      known.add(fields);
    }
    known.forEach(one -> byForm.put(one.id(), one.value()));
    KnownRows.require(batch, known);
    return true;
  }

  private static void note(KnownRows known, UUID form, List<Versioned> rows) {
    List<FormField> fields = rows.stream().map(Versioned::field).toList();
    if (fields.isEmpty() || fields.stream().mapToInt(FormField::weight).sum() > MOST_KNOWN) {
      known.forget(FIELDS, form);
    } else {
      known.note(FIELDS, form, new Known<>(form, fields, rows.get(0).version()));
    }
  }

  /** About as many bytes as it takes. */
  private int weight() {
    return OBJECT + options.stream().mapToInt(option -> OBJECT + option.length()).sum();
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
