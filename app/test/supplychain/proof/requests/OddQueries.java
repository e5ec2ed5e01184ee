package supplychain.proof.requests;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import supplychain.Reply;
import supplychain.openapi.OpenApi;

/**
 * Queries with the parameters that an operation takes: right, nearly right, or nothing of the kind.
 */
final class OddQueries {
  private static final List<String> ODD = OddWords.of("parameters odd");
  private static final List<String> TEXTS =
      List.of("a", "G", "grace", "1", "C-", "U", "b%", "\u00e9");

  /** No percent-encoding, or an odd one. */
  private static final List<String> RAW =
      List.of("%", "%zz", "%ff", "%c0%80", "%ed%a0%80", "%f0%9f", "=", "==", "&&", ";", "%u0041");

  private static final List<String> NAMES =
      List.of("x", "", "Limit", "limit ", "cursor", "after", "on_error", "entity", "order", "~1");

  private final Random random;
  private final List<UUID> ids;
  private String link = "/v1/supply-chains/farmers/?cursor=none";

  /** Queries that name {@code ids}. */
  OddQueries(Random random, List<UUID> ids) {
    this.random = random;
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
    if (isList(operation) && random.nextInt(4) == 0) {
      return link;
    }
    List<String> query = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      query.add(parameter(parameters(operation)));
    }
    if (random.nextInt(15) == 0 && !query.isEmpty()) {
      query.add(query.get(0));
    }
    return query.isEmpty() ? path : path + "?" + String.join("&", query);
  }

  /** The same with a limit if the operation is a list without one, since whole lists are long. */
  String limited(Operation operation, String path) {
    String limit = "limit=" + (1 + random.nextInt(20));
    boolean takesOne = isList(operation) && !path.contains("limit=");
    return takesOne ? path + (path.contains("?") ? "&" : "?") + limit : path;
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
        .map(
            one ->
                one.has("$ref")
                    ? OpenApi.document().at(one.get("$ref").asText().substring(1))
                    : one)
        .filter(one -> one.path("in").asText().equals("query"))
        .toList();
  }

  private String parameter(List<JsonNode> parameters) {
    if (parameters.isEmpty() || random.nextInt(20) == 0) {
      return encoded(pick(NAMES)) + "=" + encoded(pick(ODD));
    }
    JsonNode one = pick(parameters);
    String name = one.get("name").asText();
    return switch (random.nextInt(20)) {
      case 0 -> name;
      case 1, 2, 3, 4 -> name + "=" + encoded(pick(ODD));
      case 5 -> name + "=" + pick(RAW);
      default -> name + "=" + encoded(right(name, one.get("schema")));
    };
  }

  private String right(String name, JsonNode schema) {
    if (name.equals("wait")) {
      return random.nextInt(10) == 0 ? "1" : "0";
    }
    if (name.equals("cursor") || name.equals("after")) {
      return cursor();
    }
    if (schema.has("enum")) {
      return schema.get("enum").get(random.nextInt(schema.get("enum").size())).asText();
    }
    return switch (schema.path("format").asText(schema.path("type").asText())) {
      case "uuid" -> pick(ids).toString();
      case "boolean" -> String.valueOf(random.nextBoolean());
      case "integer" -> String.valueOf(random.nextInt(50) == 0 ? 1_000 : 1 + random.nextInt(7));
      default ->
          schema.has("examples") || name.equals("updated_after")
              ? "20" + (20 + random.nextInt(8)) + "-11-21"
              : pick(TEXTS);
    };
  }

  /** A cursor as the service gave it, or with a mistake. */
  private String cursor() {
    String cursor = link.replaceFirst(".*[?&](cursor|after)=", "").replaceFirst("&.*", "");
    int at = random.nextInt(cursor.length());
    return switch (random.nextInt(5)) {
      case 0 -> cursor.substring(0, at);
      case 1 -> cursor.substring(0, at) + "_" + cursor.substring(at + 1);
      case 2 -> cursor + "=";
      case 3 -> "now";
      default -> cursor;
    };
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private <T> T pick(List<T> from) {
    return from.get(random.nextInt(from.size()));
  }
}
