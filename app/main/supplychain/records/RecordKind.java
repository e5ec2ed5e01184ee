package supplychain.records;

import static org.jooq.impl.DSL.*;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.JSON;
import org.jooq.Table;
import org.jooq.impl.SQLDataType;
import supplychain.core.Caller;
import supplychain.core.Problem;
import supplychain.database.Batch;
import supplychain.database.Document;
import supplychain.database.Reader;
import supplychain.validation.Body;

/**
 * A kind of record: its path, its document, who sees which records, and how a record is created and
 * changed. Routes, lists, exports, imports, changes and the OpenAPI parameters derive from it.
 */
public final class RecordKind {
  final KindDeclaration declared;

  private final SizeLimit documents;

  /** Its records as GeoJSON features (RFC 7946); null for a kind without them. */
  final SizeLimit features;

  private final Document document;
  private final Document visibleDocument;
  private final TableColumns table;
  private final TableColumns tableWithNames;

  /** The columns of its sheet in a workbook, with names. */
  private final TableColumns sheetWithNames;

  /** How a request creates a record; null for a kind without such requests. */
  final Writing creation;

  /** How a request changes a record; null for a kind without such requests. */
  final Writing amendment;

  RecordKind(KindDeclaration declared) {
    this.declared = declared;
    Condition isSeen = or(declared.visibility.of(Reader.COMPANY, Reader.USER));
    document = new Document(declared.object, declared.rows, declared.id, noCondition());
    visibleDocument = new Document(declared.object, declared.rows, declared.id, isSeen);
    table = table(declared.columns);
    List<Field<?>> named = new ArrayList<>(NamedColumns.of(declared.columns));
    sheetWithNames = table(named);
    named.addAll(declared.columnsWithNames);
    tableWithNames = declared.columnsWithNames.isEmpty() ? sheetWithNames : table(named);
    documents = list(declared.listedObject);
    features = declared.feature.map(this::list).orElse(null);
    creation = withoutNames(declared.creation);
    amendment = withoutNames(declared.amendment);
  }

  private TableColumns table(List<Field<?>> columns) {
    Field<String> ofForms =
        declared
            .submissions
            .map(submissions -> submissions.values(declared.id))
            .orElse(castNull(SQLDataType.CLOB));
    return TableColumns.of(declared.rows, declared.id, columns, ofForms);
  }

  private SizeLimit list(Field<JSON> object) {
    return SizeLimit.of(
        select(object).from(declared.rows).where(declared.id.eq(SizeLimit.WANTED)),
        "pg_column_size(c0)");
  }

  /**
   * Begins the declaration of a kind of record.
   *
   * @param path where its records are listed, with the last slash
   * @param rows the table that has a row for each record, with an {@code id} and an {@code
   *     updated_on}, which grows with each change
   * @param object the JSON document of one record, an expression over one row
   * @param visibility the records that a caller sees
   */
  public static KindDeclaration at(
      String path, Table<?> rows, Field<JSON> object, Visibility visibility) {
    return new KindDeclaration(path, rows, object, visibility);
  }

  /** The records that a caller sees. */
  @FunctionalInterface
  public interface Visibility {
    /**
     * Conditions for a user of a company. A record is visible if it meets any of them. An index
     * that ends in the id serves each of them. An operator sees all records.
     */
    List<Condition> of(Field<UUID> company, Field<UUID> user);

    default List<Condition> of(Caller caller) {
      return caller.isOperator()
          ? List.of(noCondition())
          : of(val(caller.company()), val(caller.user()));
    }

    /** Every company sees all records. */
    static Visibility everybody() {
      return (company, user) -> List.of(noCondition());
    }

    /** A company sees the records that name it in one of these columns. */
    @SafeVarargs
    @SuppressWarnings("varargs")
    static Visibility named(Field<UUID>... columns) {
      List<Field<UUID>> any = List.of(columns);
      return (company, user) -> any.stream().map(column -> column.eq(company)).toList();
    }
  }

