package supplychain.ingest;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import supplychain.core.Finding;
import supplychain.validation.Body;
import supplychain.validation.Formats;
import supplychain.validation.Kinds;
import supplychain.validation.TerminalText;

/** Compares what a body says with a recorded document. */
final class Differences {
  /** Fields that the service sets, or that change with other records. */
  private static final Set<String> NOT_COMPARED =
      Set.of(
          "created_on",
          "updated_on",
          "creator",
          "updater",
          "type",
          "source_quantity",
          "current_quantity");

  private static final int MOST_SHOWN = 60;

  private Differences() {}

  /** A finding for each field of the body that the document shows with another value. */
  static List<Finding> between(Body body, JsonNode document) {
    List<Finding> differences = new ArrayList<>();
    add(differences, body.tree(), body.pointer(), document);
    return differences;
  }

  private static void add(
      List<Finding> differences, JsonNode said, String pointer, JsonNode document) {
    for (Map.Entry<String, JsonNode> field : said.properties()) {
      String name = field.getKey();
      String place = Body.pointer(pointer, name);
      if (name.equals("properties") && field.getValue().isObject()) {
        // A feature of GeoJSON has the fields of its plot here.
        add(differences, field.getValue(), place, document);
      } else if (!name.equals("id") && !isSame(name, field.getValue(), document)) {
        // The id of the body may be the one in another installation.
        String detail =
            "You sent %s. The recorded value is %s."
                .formatted(text(field.getValue()), text(document.get(name)));
        differences.add(new Finding(place, "different", detail));
      }
    }
  }

  private static String text(JsonNode value) {
    String text = TerminalText.of(value.toString());
    return text.length() <= MOST_SHOWN ? text : text.substring(0, MOST_SHOWN) + "…";
  }

  private static boolean isSame(String name, JsonNode said, JsonNode document) {
    JsonNode shown = document.get(name);
    if (shown == null || NOT_COMPARED.contains(name)) {
      return true;
    }
    // The field of a form may be named by its key, which the document does not show.
    boolean isKey = name.equals("field") && Formats.uuid(said.asText()).isEmpty();
    return isKey || isSame(said, shown);
  }

  private static boolean isSame(JsonNode said, JsonNode shown) {
    if (said.isNull() || shown.isNull()) {
      return isNothing(said) && isNothing(shown);
    }
    if (said.isArray()) {
      return shown.isArray() && said.size() == shown.size() && haveSame(said, shown);
    }
    if (said.isObject()) {
      return shown.isObject()
          ? said.properties().stream().allMatch(f -> isSame(f.getKey(), f.getValue(), shown))
          : isSame(said.path("id"), shown);
    }
    return shown.isObject() ? isSame(said, shown.path("id")) : isSameValue(said, shown);
  }

  private static boolean isNothing(JsonNode value) {
    return value.isNull() || (value.isContainerNode() ? value.isEmpty() : value.asText().isEmpty());
  }

  /** Whether the items are the same; objects may be in any order. */
  private static boolean haveSame(JsonNode said, JsonNode shown) {
    if (!said.path(0).isObject()) {
      return IntStream.range(0, said.size()).allMatch(i -> isSame(said.get(i), shown.get(i)));
    }
    List<JsonNode> left = new ArrayList<>();
    shown.forEach(left::add);
    for (JsonNode item : said) {
      Optional<JsonNode> same = left.stream().filter(other -> isSame(item, other)).findFirst();
      if (same.isEmpty()) {
        return false;
      }
      left.remove(same.get());
    }
    return true;
  }

  private static boolean isSameValue(JsonNode said, JsonNode shown) {
    Optional<BigDecimal> decimal = Formats.decimal(said);
    if (decimal.isPresent() && Formats.decimal(shown).isPresent()) {
      return decimal.get().compareTo(Formats.decimal(shown).get()) == 0;
    }
    OffsetDateTime time = Kinds.DATE_TIME.read(said).value();
    return said.asText().equals(shown.asText())
        || (time != null && time.equals(Kinds.DATE_TIME.read(shown).value()));
  }
}
