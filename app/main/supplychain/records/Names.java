package supplychain.records;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toCollection;
import static java.util.stream.Collectors.toList;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.core.Json;
import supplychain.core.Texts;
import supplychain.records.NamedRecords.Named;
import supplychain.validation.Body;
import supplychain.validation.Findings;
import supplychain.validation.Formats;
import supplychain.validation.Kind;
import supplychain.validation.Kind.Read;
import supplychain.validation.Kinds;
import supplychain.validation.ShownValue;

/**
 * Names in place of ids, as people know records: {@code {"source": {"number": "F-102"}}}. The
 * service replaces them by ids before it reads a body. A name finds only records that the caller
 * sees, and companies with which the caller's company has traded.
 */
public final class Names {
  /** The keys of the names by which messages show records. */
  private static final Set<String> SHOWN = Set.of("number", "name", "code", "card_id");

  /** Stands for the record of a name that has a finding. */
  private static final UUID NOBODY = new UUID(0, 0);

  /** The field in which a card has its own name, the card_id, and is created if it is new. */
  private static final String CARD_IN_BODY = "entity_card";

  /** The most names in a body: as many as the parents that a transaction may have, and more. */
  private static final int MOST_NAMES = 11_000;

  /** The fields that may name the company of a record. */
  private static final List<String> COMPANIES =
      List.of("source", "destination", "company", "buyer", "owner", "entity");

  /**
   * A name in a body.
   *
   * @param pointer the field that gets the id
   * @param named the name itself
   * @param others further names of the same record
   * @param place receives the id
   */
  private record Mention(
      Body body,
      String pointer,
      String named,
      Set<NameKind> kinds,
      String text,
      List<Mention> others,
      Consumer<TextNode> place) {
    void addTo(Map<NameKind, Set<String>> names) {
      kinds.forEach(kind -> names.computeIfAbsent(kind, each -> new LinkedHashSet<>()).add(text));
    }
  }

  private final DSLContext sql;
  private final Caller caller;

  private Names(DSLContext sql, Caller caller) {
    this.sql = sql;
    this.caller = caller;
  }

  /** The keys by which an object in this field may name a record, like {@code number}. */
  public static List<String> keys(String field) {
    return FieldTarget.names(field).stream().map(kind -> kind.key).distinct().toList();
  }

  /**
   * The names of those records that the caller sees, as messages show them: {@code Ruth Chemos
   * (F-102)}.
   *
   * @param ids the ids of records by the field that names them
   */
  public static Map<UUID, String> shown(DSLContext sql, Caller caller, Map<String, Set<UUID>> ids) {
    Map<NameKind, Set<UUID>> wanted = new EnumMap<>(NameKind.class);
    ids.forEach(
        (field, own) ->
            FieldTarget.names(field).stream()
                .filter(kind -> SHOWN.contains(kind.key))
                .forEach(
                    kind -> wanted.computeIfAbsent(kind, each -> new HashSet<>()).addAll(own)));
    Map<UUID, String> names = new HashMap<>();
    BinaryOperator<String> joined = (number, name) -> name + " (" + number + ")";
    wanted.forEach(
        (kind, own) ->
            NamedRecords.query(kind.ofIds(caller.isOperator()))
                .list(
                    sql,
                    row -> names.merge(row.getObject(1, UUID.class), row.getString(2), joined),
                    caller.company(),
                    own.toArray(UUID[]::new)));
    return names;
  }

  /** The id of a record in a field that can have a name in its place. */
  public static Kind<UUID> id(String field) {
    String keys = String.join(" or ", keys(field));
    return value -> {
      Read<UUID> read = Kinds.ID.read(value);
      String rule = "must be an id, or an object with " + keys + ".";
      return read.isWrong() && !keys.isEmpty() ? Read.wrong(read.code(), rule) : read;
    };
  }

  /**
   * Replaces the names in bodies by ids, with one query for each caller. An unknown name, and a
   * name of several records, is a finding.
   *
   * @param records the fields in which an object is a new record
   * @param areMany whether the bodies are records of a file: then a plain code of a currency is
   *     replaced too
   */
  static void replace(
      DSLContext sql, Map<Body, Caller> bodies, Set<String> records, boolean areMany) {
    List<Mention> mentions = new ArrayList<>();
    for (Body body : bodies.keySet()) {
      if (areMany) {
        body.tree().findParents("currency").forEach(Names::wrapCode);
      }
      int before = mentions.size();
      search(body, body.tree(), body.pointer(), records, mentions);
      if (mentions.size() > before + MOST_NAMES) {
        mentions.subList(before, mentions.size()).clear();
        String detail = "A record can have at most " + MOST_NAMES + " names in place of ids.";
        body.findings().add(body.pointer(), "too_many", detail);
      }
    }
    mentions.stream()
        .collect(groupingBy(mention -> bodies.get(mention.body()), LinkedHashMap::new, toList()))
        .forEach((caller, own) -> new Names(sql, caller).replace(own));
  }

