package supplychain.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import supplychain.core.ProblemType;
import supplychain.validation.Kind.Read;

/**
 * One JSON object of a request, read field by field. A mistake becomes a finding at its JSON
 * Pointer and the field reads as absent; a field that nothing asked for is a finding too, unless
 * the client prefers lenient handling.
 */
public final class Body {
  private final JsonNode node;
  private final String pointer;
  private final ReadingState reading;
  private final Set<String> asked = new LinkedHashSet<>();

  private Body(JsonNode node, String pointer, ReadingState reading) {
    this.pointer = pointer;
    this.reading = reading;
    if (node.isObject()) {
      this.node = node;
      reading.objects.add(this);
    } else {
      this.node = JsonNodeFactory.instance.objectNode();
      reading.findings.add(pointer, "type", "It must be an object.");
    }
  }

  /** A whole body; {@code lenient} ignores fields that nothing asks for (RFC 7240). */
  public static Body of(JsonNode node, boolean lenient) {
    return new Body(node, "", new ReadingState(lenient, false, ProblemType.INVALID_BODY));
  }

  /** One record of a body that has many, whose place in it is {@code pointer}. */
  public static Body of(JsonNode node, String pointer, boolean lenient) {
    return new Body(node, pointer, new ReadingState(lenient, false, ProblemType.INVALID_BODY));
  }

  /** One record of a file, whose place in it is {@code pointer}. */
  public static Body at(JsonNode node, String pointer) {
    return new Body(node, pointer, new ReadingState(false, true, ProblemType.INVALID_BODY));
  }

  /** The parameters of a query, each a string, read like the fields of a body. */
  public static Body ofQuery(JsonNode parameters) {
    return new Body(parameters, "", new ReadingState(false, false, ProblemType.INVALID_QUERY));
  }

  /** Where this object stands in the body. */
  public String pointer() {
    return pointer;
  }

  /** Where that field of it stands in the body. */
  public String pointer(String name) {
    return pointer(pointer, name);
  }

  /** The JSON Pointer to a field of the object at {@code object} (RFC 6901). */
  public static String pointer(String object, String name) {
    return object + "/" + Text.wellFormed(name).replace("~", "~0").replace("/", "~1");
  }

  /** The findings of the whole body. */
  public Findings findings() {
    return reading.findings;
  }

  /** Whether the field has a value that is not null. */
  public boolean has(String name) {
    return node.hasNonNull(name);
  }

  /** Adds a finding at a field. */
  public void refuse(String name, String code, String detail) {
    reading.findings.add(pointer(name), code, detail);
  }

  /** Accepts these fields without looking at them: they are the service's own. */
  public void ignore(String... names) {
    asked.addAll(Arrays.asList(names));
  }

  /** Ends the reading: what nothing asked for is a finding, and any finding refuses the body. */
  public void finish() {
    if (!reading.lenient) {
      reading.objects.forEach(
          object -> UnknownFields.refuse(object, object.node, object.asked, reading.part()));
    }
    reading.objects.clear();
    reading.findings.refuseIfAny(reading.refusal);
  }

  /** The field as it stands, for those that take more than one form. */
  public FieldValue<JsonNode> any(String name) {
    return get(name, Read::right);
  }

  /** The field, read as that kind; absent when it is refused. */
  public <T> FieldValue<T> get(String name, Kind<T> kind) {
    asked.add(name);
    JsonNode value = node.get(name);
    if (value == null) {
      return FieldValue.absent();
    }
    if (value.isNull()) {
      return FieldValue.ofNull();
    }
    Read<T> read = kind.read(value);
    if (read.isWrong()) {
      refuse(name, read.code(), read.detail());
      return FieldValue.absent();
    }
    return FieldValue.of(read.value());
  }

  /** A field that a file may set; in a request it is the service's own and not looked at. */
  public <T> FieldValue<T> fromFile(String name, Kind<T> kind) {
    if (reading.fromFile) {
      return get(name, kind);
    }
    ignore(name);
    return FieldValue.absent();
  }

  /** The field, which has to be there; null when it is refused. */
  public <T> T required(String name, Kind<T> kind) {
    require(name);
    return get(name, kind).value();
  }

  /** A finding when the field is absent or null. */
  public void require(String name) {
    if (!has(name)) {
      refuse(name, "required", "It is required.");
    }
  }

  /** The field, which may be absent but always has a value. */
  public <T> FieldValue<T> neverNull(String name, Kind<T> kind) {
    FieldValue<T> given = get(name, kind);
    if (given.isNull()) {
      refuse(name, "not_null", "It always has a value; leave it out to keep it.");
      return FieldValue.absent();
    }
    return given;
  }

  /** A nested object. */
  public FieldValue<Body> object(String name) {
    return get(
        name,
        value ->
            value.isObject()
                ? Read.right(new Body(value, pointer(name), reading))
                : Read.wrong("type", "It must be an object."));
  }

  /** An array of objects. */
  public FieldValue<List<Body>> objects(String name, int most) {
    return array(
        name,
        most,
        items -> {
          List<Body> objects = new ArrayList<>();
          for (int i = 0; i < items.size(); i++) {
            objects.add(new Body(items.get(i), pointer(name) + "/" + i, reading));
          }
          return objects;
        });
  }

  /** An array of values of one kind, none twice, each with its pointer. */
  public <T> FieldValue<Map<String, T>> list(String name, Kind<T> kind, int most) {
    return array(
        name,
        most,
        items -> {
          Map<String, T> values = new LinkedHashMap<>();
          Set<T> seen = new HashSet<>();
          for (int i = 0; i < items.size(); i++) {
            String place = pointer(name) + "/" + i;
            Read<T> read = kind.read(items.get(i));
            if (!read.isWrong() && !seen.add(read.value())) {
              read = Read.wrong("duplicate", "It stands here twice.");
            }
            if (read.isWrong()) {
              reading.findings.add(place, read.code(), read.detail());
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
            return Read.wrong("type", "It must be an array.");
          }
          return value.size() <= most
              ? Read.right(reader.apply(value))
              : Read.wrong("too_many", "It may have at most " + most + " items.");
        });
  }

  /** Finds the fields that nothing asked for: a typo must not lose a value. */
  private static final class UnknownFields {
    private UnknownFields() {}

    /**
     * A finding for each field of the object that is not one of the known.
     *
     * @param kind what they are called: a field, or a parameter
     */
    static void refuse(Body object, JsonNode node, Set<String> known, String kind) {
      for (String name : (Iterable<String>) node::fieldNames) {
        if (!known.contains(name)) {
          String hint = NearestName.hint(name, known, object.findings());
          object.refuse(name, "unknown_" + kind, "There is no such " + kind + "." + hint);
        }
      }
    }
  }
}
