package supplychain.ingest;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jooq.DSLContext;
import supplychain.ingest.Refs.Ref;
import supplychain.records.account.UserQueries;
import supplychain.records.company.CompanyQueries;
import supplychain.validation.Formats;

/** Puts ids in the places where the records of a batch name others by their refs. */
final class Names {
  /** Says which id a ref stands for. */
  private interface Naming {
    String idOf(String pointer, List<String> kinds, String ref);
  }

  private final DSLContext sql;
  private final Refs refs;
  private final Refusals refusals;
  private final Map<UUID, Boolean> existing = new HashMap<>();

  Names(DSLContext sql, Refs refs, Refusals refusals) {
    this.sql = sql;
    this.refs = refs;
    this.refusals = refusals;
  }

  /** Whether records of this kind may name records of the same kind. */
  static boolean nameTheirOwn(IngestKind kind) {
    return kind.refs().stream()
        .map(path -> kinds(path.substring(path.indexOf('/') + 1)))
        .anyMatch(kinds -> kinds.contains(kind.title()));
  }

  /** The kinds of records that a field may name. */
  private static List<String> kinds(String field) {
    return switch (field) {
      case "buyer", "company", "owner" -> List.of("companies");
      case "creator" -> List.of("users");
      case "source", "destination" -> List.of("farmers", "companies");
      case "parents" -> List.of("transactions");
      case "product_id" -> List.of("products");
      default -> List.of(field.endsWith("s") ? field : field + "s");
    };
  }

  /** Looks up the refs of a batch: its records' own, and those they name. */
  void lookUp(IngestKind kind, List<SourceRecord> records) {
    Set<Ref> wanted = new HashSet<>();
    for (SourceRecord record : records) {
      wanted.add(Refs.of(kind, record));
      replace(
          kind,
          record,
          (pointer, kinds, text) -> {
            wanted.addAll(qualified(kinds, text));
            wanted.addAll(plain(kinds, text));
            return text;
          });
    }
    refs.lookUp(wanted);
    existing.clear();
  }

  /**
   * Replaces the refs of a record of this batch.
   *
   * @return the pointers at which nothing more is to be said: a mistake is named already, or the
   *     record that is meant has one itself
   */
  Set<String> replace(IngestKind kind, SourceRecord record) {
    Set<String> judged = new HashSet<>();
    replace(
        kind,
        record,
        (pointer, kinds, text) -> {
          UUID id = find(kind, record, pointer, kinds, text);
          if (id.equals(Refs.MISTAKEN)) {
            judged.add(pointer);
          }
          return id.toString();
        });
    return judged;
  }

  private UUID find(
      IngestKind kind, SourceRecord record, String pointer, List<String> kinds, String text) {
    List<Ref> meant = qualified(kinds, text).stream().filter(refs::know).toList();
    if (meant.isEmpty()) {
      meant = plain(kinds, text).stream().filter(refs::know).toList();
    }
    if (meant.size() == 1) {
      return refs.get(meant.get(0));
    }
    if (!meant.isEmpty()) {
      String ways = meant.stream().map(ref -> "`" + ref + "`").collect(joining(" or "));
      String detail = "Two records have this ref; write " + ways + ".";
      refusals.add(record.line(), pointer, "ambiguous", detail);
      return Refs.MISTAKEN;
    }
    UUID id = Formats.uuid(text).filter(one -> mayExist(kinds, one)).orElse(Refs.MISTAKEN);
    if (id.equals(Refs.MISTAKEN)) {
      String where = kinds.contains(kind.title()) ? " before this one" : "";
      String which = Refs.isWellFormed(text) ? "the ref `" + text + "`" : "such a ref";
      String titles = String.join(" or ", kinds);
      String detail = "Of %s, no record%s has %s.".formatted(titles, where, which);
      refusals.add(record.line(), pointer, "does_not_exist", detail);
    }
    return id;
  }

  /** Looks for users and companies; the recording of the record looks for all else. */
  private boolean mayExist(List<String> kinds, UUID id) {
    return switch (kinds.get(0)) {
      case "users" -> existing.computeIfAbsent(id, one -> UserQueries.exists(sql, one));
      case "companies" -> existing.computeIfAbsent(id, one -> CompanyQueries.exists(sql, one));
      default -> true;
    };
  }

  /** What {@code KIND/REF} means, where the text is of that form. */
  private static List<Ref> qualified(List<String> kinds, String text) {
    return kinds.stream()
        .filter(kind -> text.startsWith(kind + "/"))
        .map(kind -> new Ref(kind, text.substring(kind.length() + 1)))
        .toList();
  }

  /** What the text may mean as a ref. */
  private static List<Ref> plain(List<String> kinds, String text) {
    return kinds.stream().map(kind -> new Ref(kind, text)).toList();
  }

  private static void replace(IngestKind kind, SourceRecord record, Naming naming) {
    kind.refs().forEach(path -> replace(record.node(), record.pointer(), path, naming));
  }

  /** Replaces the refs at a path below an object, or below each object of an array. */
  private static void replace(JsonNode value, String pointer, String path, Naming naming) {
    int slash = path.indexOf('/');
    if (value instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        replace(array.get(i), pointer + "/" + i, path, naming);
      }
    } else if (slash >= 0) {
      String inside = path.substring(0, slash);
      replace(value.path(inside), pointer + "/" + inside, path.substring(slash + 1), naming);
    } else if (value instanceof ObjectNode object && object.has(path)) {
      String place = pointer + "/" + path;
      object.set(path, replaced(object.get(path), place, kinds(path), naming));
    }
  }

  /** The value of a field with ids: it is a ref, an object whose {@code id} is one, or an array. */
  private static JsonNode replaced(
      JsonNode value, String pointer, List<String> kinds, Naming naming) {
    if (value.isTextual()) {
      return TextNode.valueOf(naming.idOf(pointer, kinds, value.asText()));
    }
    if (value instanceof ObjectNode object && object.path("id").isTextual()) {
      object.put("id", naming.idOf(pointer + "/id", kinds, object.get("id").asText()));
    } else if (value instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        array.set(i, replaced(array.get(i), pointer + "/" + i, kinds, naming));
      }
    }
    return value;
  }
}
