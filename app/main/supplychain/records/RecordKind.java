package supplychain.records;

import static org.jooq.impl.DSL.*;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.JSON;
import org.jooq.Table;
import supplychain.core.Caller;
import supplychain.core.Json;
import supplychain.core.Problem;
import supplychain.database.Batch;
import supplychain.database.Document;
import supplychain.database.Reader;
import supplychain.records.ManyAmendment.Target;
import supplychain.validation.Body;
import supplychain.verify.Warning;
import supplychain.verify.Warnings;

/**
 * A kind of record: its path, its document, who sees which records, and how a record is created and
 * changed. Routes, lists, exports, imports, changes and the OpenAPI parameters derive from it.
 */
public final class RecordKind {
  final Table<?> rows;
  final Field<UUID> id;
  final Field<OffsetDateTime> updatedOn;
  final Function<Caller, List<LastChange>> changes;
  final boolean isCreatedTogether;
  final Optional<Predicate<JsonNode>> amendedTogetherIf;
  final boolean isVersioned;
  final Condition listed;
  final SizeLimit features;

  /** Null without filled-in forms. */
  final SubmissionColumns forms;

  private final String path;
  private final Visibility visibility;
  private final List<Filter<?>> filters;
  private final Document document;
  private final Document visibleDocument;
  private final TableColumns table;
  private final TableColumns tableWithNames;
  private final SizeLimit documents;
  private final ManyCreation creation;
  private final ManyAmendment amendment;
  private final Lock lockParent;
  private final Set<String> newRecords;

  RecordKind(KindDeclaration declared) {
    path = declared.path;
    rows = declared.rows;
    id = declared.id;
    updatedOn = declared.updatedOn;
    visibility = declared.visibility;
    changes = declared.changes;
    filters = declared.filters;
    document = new Document(declared.object, rows, id, noCondition());
    visibleDocument =
        new Document(
            declared.object,
            rows,
            id,
            or(visibility.of(Reader.COMPANY, Reader.USER)),
            declared.version.orElse(inline("")));
    isVersioned = declared.version.isPresent();
    table = declared.table(false);
    tableWithNames = declared.table(true);
    documents = declared.documents(declared.shown);
    features = declared.feature.map(declared::documents).orElse(null);
    listed = declared.listed;
    forms = declared.forms;
    newRecords = declared.newRecords;
    isCreatedTogether = declared.isCreatedTogether;
    creation = declared.creation;
    amendedTogetherIf = declared.amendedTogetherIf;
    amendment = declared.amendment;
    lockParent = declared.lockParent;
  }

