package supplychain.history;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import supplychain.core.Json;

/** A change in words for a person. */
public final class ChangeText {
  private ChangeText() {}

  /** What happened to which record, who did it, and each column. */
  public static List<String> lines(String json) {
    JsonNode change = Json.trusted(json);
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
                user.isNull() ? "an unknown user" : user.asText(),
                change.get("request").asText(),
                unlessNull(" (client's %s)", change.get("client_request"))));
    JsonNode before = change.get("before");
    JsonNode after = change.get("after");
    Set<String> columns = new LinkedHashSet<>();
    before.fieldNames().forEachRemaining(columns::add);
    after.fieldNames().forEachRemaining(columns::add);
    for (String column : columns) {
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
}
