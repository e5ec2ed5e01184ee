package supplychain.records;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toSet;
import static supplychain.database.SqlFile.uuid;

import com.fasterxml.jackson.databind.JsonNode;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
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
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BinaryOperator;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.core.Texts;
import supplychain.database.SqlText;
import supplychain.records.Names.Mention;
import supplychain.validation.ValueTypes;

/** The records that a caller sees and that have one of some names. */
public final class NamedRecords {
  private static final String READER = "with reader (company) as (select ?::uuid) ";

  /** The keys of the names by which messages show records. */
  private static final Set<String> SHOWN = Set.of("number", "name", "code", "card_id");

  private static final Map<String, SqlText> QUERIES = new ConcurrentHashMap<>();

  /**
   * A record of a name.
   *
   * @param name the name as the record has it
   * @param owner the company whose record it is; null in the catalogue
   * @param isReplaced whether another farmer replaced this farmer
   */
  record Named(UUID id, String name, UUID owner, boolean isReplaced) {
    static Named read(ResultSet row) throws SQLException {
      boolean isReplaced = row.getBoolean("is_replaced");
      return new Named(uuid(row, "id"), row.getString("name"), uuid(row, "owner"), isReplaced);
    }
  }

  private record Name(NameKind kind, String text) {}

  private final Map<Name, Set<Named>> found = new HashMap<>();

  private NamedRecords() {}

  /** Looks all these names up in one query. */
  static NamedRecords find(DSLContext sql, Caller caller, Map<NameKind, Set<String>> wanted) {
    NamedRecords records = new NamedRecords();
    String text =
        wanted.keySet().stream()
            .map(kind -> kind.lookUp(caller.isOperator()))
            .collect(joining(" union all "));
    List<Object> values = new ArrayList<>();
    values.add(caller.company());
    wanted.values().forEach(names -> values.add(stored(names)));
    query(text)
        .with(values.toArray())
        .list(
            sql,
            row ->
                records
                    .found
                    .computeIfAbsent(
                        new Name(NameKind.valueOf(row.getString("kind")), row.getString("wanted")),
                        each -> new LinkedHashSet<>())
                    .add(Named.read(row)));
    return records;
  }

  /**
   * The records that a text in place of an id may mean, each with its table. In the same spelling
   * it means only those.
   *
   * @param table the table of the records; without one whose records have names, they are of any,
   *     and a card means itself, not its holder
   */
  public static Map<UUID, String> meant(DSLContext sql, Caller caller, String text, String table) {
    Map<NameKind, Set<String>> wanted = new EnumMap<>(NameKind.class);
    Set<NameKind> kinds = EnumSet.allOf(NameKind.class);
    boolean isNamed = kinds.stream().anyMatch(kind -> kind.table().equals(table));
    kinds.stream()
        .filter(kind -> isNamed ? kind.table().equals(table) : !kind.key.equals("card"))
        .forEach(kind -> wanted.put(kind, Set.of(text)));
    NamedRecords records = find(sql, caller, wanted);
    Map<UUID, String> all = new LinkedHashMap<>();
    Map<UUID, String> same = new LinkedHashMap<>();
    for (NameKind kind : wanted.keySet()) {
      for (Named one : records.of(Set.of(kind), text)) {
        all.put(one.id(), kind.table());
        if (one.name().equals(text)) {
          same.put(one.id(), kind.table());
        }
      }
    }
    return same.isEmpty() ? all : same;
  }

  /** The names that the caller sees of records by field, like {@code Ruth Chemos (F-102)}. */
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
            query(kind.ofIds(caller.isOperator()))
                .with(caller.company(), own.toArray(UUID[]::new))
                .list(sql, row -> names.merge(uuid(row, "id"), row.getString("name"), joined)));
    return names;
  }

  /** The names, folded, that a document gives its own record, which is of this table. */
  public static Set<String> given(JsonNode document, String table) {
    return Stream.of(NameKind.values())
        .filter(kind -> kind.table().equals(table))
        .flatMap(kind -> texts(document.path(kind.key)))
        .collect(toSet());
  }

  /** The names, folded, by which the fields of a document name records of this table. */
  public static Set<String> used(JsonNode document, String table) {
    Set<String> used = new HashSet<>();
    for (Map.Entry<String, JsonNode> field : document.properties()) {
      FieldTarget.names(field.getKey()).stream()
          .filter(kind -> kind.table().equals(table))
          .flatMap(kind -> field.getValue().findValues(kind.key).stream())
          .flatMap(NamedRecords::texts)
          .forEach(used::add);
    }
    return used;
  }

  private static Stream<String> texts(JsonNode value) {
    Stream<JsonNode> each = value.isArray() ? value.valueStream() : Stream.of(value);
    return each.map(one -> Texts.folded(one.asText())).filter(text -> !text.isEmpty());
  }

  /** No record has a name that PostgreSQL cannot store. */
  static String[] stored(Set<String> names) {
    return names.stream().filter(ValueTypes::isStored).toArray(String[]::new);
  }

  /** A query about what the caller sees, whose company is its first parameter. */
  static SqlText query(String text) {
    return QUERIES.computeIfAbsent(READER + text, SqlText::new);
  }

  /** The records that have a name by the first of its keys by which there are any. */
  Set<Named> of(Mention mention) {
    return mention.kinds().stream()
        .map(kind -> kind.key)
        .distinct()
        .map(key -> of(Names.ofKey(mention.kinds(), key), mention.text()))
        .filter(named -> !named.isEmpty())
        .findFirst()
        .orElse(Set.of());
  }

  /** The records that have this name in any of these kinds. */
  Set<Named> of(Set<NameKind> kinds, String name) {
    Set<Named> all = new LinkedHashSet<>();
    for (NameKind kind : kinds) {
      all.addAll(found.getOrDefault(new Name(kind, name), Set.of()));
    }
    return all;
  }

  static Set<UUID> ids(Set<Named> records) {
    return records.stream().map(Named::id).collect(toSet());
  }
}
