package supplychain.ingest;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toSet;
import static org.jooq.impl.DSL.*;
import static supplychain.schema.Tables.LOAD_REF;
import static supplychain.validation.ValueTypes.filledText;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.jooq.DSLContext;
import org.jooq.Field;
import supplychain.core.Tokens;
import supplychain.database.NewRows;
import supplychain.records.FieldTarget;
import supplychain.records.account.UserResource;
import supplychain.records.company.CompanyResource;
import supplychain.validation.Body;
import supplychain.validation.Formats;
import supplychain.validation.ValueType;

/**
 * The refs of a document and of earlier ones, and the records that they stand for. Replaces the
 * refs in the fields of records by ids.
 */
final class Refs {
  record Ref(String kind, String text) {
    @Override
    public String toString() {
      return kind + "/" + text;
    }
  }

  /** A field that names a record of one of these kinds. The replacement sets another text. */
  private record Mention(
      String pointer, List<String> kinds, String text, Consumer<TextNode> replacement) {
    /** The refs that the text may mean: it is a ref, or {@code KIND/REF}. */
    List<Ref> refs() {
      List<Ref> refs = new ArrayList<>();
      for (String kind : kinds) {
        refs.add(new Ref(kind, text));
        if (text.startsWith(kind + "/")) {
          refs.add(new Ref(kind, text.substring(kind.length() + 1)));
        }
      }
      return refs;
    }
  }

  static final int MOST_LENGTH = 255;

  /**
   * Stands for a record with a mistake. A load is silent about fields that name this record,
   * because the load fails anyway.
   */
  static final UUID FAILED_REF = new UUID(0, 0);

  static final ValueType<String> REF = filledText(MOST_LENGTH);

  private static final Field<Boolean> IS_OF_DOCUMENT =
      field("xmin = pg_current_xact_id()::xid", Boolean.class);

  private final DSLContext sql;
  private final GroupedFindings refusals;
  private final Map<Ref, UUID> ids = new HashMap<>();
  private final Set<Ref> ofDocument = new HashSet<>();
  private final Map<UUID, Boolean> existing = new HashMap<>();
  private NewRows noted = rows();

  Refs(DSLContext sql, GroupedFindings refusals) {
    this.sql = sql;
    this.refusals = refusals;
  }

  private static NewRows rows() {
    return new NewRows(LOAD_REF, LOAD_REF.KIND, LOAD_REF.REF, LOAD_REF.ID);
  }

  static boolean isWellFormed(String text) {
    return !REF.read(TextNode.valueOf(text)).isWrong();
  }

  /** The ref of a record; null if it is missing or malformed. */
  static Ref of(IngestKind kind, SourceRecord record) {
    JsonNode ref = record.node().path("ref");
    return ref.isTextual() && isWellFormed(ref.asText())
        ? new Ref(kind.title(), ref.asText())
        : null;
  }

  /** The records that no earlier load has noted. Refuses a ref that the document has twice. */
  List<SourceRecord> fresh(IngestKind kind, List<SourceRecord> records) {
    List<SourceRecord> fresh = new ArrayList<>();
    for (SourceRecord record : records) {
      Ref ref = of(kind, record);
      if (ref != null && !ofDocument.add(ref)) {
        String detail = "An earlier record of this kind has the same ref.";
        refusals.refuse(record.line(), record.pointer() + "/ref", "duplicate", detail);
      } else if (get(ref) == null) {
        fresh.add(record);
      }
    }
    return fresh;
  }

  /**
   * Forgets the last batch, and looks up the refs of this one with one query for each kind: the
   * records' own refs, and those that the records name.
   */
  void lookUp(IngestKind kind, List<SourceRecord> records) {
    ids.clear();
    ofDocument.clear();
    existing.clear();
    Set<Ref> wanted = new HashSet<>();
    for (SourceRecord record : records) {
      wanted.add(of(kind, record));
      mentions(record).forEach(mention -> wanted.addAll(mention.refs()));
    }
    wanted.stream()
        .filter(ref -> ref != null && isWellFormed(ref.text()))
        .collect(groupingBy(Ref::kind, mapping(Ref::text, toSet())))
        .forEach(this::find);
  }