  /**
   * Begins the declaration of a kind of record.
   *
   * @param path where its records are listed, with the last slash
   * @param rows the table that has a row for each record, with an {@code id} and an {@code
   *     updated_on}, which grows with each change
   * @param object the JSON document of one record, an expression over one row
   */
  public static KindDeclaration at(String path, Table<?> rows, Field<JSON> object) {
    return new KindDeclaration(path, rows, object);
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

  /** Creates one record. Returns its id, or throws a {@link Problem} if the body has mistakes. */
  @FunctionalInterface
  public interface Creation {
    UUID create(DSLContext sql, Caller caller, Body body);
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

  /** Adds the lock of the record to which a part belongs, to the end of the transaction. */
  @FunctionalInterface
  public interface Lock {
    void add(Batch batch, Caller caller, UUID part);
  }

  /** The version of a document for a reader of a company, if the reader sees the record. */
  Optional<String> version(DSLContext sql, Caller reader, UUID record) {
    return visibleDocument.version(sql, reader, record);
  }

  /** Its name, the last part of its path: {@code farmers}. */
  public String name() {
    return path.replaceFirst(".*/(.+)/$", "$1");
  }

  public String path() {
    return path;
  }

  /** The warnings about one record that the caller may read. */
  List<Warning> warnings(DSLContext sql, Caller caller, UUID record) {
    if (seen(sql, caller, Set.of(record)).isEmpty()) {
      throw Problem.notFound();
    }
    return Warnings.about(name()).orElseThrow().of(sql, Set.of(record)).stream()
        .filter(warning -> warning.isFor(caller))
        .toList();
  }

  public Visibility visibility() {
    return visibility;
  }

  public List<Filter<?>> filters() {
    return filters;
  }

  public Document document() {
    return document;
  }

  /** The table with ids, or with names in place of the ids of other records. */
  public TableColumns table(boolean isNamed) {
    return isNamed ? tableWithNames : table;
  }

  /**
   * Creates records from those bodies that have no mistakes; {@code refused} receives the others.
   */
  public Map<Body, UUID> create(
      DSLContext sql, Map<Body, Caller> bodies, BiConsumer<Body, Problem> refused) {
    Names.replace(sql, bodies, newRecords, false);
    return creation.create(sql, bodies, refused);
  }

  /** Creates one record, or throws a {@link Problem} if the body has mistakes. */
  public UUID create(DSLContext sql, Caller caller, Body body) {
    ManyCreation creation = this::create;
    return creation.createOne(sql, caller, body);
  }

  /** Replaces the names in the records of a file by ids; an unknown name is a finding. */
  public void replaceNames(DSLContext sql, Map<Body, Caller> bodies) {
    Names.replace(sql, bodies, newRecords, true);
  }

  public boolean canChange() {
    return amendment != null;
  }

  /**
   * Changes one record that the caller sees. The last statements of the change may wait in the
   * batch.
   *
   * @param precondition runs once the record is locked, before any rule of the body
   * @throws Problem 404 if the caller does not see the record, or the mistakes of the body
   */
  public void change(DSLContext sql, Caller caller, UUID record, Body body, Runnable precondition) {
    lock(Batch.of(sql), caller, record);
    precondition.run();
    ManyAmendment amendment = this::change;
    amendment.amendOne(sql, new Target(record, caller), body);
  }

  /**
   * Changes a record by each body that has no mistakes; {@code refused} receives the others. If
   * several requests are recorded together, the kind locks the records.
   */
  Map<Body, UUID> change(
      DSLContext sql, Map<Body, Target> targets, BiConsumer<Body, Problem> refused) {
    Map<Body, Caller> callers = new LinkedHashMap<>();
    targets.forEach((body, target) -> callers.put(body, target.caller()));
    Names.replace(sql, callers, newRecords, false);
    return amendment.amend(sql, targets, refused);
  }

  Condition isSeenBy(Caller caller) {
    return or(visibility.of(caller));
  }

  Optional<byte[]> find(DSLContext sql, Caller caller, UUID record) {
    return documentFor(caller).find(sql, caller, record);
  }

  /** Locks one record to the end of the transaction: 404 if the caller does not see it. */
  void lock(Batch batch, Caller caller, UUID record) {
    lockParent.add(batch, caller, record);
    if (!documentFor(caller).lock(batch, caller, record)) {
      throw Problem.notFound();
    }
  }

  private Document documentFor(Caller caller) {
    return caller.isOperator() ? document : visibleDocument;
  }

  /** The records among these that the caller sees. */
  public Set<UUID> seen(DSLContext sql, Caller caller, Collection<UUID> ids) {
    return sql.select(id).from(rows).where(id.in(ids)).and(isSeenBy(caller)).fetchSet(id);
  }

  /**
   * The documents of the first of these records, in UTF-8 and in this order: at least one, and no
   * more after they reach this number of bytes.
   */
  public List<byte[]> documents(DSLContext sql, Caller reader, List<UUID> ids, int bytes) {
    return documents.list(sql, row -> Json.compact(row.getBytes(1)), reader, ids, bytes);
  }

  /** The records as GeoJSON features (RFC 7946), as many as {@link #documents} returns. */
  List<byte[]> features(DSLContext sql, Caller reader, List<UUID> ids, int bytes) {
    return features.list(sql, row -> Json.compact(row.getBytes(1)), reader, ids, bytes);
  }
}
