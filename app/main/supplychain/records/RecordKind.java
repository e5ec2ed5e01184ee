package supplychain.records;

import static org.jooq.impl.DSL.*;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.commons.lang3.StringUtils;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.JSON;
import org.jooq.Table;
import org.jooq.TableField;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;
import supplychain.core.Caller;
import supplychain.core.Problem;
import supplychain.database.Batch;
import supplychain.database.Document;
import supplychain.database.Reader;
import supplychain.database.SqlFile;
import supplychain.records.Recording.Grouping;
import supplychain.validation.Body;

/**
 * A kind of record: its path, its document, who sees which records, and how a record is created and
 * changed. Routes, lists, exports, imports, changes and the OpenAPI parameters derive from it.
 *
 * <p>A kind never changes. Each function that declares something returns a kind that has it, too.
 */
public final class RecordKind implements Cloneable {
  private final String path;
  final Table<?> rows;
  final Field<UUID> id;
  final Field<OffsetDateTime> updatedOn;
  private final Visibility visibility;
  private final Document document;
  private final Document visibleDocument;
  private List<Filter<?>> filters = List.of();
  Condition isListed = noCondition();
  Function<Caller, List<LastChange>> changeTimes;
  private SizeLimit documents;

  /** Its records as GeoJSON features (RFC 7946); null for a kind without them. */
  SizeLimit features;

  Optional<Version> version = Optional.empty();
  private List<Field<?>> columns = List.of();
  private List<Field<?>> columnsOfParts = List.of();
  Optional<SubmissionColumns> submissions = Optional.empty();

  /** The parts of its records, on a second sheet of a workbook; null without them. */
  RecordKind parts;

  private TableField<?, UUID> wholeOfPart;

  /** Its tables, each made at the first use. */
  private Map<Use, TableColumns> tables = new ConcurrentHashMap<>();

  private Set<String> fieldsOfNewRecords = Set.of();
  private Set<String> fieldsOfPlainNames = Set.of();

  /** How a request creates a record; null for a kind without such requests. */
  Writing creation;

  /** How a request changes a record; null for a kind without such requests. */
  Writing amendment;

  private Optional<Supplier<SqlFile.Call>> lockParent = Optional.empty();

  /** What a table is for: with ids, with names in their place, or with names for a sheet. */
  private enum Use {
    IDS,
    NAMES,
    SHEET
  }

  /** How requests write records. Without a grouping, none shares a transaction. */
  record Writing(Recording recording, Function<JsonNode, Grouping> grouping) {}

  /**
   * The time at which a caller sees that the rows of a condition changed last. An index that ends
   * in the id serves it.
   */
  public record LastChange(Condition condition, Field<OffsetDateTime> time) {}

  /**
   * A text that differs as soon as any row of the document does. It has no characters while the
   * current document must not be kept, and is absent if the reader does not see the record or the
   * reader's token is not live.
   */
  @FunctionalInterface
  public interface Version {
    Optional<String> read(DSLContext sql, Caller reader, UUID token, UUID id);
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
  public RecordKind(String path, Table<?> rows, Field<JSON> object, Visibility visibility) {
    this.path = path;
    this.rows = rows;
    this.visibility = visibility;
    id = rows.field(field(DSL.name("id"), UUID.class));
    updatedOn = rows.field(field(DSL.name("updated_on"), OffsetDateTime.class));
    Condition isSeen = or(visibility.of(Reader.COMPANY, Reader.USER));
    document = new Document(object, rows, id, noCondition());
    visibleDocument = new Document(object, rows, id, isSeen);
    changeTimes = caller -> List.of(new LastChange(noCondition(), updatedOn));
    documents = list(object);
  }

  private SizeLimit list(Field<JSON> object) {
    return SizeLimit.of(
        select(object).from(rows).where(id.eq(SizeLimit.WANTED)), "octet_length(c0::text)");
  }

