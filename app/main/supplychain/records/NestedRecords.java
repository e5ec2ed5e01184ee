package supplychain.records;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.JSON;
import org.jooq.TableField;
import supplychain.core.Json;
import supplychain.database.Reader;
import supplychain.validation.Body;
import supplychain.validation.ValueTypes;

/** Records that a body repeats in full where an id is enough. */
public final class NestedRecords {
  /** Fields that the service sets, or that depend on the record around them. */
  private static final Set<String> NOT_COMPARED =
      Set.of("id", "created_on", "updated_on", "creator", "updater", "premiums");

  private NestedRecords() {}

  /**
   * Refuses each field that differs from the recorded value, since it would change nothing.
   *
   * @param name the field of the body: one record or an array
   * @param shape the document of one record
   */
  public static void keep(
      DSLContext sql, Body body, String name, TableField<?, UUID> id, Field<JSON> shape) {
    Map<String, JsonNode> said = objects(body, name);
    if (said.isEmpty()) {
      return;
    }
    Map<UUID, JSON> records =
        sql.select(id, shape)
            .from(id.getTable().crossJoin(Reader.OPERATOR))
            .where(id.in(said.values().stream().map(NestedRecords::idOf).toList()))
            .fetchMap(id, shape);
    said.forEach(
        (pointer, record) -> {
          JSON there = records.get(idOf(record));
          if (there != null) {
            compare(body, pointer, record, Json.trusted(there.data()));
          }
        });
  }

  /** The records that the field has as objects, by their pointers. */
  private static Map<String, JsonNode> objects(Body body, String name) {
    Map<String, JsonNode> objects = new HashMap<>();
    JsonNode said = body.any(name).or(MissingNode.getInstance());
    objects.put(body.pointer(name), said);
    for (int i = 0; said.isArray() && i < said.size(); i++) {
      objects.put(body.pointer(name) + "/" + i, said.get(i));
    }
    objects.values().removeIf(record -> !record.isObject() || idOf(record) == null);
    return objects;
  }

  private static UUID idOf(JsonNode record) {
    return ValueTypes.RECORD.read(record).value();
  }

  private static void compare(Body body, String pointer, JsonNode said, JsonNode there) {
    for (Map.Entry<String, JsonNode> field : said.properties()) {
      if (!NOT_COMPARED.contains(field.getKey())
          && !field.getValue().equals(there.path(field.getKey()))) {
        body.findings()
            .add(
                Body.pointer(pointer, field.getKey()),
                "fixed",
                "This differs from the existing record. To change that record, use its own path.");
      }
    }
  }
}
