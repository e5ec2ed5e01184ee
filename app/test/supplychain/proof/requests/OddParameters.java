package supplychain.proof.requests;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/** Parameters of a query with values that are right, nearly right or nothing of the kind. */
final class OddParameters {
  private static final List<String> ODD = OddWords.of("parameters odd");

  private static final List<String> TEXTS =
      List.of("a", "G", "grace", "1", "C-", "U", "b%", "\u00e9");

  /** What is no percent-encoding, or an odd one. */
  private static final List<String> RAW =
      List.of("%", "%zz", "%ff", "%c0%80", "%ed%a0%80", "%f0%9f", "=", "==", "&&", ";", "%u0041");

  private static final List<String> NAMES =
      List.of("x", "", "Limit", "limit ", "cursor", "after", "on_error", "entity", "order", "~1");

  private final Random random;
  private final List<UUID> ids;

  /** Parameters that name {@code ids}. */
  OddParameters(Random random, List<UUID> ids) {
    this.random = random;
    this.ids = ids;
  }

  /**
   * One of these, or none of them, with a value.
   *
   * @param link the path and query where a list went on
   */
  String next(List<JsonNode> parameters, String link) {
    JsonNode one = parameters.isEmpty() ? null : parameters.get(random.nextInt(parameters.size()));
    String odd = ODD.get(random.nextInt(ODD.size()));
    if (one == null || random.nextInt(20) == 0) {
      return encoded(NAMES.get(random.nextInt(NAMES.size()))) + "=" + encoded(odd);
    }
    String name = one.get("name").asText();
    return name
        + switch (random.nextInt(20)) {
          case 0 -> "";
          case 1, 2, 3, 4 -> "=" + encoded(odd);
          case 5 -> "=" + RAW.get(random.nextInt(RAW.size()));
          default -> "=" + encoded(right(name, one.get("schema"), link));
        };
  }

  private String right(String name, JsonNode schema, String link) {
    int chance = random.nextInt(1 << 20);
    if (name.equals("wait")) {
      return chance % 10 == 0 ? "1" : "0";
    } else if (name.equals("cursor") || name.equals("after")) {
      return cursor(link, chance);
    } else if (schema.has("enum")) {
      return schema.get("enum").get(chance % schema.get("enum").size()).asText();
    } else if (schema.path("format").asText().equals("uuid")) {
      return ids.get(chance % ids.size()).toString();
    } else if (schema.path("type").asText().equals("boolean")) {
      return String.valueOf(chance % 2 == 0);
    } else if (schema.path("type").asText().equals("integer")) {
      return String.valueOf(chance % 50 == 0 ? 1_000 : 1 + chance % 7);
    }
    boolean isTime = schema.has("examples") || name.equals("updated_after");
    return isTime ? "20" + (20 + chance % 8) + "-11-21" : TEXTS.get(chance % TEXTS.size());
  }

  /** A cursor as the service gave it, or with something odd about it. */
  private String cursor(String link, int chance) {
    String cursor = link.replaceFirst(".*[?&](cursor|after)=", "").replaceFirst("&.*", "");
    int at = chance % cursor.length();
    return switch (chance % 5) {
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
}
