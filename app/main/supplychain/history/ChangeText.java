package supplychain.history;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jooq.Field;
import org.jooq.Table;
import supplychain.core.Json;
import supplychain.schema.Public;

/** A change in words for a person. */
public final class ChangeText {
  private ChangeText() {}

  /** Lines for a person: what happened to which record, who did it, and each column. */
  public static List<String> lines(String json) {
    JsonNode change = tree(json);
    JsonNode email = change.get("email");
    JsonNode user = email.isNull() ? change.get("user") : email;
    List<String> lines = new ArrayList<>();
    lines.add(
        "%s %s %s %s%s%s by %s, request %s%s"
            .formatted(
                change.get("at").asText(),
                change.get("operation").asText(),
                change.get("kind").asText(),
                change.get("record").asText(),
                unlessNull(" (field %s)", change.get("field")),
                unlessNull(" of %s", change.get("part_of")),
                user.isNull() ? "nobody known" : user.asText(),
                change.get("request").asText(),
                unlessNull(" (client's %s)", change.get("client_request"))));
    JsonNode before = change.get("before");
    JsonNode after = change.get("after");
    for (String column : columns(change.get("kind").asText(), before, after)) {
      String values =
          Stream.of(before, after)
              .filter(JsonNode::isObject)
              .map(row -> String.valueOf(row.get(column)))
              .collect(joining(" -> "));
      lines.add("    " + column + ": " + values);
    }
    return lines;
  }

  private static String unlessNull(String words, JsonNode value) {
    return value.isNull() ? "" : words.formatted(value.asText());
  }

  /** The columns in the order of their table; removed columns are last. */
  private static Set<String> columns(String kind, JsonNode before, JsonNode after) {
    Set<String> named = new LinkedHashSet<>();
    before.fieldNames().forEachRemaining(named::add);
    after.fieldNames().forEachRemaining(named::add);
    Table<?> table = Public.PUBLIC.getTable(kind);
    Stream<String> known =
        table == null ? Stream.empty() : Stream.of(table.fields()).map(Field::getName);
    Set<String> ordered = new LinkedHashSet<>(known.filter(named::contains).toList());
    ordered.addAll(named);
    return ordered;
  }

  private static JsonNode tree(String json) {
    try {
      return Json.MAPPER.readTree(json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("PostgreSQL writes no such JSON", e);
    }
  }
}
