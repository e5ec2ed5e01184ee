package supplychain.ingest;

import static java.util.stream.Collectors.flatMapping;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;
import static org.jooq.impl.DSL.lower;
import static supplychain.schema.Tables.FARMER;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Table;
import org.jooq.impl.DSL;
import supplychain.core.Caller;
import supplychain.core.Finding;
import supplychain.core.Json;
import supplychain.ingest.Differences.Difference;
import supplychain.records.Names;
import supplychain.validation.Body;
import supplychain.validation.Formats;
import supplychain.validation.Kinds;

/**
 * Finds the records of a source that are recorded already, so that a user can send a file again. A
 * record is known by its key, such as its number, among the records of its company.
 *
 * @param key the field of the bodies that is the key
 */
record KnownRecords(DSLContext sql, Caller caller, IngestKind kind, String key) {
  static final String ID = "id";

  private static final int PART_BYTES = 4 << 20;

  /** A recorded record that has the key of a body, and the fields in which the body differs. */
  record Known(UUID id, List<Finding> differences) {}

  private record Nearest(UUID id, List<Difference> differences) {
    Known withNames(Map<UUID, String> names) {
      return new Known(id, differences.stream().map(one -> one.finding(names)).toList());
    }
  }

  private record Row(UUID id, UUID owner) {}

  /** The recorded records that have the keys of these bodies. */
  Map<Body, Known> find(Collection<Body> bodies) {
    List<String> keys = bodies.stream().map(this::keyOf).flatMap(Optional::stream).toList();
    if (keys.isEmpty()) {
      return Map.of();
    }
    Map<String, List<Row>> rows = key.equals(ID) ? rowsById(keys) : rowsByKey(keys);
    Map<Body, List<UUID>> ids = new LinkedHashMap<>();
    for (Body body : bodies) {
      List<UUID> own =
          rows.getOrDefault(keyOf(body).orElse(""), List.of()).stream()
              .filter(row -> isMeant(body, row))
              .map(Row::id)
              .toList();
      if (!own.isEmpty()) {
        ids.put(body, own);
      }
    }
    return compare(sql, caller, kind, ids);
  }

  /** Compares each body with the records that it may mean. */
  static Map<Body, Known> compare(
      DSLContext sql, Caller caller, IngestKind kind, Map<Body, List<UUID>> ids) {
    List<UUID> all = ids.values().stream().flatMap(List::stream).distinct().toList();
    Map<UUID, JsonNode> documents = documents(sql, caller, kind, all);
    Map<Body, Nearest> nearest = new LinkedHashMap<>();
    ids.forEach((body, own) -> nearest.put(body, nearest(body, own, documents)));
    Map<String, Set<UUID>> named =
        nearest.values().stream()
            .flatMap(one -> one.differences().stream())
            .collect(groupingBy(Difference::named, flatMapping(Difference::ids, toSet())));
    Map<UUID, String> names = Names.shown(sql, caller, named);
    Map<Body, Known> known = new LinkedHashMap<>();
    nearest.forEach((body, one) -> known.put(body, one.withNames(names)));
    return known;
  }

  /** The key of a body, if it has one that a record can have. */
  Optional<String> keyOf(Body body) {
    JsonNode value = body.tree().path(key);
    String text = value.isValueNode() && !value.isNull() ? value.asText() : "";
    if (key.equals(ID)) {
      // An id may be in capitals.
      text = Formats.uuid(text).map(UUID::toString).orElse(text);
    }
    return text.isEmpty() || !Kinds.isStored(text) ? Optional.empty() : Optional.of(text);
  }

  private Map<String, List<Row>> rowsById(List<String> keys) {
    List<UUID> ids = keys.stream().map(Formats::uuid).flatMap(Optional::stream).toList();
    return kind.records().seen(sql, caller, ids).stream()
        .collect(toMap(UUID::toString, id -> List.of(new Row(id, null))));
  }

  private Map<String, List<Row>> rowsByKey(List<String> keys) {
    Table<?> table = kind.owner().getTable();
    Field<UUID> id = table.field(FARMER.ID);
    Field<String> column = table.field(key, String.class);
    Condition own = caller.isOperator() ? DSL.noCondition() : kind.owner().eq(caller.company());
    return sql.select(id, kind.owner(), column)
        .from(table)
        .where(column.in(keys))
        // Invoice numbers have an index of their lower case only.
        .and(lower(column).in(keys.stream().map(text -> lower(DSL.val(text))).toList()))
        .and(own)
        .orderBy(id)
        .fetchGroups(column, row -> new Row(row.value1(), row.value2()));
  }

  /** An operator sees every company's records: the body must name the company of the record. */
  private boolean isMeant(Body body, Row row) {
    return row.owner() == null
        || !caller.isOperator()
        || body.tree().properties().stream()
            .anyMatch(field -> field.getValue().asText().equals(row.owner().toString()));
  }

  private static Map<UUID, JsonNode> documents(
      DSLContext sql, Caller caller, IngestKind kind, List<UUID> ids) {
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

  /** Several transactions may have the same invoice number: one without differences is meant. */
  private static Nearest nearest(Body body, List<UUID> ids, Map<UUID, JsonNode> documents) {
    List<Nearest> all =
        ids.stream()
            .map(id -> new Nearest(id, Differences.between(body, documents.get(id))))
            .toList();
    return all.stream().filter(one -> one.differences().isEmpty()).findFirst().orElse(all.get(0));
  }
}
