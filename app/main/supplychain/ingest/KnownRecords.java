package supplychain.ingest;

import static java.util.stream.Collectors.flatMapping;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;
import static org.jooq.impl.DSL.any;
import static supplychain.schema.Tables.COMPANY;
import static supplychain.schema.Tables.FARMER;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Table;
import org.jooq.impl.DSL;
import supplychain.core.Caller;
import supplychain.core.Finding;
import supplychain.core.Json;
import supplychain.core.Texts;
import supplychain.database.Database;
import supplychain.ingest.Differences.Difference;
import supplychain.records.FormField;
import supplychain.records.NamedRecords;
import supplychain.records.Numbers;
import supplychain.validation.Body;
import supplychain.validation.Formats;
import supplychain.validation.ShownValue;
import supplychain.validation.ValueTypes;
import supplychain.verify.Warning;

/**
 * Finds the records of a source that are recorded already, so that a user can send a file again. A
 * record is known by its id among those that the caller sees, and without an id by another field,
 * such as its number, among the records of its company.
 *
 * @param field the field of the bodies that is the key of those without an id; empty if they have
 *     no key
 */
record KnownRecords(DSLContext sql, Caller caller, IngestKind kind, String field) {
  static final String ID = "id";

  private static final String UNKNOWN_ID =
      "You see no record with this id. Leave the id of a new record empty.";

  private static final int PART_BYTES = 4 << 20;

  /** The value of this field identifies the record of a body; upper and lower case are the same. */
  record Key(String field, String text) {}

  /**
   * A recorded record that has the key of a body.
   *
   * @param differences the fields in which the body differs
   * @param warnings about fields in which it differs, and that nobody can write
   */
  record Known(UUID id, List<Finding> differences, List<Warning> warnings) {}

  /**
   * The id of a record in its body.
   *
   * @param isOfTool whether it is the number that a tool gave a feature in its file (RFC 7946, 3.2)
   */
  private record GivenId(Body body, String pointer, JsonNode value, boolean isOfTool) {
    /** Tools for maps move the id of a feature to its properties. */
    static GivenId of(Body body) {
      JsonNode whole = body.tree().path(ID);
      JsonNode inner = body.tree().path("properties").path(ID);
      boolean isInner =
          Formats.uuid(whole.asText()).isEmpty() && !KnownRecords.text(inner).isEmpty();
      boolean isOfTool = body.tree().path("type").asText().equals("Feature");
      return isInner
          ? new GivenId(body, body.pointer("properties") + "/" + ID, inner, false)
          : new GivenId(body, body.pointer(ID), whole, isOfTool);
    }

    String text() {
      return KnownRecords.text(value);
    }

    void refuse(String code, String detail) {
      body.findings().add(pointer, code, detail);
    }
  }

  private record Nearest(UUID id, List<Difference> differences, List<Difference> readOnly) {
    Known withNames(Map<UUID, String> names) {
      return new Known(
          id,
          differences.stream().map(one -> one.finding(names)).toList(),
          readOnly.stream().map(one -> warning(one)).toList());
    }

    private Warning warning(Difference one) {
      String detail = "The service keeps `%s` itself. %s";
      String values = one.finding(Map.of()).detail();
      return new Warning("read_only", detail.formatted(one.named(), values), id, null, null);
    }
  }

  /**
   * A recorded record.
   *
   * @param text its key as the record has it
   */
  private record Row(Key key, UUID id, UUID owner, String text) {
    static Row of(String field, UUID id, UUID owner, String text) {
      return new Row(new Key(field, Texts.folded(text)), id, owner, text);
    }
  }

  /**
   * Lets one transaction at a time record many records of a company, or as an operator. Another one
   * would not find its records yet, and record them again. Two with the same lots in opposite
   * orders would roll each other back repeatedly.
   */
  void lock(UUID company) {
    Database.lock(sql, "many records of " + company);
  }

  /** Locks the companies that an operator names in these bodies, always in one order. */
  void lockOwners(Collection<Body> bodies) {
    if (caller.isOperator() && kind.owner() != null) {
      UUID[] named = bodies.stream().flatMap(KnownRecords::ids).distinct().toArray(UUID[]::new);
      sql.select(COMPANY.ID)
          .from(COMPANY)
          .where(COMPANY.ID.eq(any(named)))
          .orderBy(COMPANY.ID)
          .forEach(row -> lock(row.value1()));
    }
  }

  private static Stream<UUID> ids(Body body) {
    return body.tree().valueStream().flatMap(value -> Formats.uuid(value.asText()).stream());
  }

  /**
   * The recorded records that have the keys of these bodies. An id that the caller does not see is
   * a finding: the record may exist in another installation, or the id may be the user's own code.
   */
  Map<Body, Known> find(Collection<Body> bodies) {
    Map<Body, Key> keys = new LinkedHashMap<>();
    bodies.forEach(body -> keyOf(body).ifPresent(key -> keys.put(body, key)));
    Map<Key, List<Row>> rows =
        keys.values().stream()
            .collect(groupingBy(Key::field, mapping(Key::text, toSet())))
            .entrySet()
            .stream()
            .flatMap(same -> rows(same.getKey(), same.getValue()))
            .collect(groupingBy(Row::key));
    Map<Body, List<UUID>> ids = new LinkedHashMap<>();
    keys.forEach(
        (body, key) -> {
          List<Row> own =
              rows.getOrDefault(key, List.of()).stream().filter(row -> isMeant(body, row)).toList();
          if (own.isEmpty() && key.field().equals(ID)) {
            GivenId.of(body).refuse("does_not_exist", UNKNOWN_ID);
          } else if (!own.isEmpty() && body.findings().areNone()) {
            ids.put(body, spelledAlike(body, key, own));
          }
        });
    return compare(ids);
  }

