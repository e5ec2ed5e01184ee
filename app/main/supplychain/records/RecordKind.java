package supplychain.records;

import static org.jooq.impl.DSL.*;

import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.JSON;
import org.jooq.Table;
import org.jooq.impl.DSL;
import supplychain.core.Caller;
import supplychain.core.Json;
import supplychain.core.Problem;
import supplychain.database.Document;
import supplychain.database.Reader;
import supplychain.validation.Body;
import supplychain.verify.Warning;
import supplychain.verify.Warnings;

/**
 * A kind of record: its path, its document, who sees which records, and how a record is created and
 * changed. Routes, lists, exports, imports, changes and the OpenAPI parameters derive from it.
 */
public final class RecordKind {
  private static final Field<UUID> ROW_ID = field(DSL.name("id"), UUID.class);
  private static final Field<OffsetDateTime> ROW_CHANGE =
      field(DSL.name("updated_on"), OffsetDateTime.class);

  private final String path;
  final Table<?> rows;
  final Field<UUID> id;
  final Field<OffsetDateTime> updatedOn;
  private final Visibility visibility;
  Function<Caller, List<LastChange>> changes;
  private final List<Filter<?>> filters;
  private final Field<JSON> object;
  private final Document document;
  private Document seen;
  private final List<Field<?>> columns = new ArrayList<>();
  private final List<Field<?>> moreNamed = new ArrayList<>();
  private final Map<Boolean, TableColumns> tables = new ConcurrentHashMap<>();
  private SizeLimit documents;
  SizeLimit features;
  private ManyCreation creation;
  boolean isCreatedTogether;
  Amendment amendment;
  boolean isVersioned;
  private Set<String> newRecords = Set.of();
  Condition listed = noCondition();
  Action lockWhole = (sql, caller, part) -> {};

