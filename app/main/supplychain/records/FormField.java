package supplychain.records;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jooq.DSLContext;
import supplychain.core.Json;

/**
 * A field of a form, with everything that a check of a value needs.
 *
 * @param options the allowed values, a JSON array: a text takes less memory than a set. If it is
 *     empty, any value of the type is allowed.
 */
public record FormField(UUID id, String key, FieldType type, boolean required, String options) {

  /** The fields with these ids, without a lock. */
  public static List<FormField> ofIds(DSLContext sql, Collection<UUID> ids) {
    return ids.isEmpty()
        ? List.of()
        : References.SQL
            .call("fields")
            .set("ids", ids.toArray(UUID[]::new))
            .list(sql, row -> read(Json.trusted(row.getString("field"))));
  }

  /** Reads the fields of a form, as the query {@code forms_with_fields} returns them. */
  static List<FormField> readAll(String json) {
    return Json.trusted(json).valueStream().map(FormField::read).toList();
  }

  private static FormField read(JsonNode field) {
    return new FormField(
        UUID.fromString(field.get("id").asText()),
        field.get("key").asText(),
        FieldType.valueOf(field.get("type").asText()),
        field.get("required").asBoolean(),
        field.get("options").asText());
  }

  /** The rule that a value breaks, if any. */
  public Optional<String> flaw(String value) {
    return type.flaw(value, () -> new LinkedHashSet<>(FieldType.texts(options).orElseThrow()));
  }
}
