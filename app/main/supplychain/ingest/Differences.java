package supplychain.ingest;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toCollection;
import static java.util.stream.Collectors.toSet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigDecimal;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jooq.Field;
import org.jooq.Table;
import supplychain.core.Finding;
import supplychain.core.Json;
import supplychain.core.Texts;
import supplychain.records.FieldType;
import supplychain.records.FormField;
import supplychain.records.farmer.PlotResource;
import supplychain.schema.Public;
import supplychain.validation.Body;
import supplychain.validation.Formats;
import supplychain.validation.TerminalText;
import supplychain.validation.ValueTypes;

/**
 * Compares what bodies say with recorded documents.
 *
 * @param fields the fields of forms that the documents name, by id
 */
record Differences(Map<UUID, FormField> fields) {
  /** Fields that the service sets, or that change with other records. */
  private static final Set<String> NOT_COMPARED =
      Set.of(
          "created_on",
          "updated_on",
          "creator",
          "updater",
          "type",
          "source_quantity",
          "current_quantity",
          "measured_area",
          "reversed_on",
          "reversal_reason");

  /** Those that a person may have changed in a list to set the stock. */
  private static final List<String> READ_ONLY = List.of("source_quantity", "current_quantity");

  /** Fields whose values can be written in several ways. In all others, each character counts. */
  private static final Set<String> DECIMALS = ofType(BigDecimal.class, Double.class);

  private static final Set<String> TIMES = ofType(OffsetDateTime.class);

  /** The names in a file of origins of the fields of a plot. */
  private static final Map<String, String> NAMES_OF_ORIGINS =
      Map.of("Area", "area", "ProductionPlace", "production_place");

  /** Where the document of a plot that is a point has its coordinates. */
  private static final Map<String, String> COORDINATES =
      Map.of("longitude", "/geometry/coordinates/0", "latitude", "/geometry/coordinates/1");

  private static final String FORM_FIELD = "field";

  private static final int MOST_SHOWN = 60;

  private static Set<String> ofType(Class<?>... types) {
    return Public.PUBLIC
        .tableStream()
        .flatMap(Table::fieldStream)
        .filter(column -> Set.of(types).contains(column.getType()))
        .map(Field::getName)
        .collect(toSet());
  }

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
  List<Difference> between(Body body, JsonNode document) {
    return ofFields("", body.pointer(), body.tree(), document).toList();
  }

  /** The stock in a body that the document shows with another value, and that nobody can write. */
  List<Difference> readOnly(Body body, JsonNode document) {
    return READ_ONLY.stream()
        .filter(name -> body.tree().hasNonNull(name) && document.has(name))
        .map(
            name ->
                new Difference(body.pointer(name), name, body.tree().get(name), document.get(name)))
        .filter(one -> !isSameText(one.said(), one.shown(), true, false))
        .toList();
  }

  /** The fields of an object that differ; the object of the whole body has no name. */
  private Stream<Difference> ofFields(
      String object, String pointer, JsonNode said, JsonNode shown) {
    return said.propertyStream()
        .flatMap(field -> ofField(object, pointer, field.getKey(), field.getValue(), shown));
  }

  private Stream<Difference> ofField(
      String object, String pointer, String name, JsonNode said, JsonNode document) {
    String place = Body.pointer(pointer, name);
    if (name.equals("properties") && said.isObject()) {
      // A feature of GeoJSON has the fields of its plot here, except for the place.
      ObjectNode others = Json.MAPPER.createObjectNode();
      others.setAll((ObjectNode) document);
      return ofFields(object, place, said, others.without("geometry"));
    }
    JsonNode shown = document.get(NAMES_OF_ORIGINS.getOrDefault(name, name));
    if (shown == null && COORDINATES.containsKey(name) && !said.isNull()) {
      JsonNode coordinate = document.at(COORDINATES.get(name));
      return coordinate.isMissingNode()
          ? Stream.empty()
          : of(name, place, PlotResource.coordinate(said), coordinate);
    }
    // The id of the body may be the one in another installation.
    boolean isOwnId = name.equals("id") && object.isEmpty();
    if (shown == null || isOwnId || NOT_COMPARED.contains(name)) {
      return Stream.empty();
    }
    FormField field = fields.get(id(document.path(FORM_FIELD)));
    return field != null && isSameOfForm(name, field, said, shown)
        ? Stream.empty()
        : of(name.equals("id") ? object : name, place, PlotResource.recorded(name, said), shown);
  }

