package supplychain.proof.requests;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import supplychain.Reply;
import supplychain.docs.Contract;

/** Queries with the parameters of an operation: right, nearly right, or nothing of the kind. */
final class OddQueries {
  private final Chance chance;
  private final List<UUID> ids;
  private String link = "/v1/supply-chains/farmers/?cursor=none";

  /** Queries that name {@code ids}. */
  OddQueries(Chance chance, List<UUID> ids) {
    this.chance = chance;
    this.ids = ids;
  }

  /** Remembers the next page that an answer names. */
  void heard(Reply reply) {
    String next = reply.header("Link");
    if (next != null && next.startsWith("<")) {
      link = next.substring(1, next.indexOf('>'));
    }
  }

  /** The path with a query after it, or the next page of an earlier list. */
  String next(Operation operation, String path) {
    if (isList(operation) && chance.oneIn(4)) {
      return link;
    }
    List<String> query = new ArrayList<>();
    for (int i = chance.below(4); i > 0; i--) {
      query.add(parameter(parameters(operation)));
    }
    if (chance.oneIn(15) && !query.isEmpty()) {
      query.add(query.get(0));
    }
    return query.isEmpty() ? path : with(path, String.join("&", query));
  }

  /** The path with a parameter more. */
  static String with(String path, String parameter) {
    return path + (path.contains("?") ? "&" : "?") + parameter;
  }

  /** The same with a limit if the operation is a list without one, since whole lists are long. */
  String limited(Operation operation, String path) {
    String limit = "limit=" + (1 + chance.below(20));
    boolean takesOne = isList(operation) && !path.contains("limit=");
    return takesOne ? with(path, limit) : path;
  }

  /** Whether an operation answers in pages. */
  static boolean isList(Operation operation) {
    return parameters(operation).stream().anyMatch(one -> one.get("name").asText().equals("limit"));
  }

  private static List<JsonNode> parameters(Operation operation) {
    return operation
        .document
        .path("parameters")
        .valueStream()
        .map(Contract::resolved)
        .filter(one -> one.path("in").asText().equals("query"))
        .toList();
  }

  private String parameter(List<JsonNode> parameters) {
    String odd = encoded(chance.word("parameters odd"));
    if (parameters.isEmpty() || chance.oneIn(20)) {
      return encoded(chance.word("parameters names")) + "=" + odd;
    }
    JsonNode one = chance.of(parameters);
    String name = one.get("name").asText();
    return switch (chance.below(20)) {
      case 0 -> name;
      case 1, 2, 3, 4 -> name + "=" + odd;
      case 5 -> name + "=" + chance.word("parameters encoded");
      default -> name + "=" + encoded(right(name, one.get("schema")));
    };
  }

  private String right(String name, JsonNode schema) {
    if (name.equals("wait")) {
      return chance.oneIn(10) ? "1" : "0";
    }
    if (name.equals("cursor") || name.equals("after")) {
      return cursor();
    }
    if (schema.has("enum")) {
      return chance.of(schema.get("enum").valueStream().toList()).asText();
    }
    boolean isDay = schema.has("examples") || name.equals("updated_after");
    return switch (schema.path("format").asText(schema.path("type").asText())) {
      case "uuid" -> chance.of(ids).toString();
      case "boolean" -> chance.of(List.of("true", "false"));
      case "integer" -> String.valueOf(chance.oneIn(50) ? 1_000 : 1 + chance.below(7));
      default -> isDay ? "202" + chance.below(8) + "-11-21" : chance.word("parameters texts");
    };
  }

  /** A cursor as the service gave it, or with a mistake. */
  private String cursor() {
    String cursor = link.replaceFirst(".*[?&](cursor|after)=", "").replaceFirst("&.*", "");
    return switch (chance.below(4)) {
      case 0, 1 -> chance.damaged(cursor, chance.of(List.of("_", "=")));
      case 2 -> "now";
      default -> cursor;
    };
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
