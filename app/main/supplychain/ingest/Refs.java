package supplychain.ingest;

import static org.jooq.impl.DSL.*;
import static supplychain.schema.Tables.LOAD_REF;
import static supplychain.validation.Kinds.filledText;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jooq.DSLContext;
import org.jooq.Field;
import supplychain.core.Tokens;
import supplychain.database.Rows;
import supplychain.validation.Kind;

/** The refs of a document and of earlier ones, and the records that they stand for. */
final class Refs {
  /** A ref names one record of its kind. */
  record Ref(String kind, String text) {
    @Override
    public String toString() {
      return kind + "/" + text;
    }
  }

  static final int MOST_LENGTH = 255;

  /**
   * Stands for a record of the document that has a mistake. A load is silent about fields that name
   * this record, because the load fails anyway.
   */
  static final UUID MISTAKEN = new UUID(0, 0);

  static final Kind<String> REF = filledText(MOST_LENGTH);

  private static final Field<Boolean> IS_OF_DOCUMENT =
      field("xmin = pg_current_xact_id()::xid", Boolean.class);

  private final DSLContext sql;
  private final Refusals refusals;
  private final Map<Ref, UUID> ids = new HashMap<>();
  private final Set<Ref> ofDocument = new HashSet<>();
  private Rows noted = rows();

  Refs(DSLContext sql, Refusals refusals) {
    this.sql = sql;
    this.refusals = refusals;
  }

  private static Rows rows() {
    return new Rows(LOAD_REF, LOAD_REF.KIND, LOAD_REF.REF, LOAD_REF.ID);
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

  /**
   * The records that an earlier load has not noted. Leaves out and refuses a record whose ref
   * another record of the document has.
   */
  List<SourceRecord> fresh(IngestKind kind, List<SourceRecord> records) {
    List<SourceRecord> fresh = new ArrayList<>();
    for (SourceRecord record : records) {
      Ref ref = of(kind, record);
      if (ref != null && !ofDocument.add(ref)) {
        String detail = "A record before this one has the same kind and ref.";
        refusals.add(record.line(), record.pointer() + "/ref", "duplicate", detail);
      } else if (!know(ref)) {
        fresh.add(record);
      }
    }
    return fresh;
  }

  /** Forgets the last batch and looks up these refs, with one query for each kind. */
  void lookUp(Collection<Ref> refs) {
    ids.clear();
    ofDocument.clear();
    refs.stream()
        .filter(ref -> ref != null && isWellFormed(ref.text()))
        .collect(
            Collectors.groupingBy(Ref::kind, Collectors.mapping(Ref::text, Collectors.toSet())))
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

  /** The same as the function {@code erased_ref} in db/V007. */
  private static String erased(String kind, String text) {
    MessageDigest hash = Tokens.sha256();
    hash.update((kind + "/" + text).getBytes(StandardCharsets.UTF_8));
    return "erased:" + HexFormat.of().formatHex(hash.digest());
  }

  boolean know(Ref ref) {
    return ids.containsKey(ref);
  }

  UUID get(Ref ref) {
    return ids.get(ref);
  }

  /** Notes the record that a ref of this batch stands for. */
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
}
