package supplychain.records;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.core.Json;
import supplychain.core.Texts;
import supplychain.database.Batch;
import supplychain.database.Database;
import supplychain.validation.Body;
import supplychain.validation.Formats;
import supplychain.validation.ValueType;
import supplychain.validation.ValueType.Read;
import supplychain.validation.ValueTypes;

/**
 * Names in place of ids, as people know records: {@code {"source": {"number": "F-102"}}}. The
 * service replaces them by ids before it reads a body. A name finds only records that the caller
 * sees, and companies with which the caller's company has traded.
 */
public final class Names {
  /** The field in which a card has its own name, the card_id, and is created if it is new. */
  private static final String CARD_IN_BODY = "entity_card";

  /** The field with thousands of positions, none of which is a name. */
  private static final String WITHOUT_NAMES = "geometry";

  /** The most names in a body: as many as the parents that a transaction may have, and more. */
  private static final int MOST_NAMES = 11_000;

  /**
   * A name in a body.
   *
   * @param pointer the field that gets the id
   * @param named the name itself
   * @param others further names of the same record
   * @param place receives the id
   */
  record Mention(
      Body body,
      String pointer,
      String named,
      Set<NameKind> kinds,
      String text,
      List<Mention> others,
      Consumer<JsonNode> place) {
    void addTo(Map<NameKind, Set<String>> names) {
      kinds.forEach(kind -> names.computeIfAbsent(kind, each -> new LinkedHashSet<>()).add(text));
    }
  }

  private Names() {}

  /** The keys by which an object in this field may name a record, like {@code number}. */
  public static List<String> keys(String field) {
    return FieldTarget.names(field).stream().map(kind -> kind.key).distinct().toList();
  }

  /** The id of a record in a field that can have a name in its place. */
  public static ValueType<UUID> id(String field) {
    return value -> {
      Read<UUID> read = ValueTypes.ID.read(value);
      String keys = read.isWrong() ? String.join(" or ", keys(field)) : "";
      return keys.isEmpty()
          ? read
          : Read.wrong(read.code(), "must be an id, or an object with " + keys + ".");
    };
  }

  /**
   * Replaces the names in bodies by ids, with one query for each caller. An unknown name, and a
   * name of several records, is a finding. Runs the batch of a write if there are names.
   *
   * @param records the fields in which an object is a new record
   * @param plain the fields in which a text that is no id is a name by any of its keys
   */
  static void replace(
      DSLContext sql, Map<Body, Caller> bodies, Set<String> records, Set<String> plain) {
    List<Mention> mentions = new ArrayList<>();
    for (Body body : bodies.keySet()) {
      int before = mentions.size();
      new Search(body, records, plain, mentions).search(body.tree(), body.pointer());
      if (mentions.size() > before + MOST_NAMES) {
        mentions.subList(before, mentions.size()).clear();
        String detail = "A record can have at most " + MOST_NAMES + " names in place of ids.";
        body.findings().add(body.pointer(), "too_many", detail);
      }
    }
    Batch batch = Batch.of(sql);
    if (batch != null && !mentions.isEmpty()) {
      batch.run();
    }
    mentions.stream()
        .collect(groupingBy(mention -> bodies.get(mention.body()), LinkedHashMap::new, toList()))
        .forEach((caller, own) -> new NameResolution(sql, caller, own).replace(own));
  }

  /** The parameters of a query that can name a record in place of this one, which takes its id. */
  public static List<String> parameters(String field) {
    return keys(field).stream().map(key -> field + "." + key).toList();
  }

  /** Replaces names in a query, such as {@code source.number}, by ids, for these parameters. */
  public static void replace(Body query, List<String> fields, Caller caller, Database database) {
    if (fields.stream().filter(field -> nest(query, field)).count() > 0) {
      database.read(
          sql -> {
            replace(sql, Map.of(query, caller), Set.of(), Set.of());
            return query;
          });
    }
  }

