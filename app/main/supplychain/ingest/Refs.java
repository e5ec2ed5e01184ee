package supplychain.ingest;

import static org.jooq.impl.DSL.*;
import static supplychain.database.RenderedQuery.parameter;
import static supplychain.schema.Tables.LOAD_REF;
import static supplychain.validation.Kinds.filledText;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Table;
import org.jooq.impl.SQLDataType;
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

  static final int MOST_LENGTH = 255;

  /**
   * Stands for a record of the document that has a mistake. A load is silent about fields that name
   * this record, because the load fails anyway.
   */
  static final UUID MISTAKEN = new UUID(0, 0);

  private static final Kind<String> REF = filledText(MOST_LENGTH);

  private static final RenderedQuery FIND =
      new RenderedQuery(
          select(LOAD_REF.REF, LOAD_REF.ID)
              .from(LOAD_REF)
              .where(LOAD_REF.KIND.eq(parameter(String.class)))
              .and(LOAD_REF.REF.eq(any(parameter(String[].class)))));

  /** The refs of this document. A temporary table, because memory must not grow with the file. */
  private static final Table<Record> SEEN_REF = table(name("seen_ref"));

  private static final Field<String> SEEN_KIND =
      field(name("kind"), SQLDataType.VARCHAR(20).notNull());
  private static final Field<String> SEEN_TEXT =
      field(name("ref"), SQLDataType.VARCHAR(MOST_LENGTH).notNull());
  private static final Field<Long> LINE = field(name("line"), SQLDataType.BIGINT.notNull());

  private final DSLContext sql;
  private final Refusals refusals;
  private final Map<Ref, UUID> ids = new HashMap<>();
  private Rows noted = rows();

  Refs(DSLContext sql, Refusals refusals) {
    this.sql = sql;
    this.refusals = refusals;
    sql.createTemporaryTable(SEEN_REF)
        .columns(SEEN_KIND, SEEN_TEXT, LINE)
        .primaryKey(SEEN_KIND, SEEN_TEXT)
        .onCommitDrop()
        .execute();
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
    Rows seen = new Rows(SEEN_REF, SEEN_KIND, SEEN_TEXT, LINE);
    for (SourceRecord record : records) {
      Ref ref = of(kind, record);
      if (ref == null) {
        refuseMissing(record);
      } else {
        seen.add(ref.kind(), ref.text(), record.line());
      }
    }
    Iterator<Boolean> isFirst = seen.insertUnlessThere(sql).iterator();
    List<SourceRecord> fresh = new ArrayList<>();
    for (SourceRecord record : records) {
      Ref ref = of(kind, record);
      if (ref != null && !isFirst.next()) {
        refuseRepeated(ref, record);
      } else if (!know(ref)) {
        fresh.add(record);
      }
    }
    return fresh;
  }

  private void refuseRepeated(Ref ref, SourceRecord record) {
    long first =
        sql.select(LINE)
            .from(SEEN_REF)
            .where(SEEN_KIND.eq(ref.kind()))
            .and(SEEN_TEXT.eq(ref.text()))
            .fetchSingle(LINE);
    String detail = "The record on line %d has this ref already.".formatted(first);
    refusals.add(record.line(), record.pointer() + "/ref", "duplicate", detail);
  }

  /** Forgets the last batch and looks up these refs, with one query for each kind. */
  void lookUp(Collection<Ref> refs) {
    ids.clear();
    refs.stream()
        .filter(ref -> ref != null && isWellFormed(ref.text()))
        .collect(
            Collectors.groupingBy(Ref::kind, Collectors.mapping(Ref::text, Collectors.toSet())))
        .forEach(
            (kind, texts) ->
                FIND.list(
                        sql,
                        row -> Map.entry(row.getString(1), row.getObject(2, UUID.class)),
                        kind,
                        texts.toArray(String[]::new))
                    .forEach(found -> ids.put(new Ref(kind, found.getKey()), found.getValue())));
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