  /**
   * Changes one record by a body, in the transaction of {@code sql}, or throws a {@link Problem} if
   * the body has mistakes. Its last statements may wait in the batch. The caller sees the record,
   * and its row is locked.
   */
  @FunctionalInterface
  public interface Amendment {
    void amend(DSLContext sql, Caller caller, UUID id, Body body);
  }

  /**
   * A text that differs as soon as any row of the document does. It has no characters while the
   * current document must not be kept, and is absent if the reader does not see the record or the
   * reader's token is not live.
   */
  @FunctionalInterface
  public interface Version {
    Optional<String> read(DSLContext sql, Caller reader, UUID token, UUID id);
  }

  /** Its name, the last part of its path: {@code farmers}. */
  public String name() {
    return declared.path.replaceFirst(".*/(.+)/$", "$1");
  }

  public String path() {
    return declared.path;
  }

  /** The path of a record, which {@code Location} names. */
  public String pathOf(UUID record) {
    return declared.path + record + "/";
  }

  public Visibility visibility() {
    return declared.visibility;
  }

  public List<Filter<?>> filters() {
    return declared.filters;
  }

  /** The table with ids, or with names in place of the ids of other records. */
  public TableColumns table(boolean isNamed) {
    return isNamed ? tableWithNames : table;
  }

  /** The table for a sheet of a workbook. */
  TableColumns sheet(boolean isNamed) {
    return isNamed ? sheetWithNames : table;
  }

  /** The document of any record, for a caller that wrote it. */
  public Document document() {
    return document;
  }

  /** The document of a record, if this caller sees the record. */
  Document documentFor(Caller caller) {
    return caller.isOperator() ? document : visibleDocument;
  }

  /** Creates records, after it replaced the names in the bodies by ids. */
  public Recording creations() {
    return creation.recording();
  }

  /** Changes records, each locked, after it replaced the names in the bodies by ids. */
  public Recording amendments() {
    return amendment.recording();
  }

  public boolean canChange() {
    return amendment != null;
  }

  private Writing withoutNames(Writing writing) {
    return writing == null
        ? null
        : new Writing(
            (sql, bodies, refused) -> {
              Names.replace(sql, bodies, declared.fieldsOfNewRecords, declared.fieldsOfPlainNames);
              return writing.recording().record(sql, bodies, refused);
            },
            writing.grouping());
  }

  /**
   * Replaces the names in the records of a file by ids, and the codes of currencies. An unknown
   * name is a finding.
   */
  public void replaceNames(DSLContext sql, Map<Body, Caller> bodies) {
    Set<String> plain = new HashSet<>(declared.fieldsOfPlainNames);
    plain.add("currency");
    Names.replace(sql, bodies, declared.fieldsOfNewRecords, plain);
  }

  /** Locks one record to the end of the transaction: 404 if the caller does not see it. */
  public void lock(Batch batch, Caller caller, UUID record) {
    declared.lockParent.add(batch, caller, record);
    if (!documentFor(caller).lock(batch, caller, record)) {
      throw Problem.notFound();
    }
  }

  /**
   * The documents of the first of these records, in UTF-8 and in this order: at least one, and no
   * more after they reach this number of bytes.
   */
  public List<byte[]> documents(DSLContext sql, Caller reader, List<UUID> ids, int bytes) {
    return documents.documents(sql, reader, ids, bytes);
  }

  Condition isSeenBy(Caller caller) {
    return or(declared.visibility.of(caller));
  }

  /** The records among these that the caller sees. */
  public Set<UUID> seen(DSLContext sql, Caller caller, Collection<UUID> ids) {
    return sql.select(declared.id)
        .from(declared.rows)
        .where(declared.id.in(ids))
        .and(isSeenBy(caller))
        .fetchSet(declared.id);
  }

  /**
   * The keys of the fields of the forms of the caller's company that tables of this kind fill in.
   */
  public Set<String> formKeys(DSLContext sql, Caller caller) {
    return declared.submissions.map(forms -> Set.copyOf(forms.of(sql, caller))).orElse(Set.of());
  }
}