  private static void wrapCode(JsonNode object) {
    JsonNode currency = object.get("currency");
    if (currency.isTextual() && Formats.uuid(currency.asText()).isEmpty()) {
      ((ObjectNode) object).putObject("currency").set(NameKind.CURRENCY_CODE.key, currency);
    }
  }

  private static void search(
      Body body, JsonNode object, String pointer, Set<String> records, List<Mention> found) {
    for (Map.Entry<String, JsonNode> field : object.properties()) {
      if (field.getKey().equals(CARD_IN_BODY)) {
        continue;
      }
      Set<NameKind> kinds =
          records.contains(field.getKey()) ? Set.of() : FieldTarget.names(field.getKey());
      String place = Body.pointer(pointer, field.getKey());
      List<Mention> names = named(body, place, field.getValue(), kinds, field::setValue);
      found.addAll(names);
      if (field.getValue() instanceof ArrayNode array) {
        for (int i = 0; i < array.size(); i++) {
          int index = i;
          String item = place + "/" + i;
          List<Mention> one = named(body, item, array.get(i), kinds, id -> array.set(index, id));
          found.addAll(one);
          if (one.isEmpty()) {
            search(body, array.get(i), item, records, found);
          }
        }
      } else if (names.isEmpty()) {
        search(body, field.getValue(), place, records, found);
      }
    }
  }

  /**
   * The name that a value is: an object with keys of these kinds and nothing else. The first key
   * counts: an exported table has a number, which counts, and a name for its reader. No other key
   * may name another record. An array below the key stands for an array of such objects.
   */
  private static List<Mention> named(
      Body body, String pointer, JsonNode value, Set<NameKind> kinds, Consumer<JsonNode> place) {
    Set<String> keys = new LinkedHashSet<>(kinds.stream().map(kind -> kind.key).toList());
    keys.retainAll(value.propertyStream().map(Map.Entry::getKey).toList());
    if (keys.isEmpty() || keys.size() < value.size()) {
      return List.of();
    }
    String key = keys.iterator().next();
    JsonNode named = value.get(key);
    if (named.isObject() || named.isNull()) {
      return List.of();
    }
    if (!named.isArray()) {
      List<Mention> others =
          keys.stream()
              .skip(1)
              .filter(other -> value.get(other).isTextual())
              .map(other -> mention(body, pointer, other, value, kinds, List.of(), id -> {}))
              .toList();
      return List.of(mention(body, pointer, key, value, kinds, others, place::accept));
    }
    Set<NameKind> meant = ofKey(kinds, key);
    ArrayNode ids = Json.MAPPER.createArrayNode();
    List<Mention> all = new ArrayList<>();
    for (JsonNode one : named) {
      int index = ids.size();
      ids.add(one);
      String item = pointer + "/" + index;
      String text = Texts.tidy(one.asText());
      all.add(new Mention(body, item, item, meant, text, List.of(), id -> ids.set(index, id)));
    }
    place.accept(ids);
    return all;
  }

  /** The name below one key of an object. */
  private static Mention mention(
      Body body,
      String pointer,
      String key,
      JsonNode value,
      Set<NameKind> kinds,
      List<Mention> others,
      Consumer<TextNode> place) {
    String whole = value.size() == 1 ? pointer : Body.pointer(pointer, key);
    String named = body.isQuery() ? pointer + "." + key : whole;
    String text = Texts.tidy(value.get(key).asText());
    return new Mention(body, pointer, named, ofKey(kinds, key), text, others, place);
  }

  private static Set<NameKind> ofKey(Set<NameKind> kinds, String key) {
    Set<NameKind> meant = EnumSet.copyOf(kinds);
    meant.removeIf(kind -> !kind.key.equals(key));
    return meant;
  }

  private void replace(List<Mention> mentions) {
    Map<NameKind, Set<String>> wanted = new EnumMap<>(NameKind.class);
    mentions.stream()
        .flatMap(mention -> Stream.concat(Stream.of(mention), mention.others().stream()))
        .forEach(mention -> mention.addTo(wanted));
    NamedRecords records = NamedRecords.find(sql, caller, wanted);
    Map<Body, Set<UUID>> owners = new HashMap<>();
    List<Mention> unclear = new ArrayList<>();
    for (Mention mention : mentions) {
      Set<Named> named = named(mention, records);
      if (isOne(named)) {
        take(mention, named, records);
        owners
            .computeIfAbsent(mention.body(), this::companies)
            .add(named.iterator().next().owner());
      } else {
        unclear.add(mention);
      }
    }
    NameHints hints = new NameHints(sql, caller, unknown(unclear, records));
    for (Mention mention : unclear) {
      Set<UUID> own = owners.computeIfAbsent(mention.body(), this::companies);
      Set<Named> meant = meant(mention, own, records);
      if (isOne(meant)) {
        take(mention, meant, records);
      } else {
        refuse(mention, meant, hints);
        mention.place().accept(TextNode.valueOf(NOBODY.toString()));
      }
    }
  }