  private void find(String kind, Set<String> texts) {
    // A ref of an erased farmer is in the database as a hash.
    Map<String, String> byKept = new HashMap<>();
    texts.forEach(text -> byKept.put(text, text));
    texts.forEach(text -> byKept.put(erased(kind, text), text));
    sql.select(LOAD_REF.REF, LOAD_REF.ID, IS_OF_DOCUMENT)
        .from(LOAD_REF)
        .where(LOAD_REF.KIND.eq(kind))
        .and(LOAD_REF.REF.eq(any(byKept.keySet().toArray(String[]::new))))
        .forEach(
            row -> {
              Ref ref = new Ref(kind, byKept.get(row.value1()));
              ids.put(ref, row.value2());
              if (row.value3()) {
                ofDocument.add(ref);
              }
            });
  }

  /** Does what the function {@code erased_ref} in db/V007. */
  static String erased(String kind, String text) {
    return "erased:" + HexFormat.of().formatHex(Tokens.hash(kind + "/" + text));
  }

  /** The record for which a ref of this batch stands; null if there is none. */
  UUID get(Ref ref) {
    return ids.get(ref);
  }

  void note(Ref ref, UUID id) {
    if (ref != null) {
      ids.put(ref, id);
      noted.add(ref.kind(), ref.text(), id);
    }
  }

  void flush() {
    noted.insert(sql);
    noted = rows();
  }

  /**
   * Replaces the refs in a record of this batch by ids. Returns the pointers whose mistakes are not
   * repeated: their mistake is already named, or the record that they name has a mistake itself.
   */
  Set<String> replace(IngestKind kind, SourceRecord record) {
    Set<String> judged = new HashSet<>();
    for (Mention mention : mentions(record)) {
      UUID id = find(kind, record, mention);
      if (id.equals(FAILED_REF)) {
        judged.add(mention.pointer());
      }
      mention.replacement().accept(TextNode.valueOf(id.toString()));
    }
    return judged;
  }

  private UUID find(IngestKind kind, SourceRecord record, Mention mention) {
    List<Ref> meant = mention.refs().stream().filter(ids::containsKey).toList();
    if (meant.size() == 1) {
      return get(meant.get(0));
    }
    if (!meant.isEmpty()) {
      String ways = meant.stream().map(ref -> "`" + ref + "`").collect(joining(" or "));
      String detail = "Two records have this ref. Write " + ways + ".";
      refusals.refuse(record.line(), mention.pointer(), "ambiguous", detail);
      return FAILED_REF;
    }
    List<String> kinds = mention.kinds();
    String text = mention.text();
    UUID id = Formats.uuid(text).filter(one -> mayExist(kinds, one)).orElse(FAILED_REF);
    if (id.equals(FAILED_REF)) {
      String where = kinds.contains(kind.title()) ? " before this one" : "";
      String which = isWellFormed(text) ? "the ref `" + text + "`" : "such a ref";
      String titles = String.join(" or ", kinds);
      String detail = "There is no record of %s%s with %s.".formatted(titles, where, which);
      refusals.refuse(record.line(), mention.pointer(), "does_not_exist", detail);
    }
    return id;
  }

  /** Looks for users and companies. Whoever creates the record looks for the other kinds. */
  private boolean mayExist(List<String> kinds, UUID id) {
    return switch (kinds.get(0)) {
      case "users" -> existing.computeIfAbsent(id, one -> UserResource.exists(sql, one));
      case "companies" -> existing.computeIfAbsent(id, one -> CompanyResource.exists(sql, one));
      default -> true;
    };
  }

  private static List<Mention> mentions(SourceRecord record) {
    List<Mention> found = new ArrayList<>();
    search(record.node(), record.pointer(), List.of(), ref -> {}, found);
    return found;
  }

  /** A field that names records of these kinds has a ref, an object with it as id, or several. */
  private static void search(
      JsonNode value,
      String pointer,
      List<String> kinds,
      Consumer<TextNode> replacement,
      List<Mention> found) {
    if (value.isTextual() && !kinds.isEmpty()) {
      found.add(new Mention(pointer, kinds, value.asText(), replacement));
    }
    for (int i = 0; value instanceof ArrayNode array && i < array.size(); i++) {
      int index = i;
      search(array.get(i), pointer + "/" + i, kinds, id -> array.set(index, id), found);
    }
    for (Map.Entry<String, JsonNode> field : value.properties()) {
      String name = field.getKey();
      if (kinds.isEmpty() || name.equals("id")) {
        List<String> named = kinds.isEmpty() ? FieldTarget.titles(name) : kinds;
        search(field.getValue(), Body.pointer(pointer, name), named, field::setValue, found);
      }
    }
  }
}
