package supplychain.validation;

import static supplychain.core.ProblemType.INVALID_BODY;
import static supplychain.core.ProblemType.INVALID_QUERY;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import supplychain.core.ProblemType;
import supplychain.validation.ValueType.Read;

/**
 * A JSON object of a request, which the service reads field by field. A field with a mistake is
 * absent and adds a finding with its JSON Pointer. A field that the service does not read is a
 * finding too, because a typo must not lose a value, unless the client prefers lenient handling.
 */
public final class Body {
  private static final Pattern UNPAIRED = Pattern.compile("\\p{Cs}");

  private final JsonNode node;
  private final String pointer;
  private final ReadingState reading;
  private final Set<String> asked = new LinkedHashSet<>();
  private final boolean isObject;
  private final Set<String> ruledOut = new HashSet<>();
  private UUID record;

  private Body(JsonNode node, String pointer, ReadingState reading) {
    this.pointer = pointer;
    this.reading = reading;
    this.isObject = node.isObject();
    if (isObject) {
      this.node = node;
      reading.objects.add(this);
    } else {
      this.node = JsonNodeFactory.instance.objectNode();
      String detail = ShownValue.subject(node) + " must be an object.";
      reading.findings.add(pointer, "type", detail);
    }
  }

  /** A whole body; {@code lenient} ignores unknown fields (RFC 7240). */
  public static Body of(JsonNode node, boolean lenient) {
    return of(node, "", lenient, new Hints());
  }

  /** A record of a body with many records, at the place {@code pointer} of the body. */
  public static Body of(JsonNode node, String pointer, boolean lenient, Hints hints) {
    return new Body(node, pointer, new ReadingState(hints, lenient, false, INVALID_BODY));
  }

  /** A record of a file, at the place {@code pointer} of the file. */
  public static Body at(JsonNode node, String pointer, Hints hints) {
    return new Body(node, pointer, new ReadingState(hints, false, true, INVALID_BODY));
  }

  /** The parameters of a query, as an object of strings. */
  public static Body ofQuery(JsonNode parameters) {
    return new Body(parameters, "", new ReadingState(new Hints(), false, false, INVALID_QUERY));
  }

  public boolean isQuery() {
    return reading.refusal == INVALID_QUERY;
  }

  /** The fields as the client sent them. */
  public JsonNode tree() {
    return node;
  }

  public String pointer() {
    return pointer;
  }

  public String pointer(String name) {
    return pointer(pointer, name);
  }

  /** The JSON Pointer to a field of an object (RFC 6901). UTF-8 can hold no unpaired surrogate. */
  public static String pointer(String object, String name) {
    return object
        + "/"
        + UNPAIRED.matcher(name).replaceAll("\uFFFD").replace("~", "~0").replace("/", "~1");
  }

  /** Says which record this body changes, or which id its new record gets. */
  public Body forRecord(UUID id) {
    record = id;
    return this;
  }

  /** The id of its record; empty if that can be any new one. */
  public Optional<UUID> record() {
    return Optional.ofNullable(record);
  }

  /** Notes that no value of a field is a reason for a warning, so that nobody looks for one. */
  public void ruleOutWarnings(String name) {
    ruledOut.add(name);
  }

  /** Whether a value of a field can be a reason for a warning. */
  public boolean mayWarnOf(String name) {
    // A table can name a record by a field like premium.name.
    return !ruledOut.contains(name)
        && node.properties().stream()
            .map(Map.Entry::getKey)
            .anyMatch(key -> key.equals(name) || key.startsWith(name + "."));
  }

  public Findings findings() {
    return reading.findings;
  }

  public boolean has(String name) {
    return node.hasNonNull(name);
  }

  /** Adds a finding about a field. What is no object has one finding, not one for each field. */
  public void refuse(String name, String code, String detail) {
    if (isObject) {
      reading.findings.add(pointer(name), code, detail);
    }
  }

  /** Refuses the value of a field by a rule, such as "must be a string.", after the value. */
  public void refuseValue(String name, String code, String rule) {
    refuse(name, code, withValue(name, rule));
  }

  /** A sentence from the value of a field, as the client wrote it, and a rule. */
  public String withValue(String name, String rule) {
    return reading
            .findings
            .written(pointer(name))
            .map(ShownValue::of)
            .orElseGet(() -> ShownValue.subject(node.get(name)))
        + " "
        + rule;
  }

  /** Accepts these fields without reading them: the service sets them. */
  public void ignore(String... names) {
    asked.addAll(Arrays.asList(names));
  }

  /** Accepts the fields that the service sets in every record, and more, without reading them. */
  public void ignoreServiceFields(String... more) {
    ignore("id", "created_on", "updated_on", "creator", "updater");
    ignore(more);
  }

  /** Ends the reading: unknown fields are findings, and any finding refuses the body. */
  public void throwIfInvalid() {
    if (!reading.lenient) {
      reading.objects.forEach(Body::refuseUnknownFields);
    }
    reading.objects.clear();
    reading.findings.refuseIfAny(reading.refusal);
  }