  /** Puts the names of a record in the place of its id. Returns whether there are any. */
  private static boolean nest(Body query, String field) {
    ObjectNode parameters = (ObjectNode) query.tree();
    ObjectNode names = Json.MAPPER.createObjectNode();
    for (String parameter : parameters(field)) {
      query.ignore(parameter);
      if (parameters.has(parameter)) {
        names.set(parameter.substring(field.length() + 1), parameters.get(parameter));
        if (parameters.has(field)) {
          query.refuse(parameter, "duplicate", "Send either the id or a name of the record.");
        }
      }
    }
    if (!names.isEmpty()) {
      parameters.set(field, names);
    }
    return !names.isEmpty();
  }

  private record Search(
      Body body, Set<String> fieldsOfNewRecords, Set<String> plain, List<Mention> found) {
    void search(JsonNode object, String pointer) {
      for (Map.Entry<String, JsonNode> field : object.properties()) {
        String name = field.getKey();
        boolean isPlain = plain.contains(name) && isPlain(field.getValue());
        boolean mayHaveNames = isPlain || field.getValue().isContainerNode();
        if (!mayHaveNames || name.equals(CARD_IN_BODY) || name.equals(WITHOUT_NAMES)) {
          continue;
        }
        Set<NameKind> kinds =
            fieldsOfNewRecords.contains(name) ? Set.of() : FieldTarget.names(name);
        String place = Body.pointer(pointer, name);
        if (isPlain) {
          String text = Texts.tidy(Formats.code(field.getValue()));
          found.add(new Mention(body, place, place, kinds, text, List.of(), field::setValue));
        }
        boolean isName = isPlain || add(place, field.getValue(), kinds, field::setValue);
        if (field.getValue() instanceof ArrayNode array) {
          for (int i = 0; i < array.size(); i++) {
            int index = i;
            String item = place + "/" + i;
            if (!add(item, array.get(i), kinds, id -> array.set(index, id))) {
              search(array.get(i), item);
            }
          }
        } else if (!isName) {
          search(field.getValue(), place);
        }
      }
    }

    /**
     * Adds the name that a value is, and returns whether it is one: an object with keys of these
     * kinds and nothing else. The first key counts: an exported table has a number, which counts,
     * and a name for its reader. No other key may name another record. An array below the key
     * stands for an array of such objects.
     */
    private boolean add(
        String pointer, JsonNode value, Set<NameKind> kinds, Consumer<JsonNode> place) {
      Set<String> keys = new LinkedHashSet<>(kinds.stream().map(kind -> kind.key).toList());
      keys.retainAll(value.propertyStream().map(Map.Entry::getKey).toList());
      if (keys.isEmpty() || keys.size() < value.size()) {
        return false;
      }
      String key = keys.iterator().next();
      JsonNode named = value.get(key);
      if (named.isObject() || named.isNull()) {
        return false;
      }
      if (named.isArray()) {
        ArrayNode ids = named.deepCopy();
        for (int i = 0; i < ids.size(); i++) {
          int index = i;
          String item = pointer + "/" + i;
          String text = Texts.tidy(named.get(i).asText());
          Consumer<JsonNode> setId = id -> ids.set(index, id);
          found.add(new Mention(body, item, item, ofKey(kinds, key), text, List.of(), setId));
        }
        place.accept(ids);
        return true;
      }
      List<Mention> others =
          keys.stream()
              .skip(1)
              .filter(other -> value.get(other).isTextual())
              .map(other -> mention(pointer, value, kinds, other, List.of(), id -> {}))
              .toList();
      found.add(mention(pointer, value, kinds, key, others, place));
      return true;
    }

    private static boolean isPlain(JsonNode value) {
      return value.isNumber() || (value.isTextual() && Formats.uuid(value.asText()).isEmpty());
    }

    /** The name below one key of an object. */
    private Mention mention(
        String pointer,
        JsonNode object,
        Set<NameKind> kinds,
        String key,
        List<Mention> others,
        Consumer<JsonNode> place) {
      String whole = object.size() == 1 ? pointer : Body.pointer(pointer, key);
      String named = body.isQuery() ? pointer + "." + key : whole;
      String text = Texts.tidy(object.get(key).asText());
      return new Mention(body, pointer, named, ofKey(kinds, key), text, others, place);
    }
  }

  static Set<NameKind> ofKey(Set<NameKind> kinds, String key) {
    Set<NameKind> meant = EnumSet.copyOf(kinds);
    meant.removeIf(kind -> !kind.key.equals(key));
    return meant;
  }
}