  private static Set<Named> named(Mention mention, NamedRecords records) {
    Set<Named> all = records.of(mention.kinds(), mention.text());
    return preferred(all, one -> !one.isReplaced(), one -> false);
  }

  private static boolean isOne(Set<Named> named) {
    return named.stream().map(Named::id).distinct().count() == 1;
  }

  /** The names that nobody has. */
  private static Map<NameKind, Set<String>> unknown(List<Mention> mentions, NamedRecords records) {
    Map<NameKind, Set<String>> unknown = new EnumMap<>(NameKind.class);
    mentions.stream()
        .filter(mention -> records.of(mention.kinds(), mention.text()).isEmpty())
        .forEach(mention -> mention.addTo(unknown));
    return unknown;
  }

  /** The caller's company; for an operator, the companies that the body names. */
  private Set<UUID> companies(Body body) {
    return caller.isOperator()
        ? COMPANIES.stream()
            .flatMap(field -> body.tree().findValuesAsText(field).stream())
            .flatMap(text -> Formats.uuid(text).stream())
            .collect(toCollection(HashSet::new))
        : new HashSet<>(Set.of(caller.company()));
  }

  /**
   * Of several records of a name, the one that is meant: it has the other names of the mention too,
   * it is of these companies, and its name is spelled the same.
   */
  private static Set<Named> meant(Mention mention, Set<UUID> owners, NamedRecords records) {
    Set<Named> meant = named(mention, records);
    for (Mention other : mention.others()) {
      Set<UUID> same = NamedRecords.ids(records.of(other.kinds(), other.text()));
      meant = preferred(meant, one -> same.contains(one.id()), one -> false);
    }
    meant = preferred(meant, one -> owners.contains(one.owner()), one -> one.owner() == null);
    return preferred(meant, one -> one.name().equals(mention.text()), one -> false);
  }

  /** The better ones of some records, if there are any, and those that must stay beside them. */
  private static Set<Named> preferred(
      Set<Named> all, Predicate<Named> isBetter, Predicate<Named> stays) {
    return all.stream().noneMatch(isBetter)
        ? all
        : all.stream().filter(isBetter.or(stays)).collect(toCollection(LinkedHashSet::new));
  }

  private static void take(Mention mention, Set<Named> named, NamedRecords records) {
    UUID id = named.iterator().next().id();
    for (Mention other : mention.others()) {
      Set<UUID> ids = NamedRecords.ids(records.of(other.kinds(), other.text()));
      // A name that nobody has is no mistake: the record may have got another name since then.
      if (!ids.isEmpty() && !ids.contains(id)) {
        refuseOther(mention, other);
      }
    }
    mention.body().findings().note(mention.pointer(), mention.text());
    mention.place().accept(TextNode.valueOf(id.toString()));
  }

  private static void refuseOther(Mention mention, Mention other) {
    String detail = "%s and %s name two different records. Correct one of them.";
    other
        .body()
        .findings()
        .add(
            other.named(),
            "mismatch",
            detail.formatted(ShownValue.of(mention.text()), ShownValue.of(other.text())));
  }

  private void refuse(Mention mention, Set<Named> meant, NameHints hints) {
    String name = ShownValue.of(mention.text());
    Findings findings = mention.body().findings();
    if (!meant.isEmpty()) {
      String detail = "%d records match %s. Name one of them by another key, or by its id.";
      int count = NamedRecords.ids(meant).size();
      findings.settle(
          mention.pointer(), mention.named(), "ambiguous", detail.formatted(count, name));
      return;
    }
    String nouns =
        mention.kinds().stream().map(kind -> kind.noun).distinct().collect(joining(" or "));
    String verb = mention.kinds().iterator().next().verb;
    String hint =
        findings.hint(
            Arrays.asList(caller.company(), mention.kinds(), mention.text()),
            () -> hints.of(mention.kinds(), mention.text(), findings));
    String detail = "No %s %s %s.%s".formatted(nouns, verb, name, hint);
    findings.settle(mention.pointer(), mention.named(), "does_not_exist", detail);
  }
}
