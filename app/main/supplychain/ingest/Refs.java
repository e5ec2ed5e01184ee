package supplychain.ingest;

import static org.jooq.impl.DSL.any;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.select;
import static supplychain.database.RenderedQuery.parameter;
import static supplychain.schema.Tables.LOAD_REF;
import static supplychain.validation.Kinds.filledText;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jooq.DSLContext;
import supplychain.database.RenderedQuery;
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

  /** How many characters a ref may have. */
  static final int MOST_LENGTH = 255;

  /**
   * Stands for a record of the document that has a mistake. A load is silent about fields that name
   * this record, because the load fails anyway.
   */
  static final UUID MISTAKEN = new UUID(0, 0);

  private static final Kind<String> REF = filledText(MOST_LENGTH);

  /** The third column tells whether this transaction has noted the ref. */
  private static final RenderedQuery FIND =
      new RenderedQuery(
          select(
                  LOAD_REF.REF,
                  LOAD_REF.ID,
                  field("xmin = pg_current_xact_id()::xid", Boolean.class))
              .from(LOAD_REF)
              .where(LOAD_REF.KIND.eq(parameter(String.class)))
              .and(LOAD_REF.REF.eq(any(parameter(String[].class)))));

  private final DSLContext sql;
  private final Refusals refusals;
  private final Map<Ref, UUID> ids = new HashMap<>();
  private final Set<Ref> ofThisDocument = new HashSet<>();
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

  private void refuseMissing(SourceRecord record) {
    JsonNode ref = record.node().path("ref");
    String place = record.pointer() + "/ref";
    if (ref.isMissingNode() || ref.isNull()) {
      String detail = "Every record needs a ref. Other records name it by the ref.";
      refusals.add(record.line(), place, "required", detail);
    } else {
      Kind.Read<String> read = REF.read(ref);
      refusals.add(record.line(), place, read.code(), read.detail());
    }
  }

  /**
   * The records that an earlier load has not noted. Refuses those whose ref is missing or wrong,
   * and leaves out those whose ref another record of the document has.
   */
  List<SourceRecord> fresh(IngestKind kind, List<SourceRecord> records) {
    List<SourceRecord> fresh = new ArrayList<>();
    for (SourceRecord record : records) {
      Ref ref = of(kind, record);
      if (ref == null) {
        refuseMissing(record);
        fresh.add(record);
      } else if (ofThisDocument.contains(ref)) {
        String detail = "Another record of this document has this ref already.";
        refusals.add(record.line(), record.pointer() + "/ref", "duplicate", detail);
      } else if (!know(ref)) {
        ofThisDocument.add(ref);
        fresh.add(record);
      }
    }
    return fresh;
  }

  /** Forgets the last batch and looks up these refs, with one query for each kind. */
  void lookUp(Collection<Ref> refs) {
    ids.clear();
    ofThisDocument.clear();
    refs.stream()
        .filter(ref -> ref != null && isWellFormed(ref.text()))
        .collect(
            Collectors.groupingBy(Ref::kind, Collectors.mapping(Ref::text, Collectors.toSet())))
        .forEach(
            (kind, texts) ->
                FIND.list(
                    sql,
                    row -> add(new Ref(kind, row.getString(1)), row),
                    kind,
                    texts.toArray(String[]::new)));
  }

  private Ref add(Ref ref, ResultSet row) throws SQLException {
    ids.put(ref, row.getObject(2, UUID.class));
    if (row.getBoolean(3)) {
      ofThisDocument.add(ref);
    }
    return ref;
  }

  /** Whether this batch has looked up or noted the ref. */
  boolean know(Ref ref) {
    return ids.containsKey(ref);
  }

  /** The id of the record that a ref stands for; null if the ref is unknown. */
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

  /** Writes the notes of this batch. */
  void flush() {
    noted.insert(sql);
    noted = rows();
  }
}
