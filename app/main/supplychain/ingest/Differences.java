package supplychain.ingest;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toCollection;
import static java.util.stream.Collectors.toMap;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigDecimal;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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

  /**
   * A field of a body that a document shows with another value.
   *
   * @param named the field, or the one that has the object whose id it is
   */
  record Difference(String pointer, String named, JsonNode said, JsonNode shown) {
    /** The ids among its values. */
    Stream<UUID> ids() {
      return Stream.of(said, shown)
          .flatMap(value -> value.isArray() ? value.valueStream() : Stream.of(value))
          .flatMap(value -> Formats.uuid(plain(value).asText()).stream());
    }

    /** The finding for people, with these names in place of ids. */
    Finding finding(Map<UUID, String> names) {
      String detail = "You sent %s. The recorded value is %s.";
      return new Finding(
          pointer, "different", detail.formatted(text(said, names), text(shown, names)));
    }
  }

  /** The fields of the body that the document shows with other values. */
  static List<Difference> between(Body body, JsonNode document) {
    List<Difference> differences = new ArrayList<>();
    addFields(differences, "", body.pointer(), body.tree(), document);
    return differences;
  }

  /** Adds the fields of an object that differ; the object of the whole body has no name. */
  private static void addFields(
      List<Difference> differences, String object, String pointer, JsonNode said, JsonNode shown) {
    for (Map.Entry<String, JsonNode> field : said.properties()) {
      String name = field.getKey();
      String place = Body.pointer(pointer, name);
      boolean isId = name.equals("id");
      if (name.equals("properties") && field.getValue().isObject()) {
        // A feature of GeoJSON has the fields of its plot here.
        addFields(differences, object, place, field.getValue(), shown);
      } else if (!(isId && object.isEmpty()) && !isSame(name, field.getValue(), shown)) {
        // The id of the body may be the one in another installation.
        add(differences, isId ? object : name, place, field.getValue(), shown.get(name));
      }
    }
  }

  /** Adds a value that differs, or the parts of it that do. */
  private static void add(
      List<Difference> differences, String name, String pointer, JsonNode said, JsonNode shown) {
    if (said.isObject() && shown.isObject()) {
      addFields(differences, name, pointer, said, shown);
    } else if (said.isArray() && said.path(0).isObject() && said.size() == shown.size()) {
      unmatched(said, shown)
          .forEach((i, other) -> add(differences, name, pointer + "/" + i, said.get(i), other));
    } else {
      differences.add(new Difference(pointer, name, said, shown));
    }
  }

  private static String text(JsonNode value, Map<UUID, String> names) {
    if (value.isArray()) {
      String items = value.valueStream().map(item -> text(item, names)).collect(joining(", "));
      return items.isEmpty() ? "empty" : cut(items);
    }
    JsonNode plain = plain(value);
    String name = Formats.uuid(plain.asText()).map(names::get).orElse(null);
    return cut(name == null ? plain.toString() : TextNode.valueOf(name).toString());
  }

  private static String cut(String text) {
    String safe = TerminalText.of(text);
    return safe.length() <= MOST_SHOWN ? safe : safe.substring(0, MOST_SHOWN) + "…";
  }

  /** The part of an object that people know: the amount of a payment, else the id. */
  private static JsonNode plain(JsonNode value) {
    return value.has("amount") ? value.get("amount") : value.has("id") ? value.get("id") : value;
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
    return said.path(0).isObject()
        ? unmatched(said, shown).isEmpty()
        : IntStream.range(0, said.size()).allMatch(i -> isSame(said.get(i), shown.get(i)));
  }

  /** The indexes of items without an equal one, each with another such item in its place. */
  private static Map<Integer, JsonNode> unmatched(JsonNode said, JsonNode shown) {
    List<JsonNode> left = shown.valueStream().collect(toCollection(ArrayList::new));
    List<Integer> different =
        IntStream.range(0, said.size())
            .filter(
                i ->
                    left.stream()
                        .filter(other -> isSame(said.get(i), other))
                        .findFirst()
                        .filter(left::remove)
                        .isEmpty())
            .boxed()
            .toList();
    Iterator<JsonNode> others = left.iterator();
    return different.stream().collect(toMap(i -> i, i -> others.next()));
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