  /** A value that differs, or the parts of it that do. */
  private Stream<Difference> of(String name, String pointer, JsonNode said, JsonNode shown) {
    if (said.isObject() && shown.isObject()) {
      return ofFields(name, pointer, said, shown);
    }
    if (canPair(said, shown)) {
      Map<Integer, JsonNode> others = unmatched(said, shown);
      return others.keySet().stream()
          .flatMap(i -> of(name, pointer + "/" + i, said.get(i), others.get(i)));
    }
    return isSameValue(name, said, shown)
        ? Stream.empty()
        : Stream.of(new Difference(pointer, name, said, shown));
  }

  private boolean isSame(String name, JsonNode said, JsonNode shown) {
    return of(name, "", said, shown).findAny().isEmpty();
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

  private static UUID id(JsonNode value) {
    return Formats.uuid(value.asText()).orElse(null);
  }

  /** Every value of a form is recorded as text; a body may name its field by the key. */
  private static boolean isSameOfForm(String name, FormField field, JsonNode said, JsonNode shown) {
    boolean isNumber = field.type() == FieldType.INTEGER || field.type() == FieldType.FLOAT;
    return switch (name) {
      case FORM_FIELD -> said.asText().equals(field.key()) || field.id().equals(id(said));
      case "value" -> isSameText(said, shown, isNumber, false);
      default -> false;
    };
  }

  private boolean isSameValue(String name, JsonNode said, JsonNode shown) {
    if (said.isNull() || shown.isNull()) {
      return isNothing(said) && isNothing(shown);
    }
    if (said.isArray()) {
      return shown.isArray()
          && said.size() == shown.size()
          && IntStream.range(0, said.size()).allMatch(i -> isSame(name, said.get(i), shown.get(i)));
    }
    JsonNode plain = shown.isObject() ? shown.path("id") : shown;
    boolean isNumber = plain.isNumber() || DECIMALS.contains(name);
    return isSameText(
        said.isObject() ? said.path("id") : said, plain, isNumber, TIMES.contains(name));
  }

  private static boolean isSameText(
      JsonNode said, JsonNode shown, boolean isNumber, boolean isTime) {
    Optional<BigDecimal> decimal = isNumber ? Formats.decimal(said) : Optional.empty();
    if (decimal.isPresent() && Formats.decimal(shown).isPresent()) {
      return decimal.get().compareTo(Formats.decimal(shown).get()) == 0;
    }
    OffsetDateTime time = isTime ? ValueTypes.DATE_TIME.read(said).value() : null;
    String text = said.isArray() ? said.toString() : said.asText();
    return Texts.tidy(text).equals(Texts.tidy(shown.asText()))
        || (time != null && isSameTime(time, ValueTypes.DATE_TIME.read(shown).value()));
  }

  /** Programs cut the parts of a second off: a time without them is any time of the second. */
  private static boolean isSameTime(OffsetDateTime said, OffsetDateTime shown) {
    return said.equals(shown)
        || (shown != null && said.equals(shown.truncatedTo(ChronoUnit.SECONDS)));
  }

  private static boolean isNothing(JsonNode value) {
    return value.isNull() || (value.isContainerNode() ? value.isEmpty() : value.asText().isEmpty());
  }

  /** A form keeps the values that a body does not name. */
  private static boolean canPair(JsonNode said, JsonNode shown) {
    boolean isForm = said.path(0).has(FORM_FIELD);
    return said.isArray()
        && said.path(0).isObject()
        && (isForm ? said.size() <= shown.size() : said.size() == shown.size());
  }

  /** The indexes of items without an equal one, each with another such item in its place. */
  private Map<Integer, JsonNode> unmatched(JsonNode said, JsonNode shown) {
    List<JsonNode> left = shown.valueStream().collect(toCollection(ArrayList::new));
    List<Integer> different =
        IntStream.range(0, said.size())
            .filter(i -> take(left, other -> isSame("", said.get(i), other)).isEmpty())
            .boxed()
            .toList();
    Map<Integer, JsonNode> others = new LinkedHashMap<>();
    for (int i : different) {
      JsonNode field = said.get(i).path(FORM_FIELD);
      Optional<JsonNode> same =
          take(left, other -> ofField(" ", "", FORM_FIELD, field, other).findAny().isEmpty());
      others.put(i, same.or(() -> take(left, other -> true)).orElseThrow());
    }
    return others;
  }

  /** Removes the first of some items that meets a condition. */
  private static Optional<JsonNode> take(List<JsonNode> items, Predicate<JsonNode> condition) {
    Optional<JsonNode> first = items.stream().filter(condition).findFirst();
    first.ifPresent(items::remove);
    return first;
  }
}
