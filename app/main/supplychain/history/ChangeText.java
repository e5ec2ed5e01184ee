package supplychain.history;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jooq.Field;
import org.jooq.JSONB;
import org.jooq.Table;
import supplychain.core.Json;
import supplychain.schema.Public;

/** A change in words for a person, or as JSON for a script. */
public final class ChangeText {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

  private ChangeText() {}

  /** Lines for a person: what happened to which record, who did it, and each column. */
  public static List<String> lines(Change change) {
    List<String> lines = new ArrayList<>();
    String part = change.partOf() == null ? "" : " of " + change.partOf();
    String field = change.field() == null ? "" : " (field " + change.field() + ")";
    lines.add(
        "%s %s %s %s%s%s by %s, request %s%s"
            .formatted(
                TIME.format(change.at()),
                verb(change),
                change.kind(),
                change.record(),
                field,
                part,
                who(change),
                change.request(),
                change.clientRequest() == null
                    ? ""
                    : " (client's " + change.clientRequest() + ")"));
    JsonNode before = tree(change.before());
    JsonNode after = tree(change.after());
    for (String column : columns(change.kind(), before, after)) {
      lines.add("    " + column + ": " + values(change, before.get(column), after.get(column)));
    }
    return lines;
  }

  /** A JSON object in one line. */
  public static String json(Change change) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("id", change.id());
    json.put("at", TIME.format(change.at()));
    json.put("user", change.user() == null ? null : change.user().toString());
    json.put("email", change.email());
    json.put("request", change.request());
    json.put("client_request", change.clientRequest());
    json.put("operation", verb(change));
    json.put("kind", change.kind());
    json.put("record", change.record().toString());
    json.put("part_of", change.partOf() == null ? null : change.partOf().toString());
    json.put("field", change.field());
    json.putRawValue("before", raw(change.before()));
    json.putRawValue("after", raw(change.after()));
    return json.toString();
  }

  private static String verb(Change change) {
    if (change.isNew()) {
      return "created";
    }
    return change.isRemoval() ? "removed" : "changed";
  }

  private static String who(Change change) {
    if (change.user() == null) {
      return "nobody known";
    }
    return change.email() == null ? change.user().toString() : change.email();
  }

  private static String values(Change change, JsonNode before, JsonNode after) {
    if (change.isNew()) {
      return after.toString();
    }
    return change.isRemoval() ? before.toString() : before + " -> " + after;
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

  private static JsonNode tree(JSONB json) {
    try {
      return json == null
          ? JsonNodeFactory.instance.objectNode()
          : Json.MAPPER.readTree(json.data());
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("PostgreSQL keeps no such JSON", e);
    }
  }

  private static RawValue raw(JSONB json) {
    return new RawValue(Optional.ofNullable(json).map(JSONB::data).orElse("null"));
  }
}