  private void refuseUnknownFields() {
    String kind = isQuery() ? "parameter" : "field";
    for (String name : (Iterable<String>) node::fieldNames) {
      if (!asked.contains(name)) {
        String hint = NearestName.hint(name, asked, reading.findings);
        String detail = "There is no %s %s.%s".formatted(kind, ShownValue.of(name), hint);
        refuse(name, "unknown_" + kind, detail);
      }
    }
  }

  /** The field in any form. */
  public FieldValue<JsonNode> any(String name) {
    return get(name, Read::right);
  }

  /** The field, read as this type; absent if it has a mistake. */
  public <T> FieldValue<T> get(String name, ValueType<T> type) {
    asked.add(name);
    JsonNode value = node.get(name);
    if (value == null) {
      return FieldValue.absent();
    }
    if (value.isNull()) {
      return FieldValue.of(null);
    }
    Read<T> read = type.read(value);
    if (read.isWrong()) {
      refuseValue(name, read.code(), read.rule());
      return FieldValue.absent();
    }
    return FieldValue.of(read.value());
  }

  /** A field that a file can set. The service ignores it in a request. */
  public <T> FieldValue<T> fromFile(String name, ValueType<T> type) {
    if (reading.fromFile) {
      return get(name, type);
    }
    ignore(name);
    return FieldValue.absent();
  }

  public <T> T required(String name, ValueType<T> type) {
    require(name);
    return get(name, type).value();
  }

  public void require(String name) {
    if (!has(name)) {
      refuse(name, "required", "This value is required.");
    }
  }

  /** A field that can be absent but not null. */
  public <T> FieldValue<T> neverNull(String name, ValueType<T> type) {
    FieldValue<T> given = get(name, type);
    if (given.isNull()) {
      refuseNull(name);
      return FieldValue.absent();
    }
    return given;
  }

  /** Refuses null for a field of a change. */
  public void refuseNull(String name) {
    String detail = "This value cannot be null. Leave the field out to keep the current value.";
    refuse(name, "not_null", detail);
  }

  /** Reads a field that every change must send; null if it has a mistake. */
  public <T> T repeat(String name, ValueType<T> type) {
    if (!has(name)) {
      String detail = "Every change must have the field %s. Send the current value to keep it.";
      refuse(name, "required", detail.formatted(name));
    }
    return get(name, type).value();
  }

  /** Adds a finding if the body has another value than the current one. */
  public <T> void keep(String name, ValueType<T> type, T current) {
    FieldValue<T> given = get(name, type);
    if (given.present() && !Objects.equals(given.value(), current)) {
      refuseValue(name, "fixed", "cannot replace the current value. Leave the field out.");
    }
  }

  public FieldValue<Body> object(String name) {
    return get(
        name,
        value ->
            value.isObject()
                ? Read.right(new Body(value, pointer(name), reading))
                : Read.wrong("type", "must be an object."));
  }

  public FieldValue<List<Body>> objects(String name, int most) {
    return array(
        name,
        most,
        items ->
            IntStream.range(0, items.size())
                .mapToObj(i -> new Body(items.get(i), pointer(name) + "/" + i, reading))
                .toList());
  }

  /** An array of different values of one type, each by its JSON Pointer. */
  public <T> FieldValue<Map<String, T>> list(String name, ValueType<T> type, int most) {
    return array(
        name,
        most,
        items -> {
          Map<String, T> values = new LinkedHashMap<>();
          Set<T> seen = new HashSet<>();
          for (int i = 0; i < items.size(); i++) {
            String place = pointer(name) + "/" + i;
            Read<T> read = type.read(items.get(i));
            if (!read.isWrong() && !seen.add(read.value())) {
              read = Read.wrong("duplicate", "appears more than once.");
            }
            if (read.isWrong()) {
              String detail = ShownValue.subject(items.get(i)) + " " + read.rule();
              reading.findings.add(place, read.code(), detail);
            } else {
              values.put(place, read.value());
            }
          }
          return values;
        });
  }

  private <T> FieldValue<T> array(String name, int most, Function<JsonNode, T> reader) {
    return get(
        name,
        value -> {
          if (!value.isArray()) {
            return Read.wrong("type", "must be an array.");
          }
          return value.size() <= most
              ? Read.right(reader.apply(value))
              : Read.wrong(
                  "too_many", "has %d items. The limit is %d.".formatted(value.size(), most));
        });
  }

  /** The state that all objects of one body share while the service reads it. */
  private record ReadingState(
      Findings findings,
      List<Body> objects,
      boolean lenient,
      boolean fromFile,
      ProblemType refusal) {
    ReadingState(Hints hints, boolean lenient, boolean fromFile, ProblemType refusal) {
      this(new Findings(hints), new ArrayList<>(), lenient, fromFile, refusal);
    }
  }
}