  /**
   * The records with the key in the spelling of the body, if there are any. Otherwise the body gets
   * the recorded spelling, since another case makes no other record.
   */
  private static List<UUID> spelledAlike(Body body, Key key, List<Row> all) {
    String spelling = Texts.tidy(text(body, key.field()));
    List<Row> same = all.stream().filter(row -> row.text().equals(spelling)).toList();
    if (same.isEmpty() && !key.field().equals(ID)) {
      ((ObjectNode) body.tree()).put(key.field(), all.get(0).text());
    }
    return (same.isEmpty() ? all : same).stream().map(Row::id).toList();
  }

  /** Compares each body with the records that it may mean. */
  Map<Body, Known> compare(Map<Body, List<UUID>> ids) {
    List<UUID> all = ids.values().stream().flatMap(List::stream).distinct().toList();
    Map<UUID, JsonNode> documents = documents(all);
    Differences differences = new Differences(fields(documents.values()));
    Map<Body, Nearest> nearest = new LinkedHashMap<>();
    ids.forEach((body, own) -> nearest.put(body, nearest(differences, body, own, documents)));
    Map<String, Set<UUID>> named =
        nearest.values().stream()
            .flatMap(one -> one.differences().stream())
            .collect(groupingBy(Difference::named, flatMapping(Difference::ids, toSet())));
    Map<UUID, String> names = NamedRecords.shown(sql, caller, named);
    Map<Body, Known> known = new LinkedHashMap<>();
    nearest.forEach((body, one) -> known.put(body, one.withNames(names)));
    return known;
  }

  /** The key of a body, if it has one that a record can have. */
  Optional<Key> keyOf(Body body) {
    // An id may be in capitals.
    Optional<String> id = Formats.uuid(GivenId.of(body).text()).map(UUID::toString);
    // A body can have a field without a name, which is no key either.
    String text = field.isEmpty() ? "" : Texts.folded(text(body, field));
    Key key = new Key(id.isPresent() ? ID : field, id.orElse(text));
    return Optional.of(key).filter(one -> !one.text().isEmpty() && ValueTypes.isStored(one.text()));
  }

  /** Refuses an id that this service cannot have given, such as the user's own code of a farmer. */
  void refuseOwnCode(Body body) {
    GivenId id = GivenId.of(body);
    boolean isOwn = !id.isOfTool() && !id.text().isEmpty() && Formats.uuid(id.text()).isEmpty();
    // If the id is the key of every record, it is one that nobody has.
    if (isOwn && !field.equals(ID)) {
      List<String> keys = kind.keys().isEmpty() ? List.of("name") : kind.keys();
      String codes = keys.stream().limit(2).map("`%s`"::formatted).collect(joining(" or "));
      String detail =
          "%s is no id of this service. Put your own code in %s. Leave the id of a new record empty.";
      id.refuse("format", detail.formatted(ShownValue.subject(id.value()), codes));
    }
  }

  private static String text(Body body, String field) {
    return text(body.tree().path(field));
  }

  private static String text(JsonNode value) {
    return value.isValueNode() && !value.isNull() ? value.asText() : "";
  }

  private Stream<Row> rows(String name, Set<String> texts) {
    if (name.equals(ID)) {
      List<UUID> ids = texts.stream().flatMap(text -> Formats.uuid(text).stream()).toList();
      return kind.records().seen(sql, caller, ids).stream()
          .map(id -> Row.of(ID, id, null, id.toString()));
    }
    Table<?> table = kind.owner().getTable();
    Field<UUID> id = table.field(FARMER.ID);
    Field<String> column = table.field(name, String.class);
    Condition own = caller.isOperator() ? DSL.noCondition() : kind.owner().eq(caller.company());
    return sql
        .select(id, kind.owner(), column)
        .from(table)
        .where(Numbers.isOneOf(column, texts))
        .and(own)
        .orderBy(id)
        .fetch(row -> Row.of(name, row.value1(), row.value2(), row.value3()))
        .stream();
  }

  /** An operator sees every company's records: the body must name the company of the record. */
  private boolean isMeant(Body body, Row row) {
    return row.owner() == null || !caller.isOperator() || ids(body).anyMatch(row.owner()::equals);
  }

  private Map<UUID, JsonNode> documents(List<UUID> ids) {
    Map<UUID, JsonNode> documents = new HashMap<>();
    int done = 0;
    while (done < ids.size()) {
      List<UUID> left = ids.subList(done, ids.size());
      for (byte[] document : kind.records().documents(sql, caller, left, PART_BYTES)) {
        documents.put(ids.get(done++), Json.trusted(new String(document, StandardCharsets.UTF_8)));
      }
    }
    return documents;
  }

  /** The fields of forms that these documents name, by id. */
  private Map<UUID, FormField> fields(Collection<JsonNode> documents) {
    Set<UUID> ids =
        documents.stream()
            .flatMap(document -> document.findValuesAsText("field").stream())
            .flatMap(text -> Formats.uuid(text).stream())
            .collect(toSet());
    return FormField.ofIds(sql, ids).stream().collect(toMap(FormField::id, field -> field));
  }

  /** Several transactions may have the same invoice number: one without differences is meant. */
  private static Nearest nearest(
      Differences differences, Body body, List<UUID> ids, Map<UUID, JsonNode> documents) {
    List<Nearest> all =
        ids.stream()
            .map(
                id ->
                    new Nearest(
                        id,
                        differences.between(body, documents.get(id)),
                        differences.readOnly(body, documents.get(id))))
            .toList();
    return all.stream().filter(one -> one.differences().isEmpty()).findFirst().orElse(all.get(0));
  }
}