  /**
   * A kind of record.
   *
   * @param path where its records are listed, with the last slash
   * @param rows the table that has a row for each record, with an {@code id} and an {@code
   *     updated_on}, which grows with each change
   * @param object the JSON document of one record, an expression over one row
   */
  public RecordKind(
      String path,
      Table<?> rows,
      Field<JSON> object,
      Visibility visibility,
      List<Filter<?>> filters) {
    this.path = path;
    this.rows = rows;
    this.id = rows.field(ROW_ID);
    this.updatedOn = rows.field(ROW_CHANGE);
    this.visibility = visibility;
    changes = caller -> List.of(new LastChange(noCondition(), updatedOn));
    this.filters =
        filters.stream()
            .flatMap(filter -> Stream.<Filter<?>>of(filter, filter.whole()))
            .filter(Objects::nonNull)
            .toList();
    this.object = object;
    document = new Document(object, rows, id, noCondition());
    seen = new Document(object, rows, id, or(visibility.of(Reader.COMPANY, Reader.USER)));
    documents = each(object);
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
   * Creates one record from a body, in the transaction of {@code sql}. Returns its id, or throws a
   * {@link Problem} if the body has mistakes.
   */
  @FunctionalInterface
  public interface Creation {
    UUID create(DSLContext sql, Caller caller, Body body);
  }

  /**
   * Changes one record by a body, in the transaction of {@code sql}, or throws a {@link Problem} if
   * the body has mistakes. The caller sees the record, and its row is locked.
   */
  @FunctionalInterface
  public interface Amendment {
    void amend(DSLContext sql, Caller caller, UUID id, Body body);
  }

  /** Locks or ends one record, in the transaction of {@code sql}; a second time changes nothing. */
  @FunctionalInterface
  public interface Action {
    void act(DSLContext sql, Caller caller, UUID id);
  }

  /** For some rows, some callers see other times than {@code updated_on}. */
  public RecordKind changedFor(Function<Caller, List<LastChange>> changes) {
    this.changes = changes;
    return this;
  }

  /** Adds columns to its list as a table (RFC 4180). */
  public RecordKind columns(Field<?>... more) {
    columns.addAll(List.of(more));
    return this;
  }

  /** Adds columns to the table with names in place of ids. */
  public RecordKind columnsWithNames(Field<?>... more) {
    moreNamed.addAll(List.of(more));
    return this;
  }

  /** Lists show this shorter document, an expression over one row. */
  public RecordKind listed(Field<JSON> object) {
    documents = each(object);
    return this;
  }

  /** Lists can be read as GeoJSON too, with this feature for one row. */
  public RecordKind asFeatures(Field<JSON> feature) {
    features = each(feature);
    return this;
  }

  private SizeLimit each(Field<JSON> object) {
    return SizeLimit.of(
        select(object).from(rows).where(id.eq(SizeLimit.WANTED)), "pg_column_size(c0)");
  }

  /**
   * Its documents are kept for the next readers.
   *
   * @param version a text that differs as soon as any row of the document does, an expression over
   *     one row; empty if the current document must not be kept
   */
  public RecordKind versionedBy(Field<String> version) {
    seen = new Document(object, rows, id, or(visibility.of(Reader.COMPANY, Reader.USER)), version);
    isVersioned = true;
    return this;
  }

  /** The version of a document for a reader of a company, if the reader sees the record. */
  Optional<String> version(DSLContext sql, Caller reader, UUID record) {
    return seen.version(sql, reader, record);
  }

  public RecordKind createdBy(Creation one) {
    createdTogetherBy(
        (sql, bodies, refused) -> {
          Map<Body, UUID> ids = new LinkedHashMap<>();
          ManyCreation.passing(
              bodies.keySet(),
              Function.identity(),
              refused,
              body -> ids.put(body, one.create(sql, bodies.get(body), body)));
          return ids;
        });
    isCreatedTogether = false;
    return this;
  }

  public RecordKind createdTogetherBy(ManyCreation many) {
    isCreatedTogether = true;
    creation =
        (sql, bodies, refused) -> {
          Names.replace(sql, bodies, newRecords, false);
          return many.create(sql, bodies, refused);
        };
    return this;
  }

  public RecordKind amendedBy(Amendment one) {
    amendment =
        (sql, caller, id, body) -> {
          Names.replace(sql, Map.of(body, caller), newRecords, false);
          one.amend(sql, caller, id, body);
        };
    return this;
  }

  /** Its lists have only the records that meet this condition. */
  public RecordKind listedIf(Condition condition) {
    listed = condition;
    return this;
  }

  /** In these fields of a body, an object is a new record and no name of one. */
  public RecordKind withNewRecordsIn(String... fields) {
    newRecords = Set.of(fields);
    return this;
  }

  /** Each record belongs to another one, which must be locked first. */
  public RecordKind lockedAfter(Action whole) {
    lockWhole = whole;
    return this;
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
    return tables.computeIfAbsent(
        isNamed,
        named -> {
          List<Field<?>> all = new ArrayList<>(named ? NamedColumns.of(columns) : columns);
          all.addAll(named ? moreNamed : List.of());
          return TableColumns.of(rows, id, all);
        });
  }

  /** Creates many records together; null if bodies create none. */
  public ManyCreation manyCreation() {
    return creation;
  }

  /** Creates one record, or throws a {@link Problem} if the body has mistakes. */
  public UUID create(DSLContext sql, Caller caller, Body body) {
    return creation.createOne(sql, caller, body);
  }

  /** Replaces the names in the records of a file by ids; an unknown name is a finding. */
  public void replaceNames(DSLContext sql, Map<Body, Caller> bodies) {
    Names.replace(sql, bodies, newRecords, true);
  }

  public boolean canChange() {
    return amendment != null;
  }

  /** Changes one record that the caller sees, or throws a {@link Problem}. */
  public void change(DSLContext sql, Caller caller, UUID record, Body body) {
    lockWhole.act(sql, caller, record);
    lock(sql, caller, record);
    amendment.amend(sql, caller, record, body);
  }

  Condition isSeenBy(Caller caller) {
    return or(visibility.of(caller));
  }

  Optional<byte[]> find(DSLContext sql, Caller caller, UUID record) {
    return seenBy(caller).find(sql, caller, record);
  }

  /**
   * Locks one record to the end of the transaction, in the round trip of the next query. That query
   * throws 404 if the caller does not see the record.
   */
  void lock(DSLContext sql, Caller caller, UUID record) {
    seenBy(caller).lock(sql, caller, record, Problem::notFound);
  }

  private Document seenBy(Caller caller) {
    return caller.isOperator() ? document : seen;
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

  /** The same as GeoJSON features (RFC 7946). */
  List<byte[]> features(DSLContext sql, Caller reader, List<UUID> ids, int bytes) {
    return features.list(sql, row -> Json.compact(row.getBytes(1)), reader, ids, bytes);
  }
}