  private RecordKind with(Consumer<RecordKind> declaration) {
    try {
      RecordKind kind = (RecordKind) clone();
      kind.tables = new ConcurrentHashMap<>();
      declaration.accept(kind);
      return kind;
    } catch (CloneNotSupportedException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** The filters of its list. */
  public RecordKind filteredBy(Filter<?>... all) {
    return with(
        kind ->
            kind.filters =
                Stream.of(all)
                    .flatMap(filter -> Stream.<Filter<?>>of(filter, filter.whole()))
                    .filter(Objects::nonNull)
                    .toList());
  }

  /** For some rows, some callers see other times than {@code updated_on}. */
  public RecordKind changedFor(Function<Caller, List<LastChange>> some) {
    return with(kind -> kind.changeTimes = some);
  }

  /** Lists show this shorter document, an expression over one row. */
  public RecordKind listedAs(Field<JSON> shorter) {
    return with(kind -> kind.documents = list(shorter));
  }

  /** Its lists have only the records that meet this condition. */
  public RecordKind listedIf(Condition condition) {
    return with(kind -> kind.isListed = condition);
  }

  /** Lists can be read as GeoJSON too, with this feature for one row. */
  public RecordKind asFeatures(Field<JSON> one) {
    return with(kind -> kind.features = list(one));
  }

  /** Its documents are kept for the next readers, each version of a document with its own text. */
  public RecordKind versionedBy(Version some) {
    return with(kind -> kind.version = Optional.of(some));
  }

  /** Adds columns to its list as a table (RFC 4180). */
  public RecordKind columns(Field<?>... more) {
    return with(kind -> kind.columns = joined(columns, List.of(more)));
  }

  /** Its tables have columns for filled-in forms. */
  public RecordKind columnsOfForms(SubmissionColumns some) {
    return with(kind -> kind.submissions = Optional.of(some));
  }

  /**
   * A table with names in place of ids has further columns for the parts of its records. A workbook
   * has the parts on a second sheet instead.
   *
   * @param whole the column by which a part names its record
   */
  public RecordKind columnsOfParts(
      RecordKind kindOfParts, TableField<?, UUID> whole, Field<?>... withNames) {
    return with(
        kind -> {
          kind.parts = kindOfParts;
          kind.wholeOfPart = whole;
          kind.columnsOfParts = List.of(withNames);
        });
  }

  /** In these fields of a body, an object is a new record and no name of one. */
  public RecordKind withNewRecordsIn(String... fields) {
    return with(kind -> kind.fieldsOfNewRecords = Set.of(fields));
  }

  /** In these fields of a body, a text that is no id is a number or another name. */
  public RecordKind withPlainNamesIn(String... fields) {
    return with(kind -> kind.fieldsOfPlainNames = Set.of(fields));
  }

  /** Each request creates a record in a transaction of its own. */
  public RecordKind createdBy(Recording.Single one) {
    return with(kind -> kind.creation = new Writing(Recording.oneByOne(one), null));
  }

  /** Requests that arrive together are recorded together, as their bodies allow it. */
  public RecordKind createdBy(Recording many, Function<JsonNode, Grouping> grouping) {
    return with(kind -> kind.creation = new Writing(many, grouping));
  }

  /** Each request changes a record in a transaction of its own. */
  public RecordKind amendedBy(Recording.SingleChange one) {
    return with(kind -> kind.amendment = new Writing(Recording.oneByOne(one), null));
  }

  /** Requests that arrive together are recorded together, as their bodies allow it. */
  public RecordKind amendedBy(Recording many, Function<JsonNode, Grouping> grouping) {
    return with(kind -> kind.amendment = new Writing(many, grouping));
  }

  /**
   * This statement locks something before the record: the parent of {@code :part}, if the caller
   * sees it, or all records of its company.
   */
  public RecordKind lockedAfter(SqlFile file, String statement) {
    return with(kind -> kind.lockParent = Optional.of(() -> file.call(statement)));
  }

  /** Its name, the last part of its path: {@code farmers}. */
  public String name() {
    return StringUtils.substringAfterLast(StringUtils.chop(path), "/");
  }

  public String path() {
    return path;
  }

  /** The path of a record, which {@code Location} names. */
  public String pathOf(UUID record) {
    return path + record + "/";
  }

  public Visibility visibility() {
    return visibility;
  }

  public List<Filter<?>> filters() {
    return filters;
  }

  /** The document of any record, for a caller that wrote it. */
  public Document document() {
    return document;
  }

  /** The document of a record, if this caller sees the record. */
  Document documentFor(Caller caller) {
    return caller.isOperator() ? document : visibleDocument;
  }

  /**
   * The documents of the first of these records, in UTF-8 and in this order: at least one, and no
   * more after they reach this number of bytes.
   */
  public List<byte[]> documents(DSLContext sql, Caller reader, List<UUID> ids, int bytes) {
    return documents.documents(sql, reader, ids, bytes);
  }

  /** Creates records. */
  public Recording creations() {
    return creation.recording();
  }

  /** Changes records, each locked. */
  public Recording amendments() {
    return amendment.recording();
  }

  public boolean canChange() {
    return amendment != null;
  }

  /** Replaces the names in the bodies of requests by ids. An unknown name is a finding. */
  public void replaceNames(DSLContext sql, Map<Body, Caller> bodies) {
    Names.replace(sql, bodies, fieldsOfNewRecords, fieldsOfPlainNames);
  }

  /**
   * Replaces the names in the records of a file by ids, and the codes of currencies. An unknown
   * name is a finding.
   */
  public void replaceNamesAndCodes(DSLContext sql, Map<Body, Caller> bodies) {
    Set<String> plain = new HashSet<>(fieldsOfPlainNames);
    plain.add("currency");
    Names.replace(sql, bodies, fieldsOfNewRecords, plain);
  }

  /** Locks one record to the end of the transaction: 404 if the caller does not see it. */
  public void lock(Batch batch, Caller caller, UUID record) {
    lockParent.ifPresent(
        call ->
            call.get()
                .set("part", record)
                .set("is_operator", caller.isOperator())
                .set("company", caller.company())
                .add(batch, Batch.NOTHING));
    if (!documentFor(caller).lock(batch, caller, record)) {
      throw Problem.notFound();
    }
  }

  Condition isSeenBy(Caller caller) {
    return or(visibility.of(caller));
  }

  /** 404 unless the caller sees the record. */
  public void requireSeen(DSLContext sql, Caller caller, UUID record) {
    if (seen(sql, caller, Set.of(record)).isEmpty()) {
      throw Problem.notFound();
    }
  }

  /** The records among these that the caller sees. */
  public Set<UUID> seen(DSLContext sql, Caller caller, Collection<UUID> ids) {
    return sql.select(id).from(rows).where(id.in(ids)).and(isSeenBy(caller)).fetchSet(id);
  }

  /** The parts of these records that the caller sees. */
  List<UUID> partsOf(DSLContext sql, Caller caller, List<UUID> records) {
    return sql.select(parts.id)
        .from(parts.rows)
        .where(wholeOfPart.eq(any(records.toArray(UUID[]::new))))
        .and(parts.isSeenBy(caller))
        .orderBy(parts.id)
        .fetch(parts.id);
  }

  /** The table with ids, or with names in place of the ids of other records. */
  public TableColumns table(boolean isNamed) {
    return isNamed
        ? table(Use.NAMES, () -> joined(NamedColumns.of(columns), columnsOfParts))
        : table(Use.IDS, () -> columns);
  }

  TableColumns sheet(boolean isNamed) {
    return isNamed ? table(Use.SHEET, () -> NamedColumns.of(columns)) : table(false);
  }

  private TableColumns table(Use use, Supplier<List<Field<?>>> some) {
    return tables.computeIfAbsent(
        use,
        each -> {
          Field<String> ofForms =
              submissions.map(forms -> forms.values(id)).orElse(castNull(SQLDataType.CLOB));
          return TableColumns.of(rows, id, some.get(), ofForms);
        });
  }

  private static List<Field<?>> joined(List<Field<?>> first, List<Field<?>> more) {
    return Stream.concat(first.stream(), more.stream()).toList();
  }

  /** The keys of the form fields of the caller's company that its tables fill in. */
  public Set<String> formKeys(DSLContext sql, Caller caller) {
    return submissions.map(forms -> Set.copyOf(forms.names(sql, caller))).orElse(Set.of());
  }
}
