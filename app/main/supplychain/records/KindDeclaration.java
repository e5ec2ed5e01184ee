package supplychain.records;

import static org.jooq.impl.DSL.*;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.JSON;
import org.jooq.Table;
import org.jooq.TableField;
import org.jooq.impl.DSL;
import supplychain.core.Caller;
import supplychain.database.Batch;
import supplychain.database.SqlFile;
import supplychain.records.RecordKind.Amendment;
import supplychain.records.RecordKind.Version;
import supplychain.records.RecordKind.Visibility;
import supplychain.records.Recording.Grouping;

/** What a {@link RecordKind} is made of. */
public final class KindDeclaration {
  final String path;
  final Table<?> rows;
  final Field<UUID> id;
  final Field<OffsetDateTime> updatedOn;
  final Field<JSON> object;
  final Visibility visibility;
  Function<Caller, List<LastChange>> changeTimes;
  List<Filter<?>> filters = List.of();
  Field<JSON> listedObject;
  Optional<Field<JSON>> feature = Optional.empty();
  Optional<Version> version = Optional.empty();
  Condition isListed = noCondition();
  Optional<SubmissionColumns> submissions = Optional.empty();
  Set<String> fieldsOfNewRecords = Set.of();
  Set<String> fieldsOfPlainNames = Set.of();
  Writing creation;
  Writing amendment;
  Lock lockParent = (batch, caller, part) -> {};
  final List<Field<?>> columns = new ArrayList<>();
  final List<Field<?>> columnsWithNames = new ArrayList<>();
  Optional<SecondSheet> secondSheet = Optional.empty();

  KindDeclaration(String path, Table<?> rows, Field<JSON> object, Visibility visibility) {
    this.path = path;
    this.rows = rows;
    this.object = object;
    this.visibility = visibility;
    id = rows.field(field(DSL.name("id"), UUID.class));
    updatedOn = rows.field(field(DSL.name("updated_on"), OffsetDateTime.class));
    changeTimes = caller -> List.of(new LastChange(noCondition(), updatedOn));
    listedObject = object;
  }

  /** The filters of its list. */
  public KindDeclaration filters(Filter<?>... all) {
    filters =
        Stream.of(all)
            .flatMap(filter -> Stream.<Filter<?>>of(filter, filter.whole()))
            .filter(Objects::nonNull)
            .toList();
    return this;
  }

  /** For some rows, some callers see other times than {@code updated_on}. */
  public KindDeclaration changedFor(Function<Caller, List<LastChange>> some) {
    changeTimes = some;
    return this;
  }

  /** Adds columns to its list as a table (RFC 4180). */
  public KindDeclaration columns(Field<?>... more) {
    columns.addAll(List.of(more));
    return this;
  }

  /** Adds columns to the table with names in place of ids. */
  public KindDeclaration columnsWithNames(Field<?>... more) {
    columnsWithNames.addAll(List.of(more));
    return this;
  }

  /**
   * A workbook has the parts of its records on a second sheet, in place of the columns with names.
   *
   * @param whole the column by which a part names its record
   */
  public KindDeclaration secondSheet(RecordKind parts, TableField<?, UUID> whole) {
    secondSheet = Optional.of(new SecondSheet(parts, whole));
    return this;
  }

  /** The parts of a record, and their column that names it. */
  record SecondSheet(RecordKind parts, TableField<?, UUID> whole) {
    /** The parts of these records that the caller sees. */
    List<UUID> of(DSLContext sql, Caller caller, List<UUID> records) {
      return sql.select(parts.declared.id)
          .from(parts.declared.rows)
          .where(whole.eq(any(records.toArray(UUID[]::new))))
          .and(parts.isSeenBy(caller))
          .orderBy(parts.declared.id)
          .fetch(parts.declared.id);
    }
  }

  /** Its tables have columns for filled-in forms. */
  public KindDeclaration columnsOfForms(SubmissionColumns some) {
    submissions = Optional.of(some);
    return this;
  }

  /** Lists show this shorter document, an expression over one row. */
  public KindDeclaration listedAs(Field<JSON> shorter) {
    listedObject = shorter;
    return this;
  }

  /** Its lists have only the records that meet this condition. */
  public KindDeclaration listedIf(Condition condition) {
    isListed = condition;
    return this;
  }

  /** Lists can be read as GeoJSON too, with this feature for one row. */
  public KindDeclaration asFeatures(Field<JSON> one) {
    feature = Optional.of(one);
    return this;
  }

  /**
   * Its documents are kept for the next readers.
   *
   * @param some gives each version of a document its own text
   */
  public KindDeclaration versionedBy(Version some) {
    version = Optional.of(some);
    return this;
  }

  /** In these fields of a body, an object is a new record and no name of one. */
  public KindDeclaration withNewRecordsIn(String... fields) {
    fieldsOfNewRecords = Set.of(fields);
    return this;
  }

  /**
   * In these fields of a body, a text that is no id is the number or another name of the record.
   */
  public KindDeclaration withPlainNamesIn(String... fields) {
    fieldsOfPlainNames = Set.of(fields);
    return this;
  }

  /** Each request creates a record in a transaction of its own. */
  public KindDeclaration createdBy(Recording.Single one) {
    creation = Writing.alone(one);
    return this;
  }

  /** Requests that arrive together are recorded together, as their bodies allow it. */
  public KindDeclaration createdBy(Recording many, Function<JsonNode, Grouping> grouping) {
    creation = new Writing(many, grouping);
    return this;
  }

  /** Each request changes a record in a transaction of its own. */
  public KindDeclaration amendedBy(Amendment one) {
    amendment =
        Writing.alone(
            (sql, caller, body) -> {
              UUID record = body.record().orElseThrow();
              one.amend(sql, caller, record, body);
              return record;
            });
    return this;
  }

  /** Requests that arrive together are recorded together, as their bodies allow it. */
  public KindDeclaration amendedBy(Recording many, Function<JsonNode, Grouping> grouping) {
    amendment = new Writing(many, grouping);
    return this;
  }

  /**
   * Each record belongs to another one, its parent, which this statement locks first: the parent of
   * {@code :part}, if the caller sees it.
   */
  public KindDeclaration lockedAfter(SqlFile file, String statement) {
    lockParent =
        (batch, caller, part) ->
            file.call(statement)
                .set("part", part)
                .set("is_operator", caller.isOperator())
                .set("company", caller.company())
                .add(batch, Batch.NOTHING);
    return this;
  }

  /** Adds a query that locks the record to which a part belongs until the transaction ends. */
  @FunctionalInterface
  interface Lock {
    void add(Batch batch, Caller caller, UUID part);
  }

  /** The kind of record that is declared. */
  public RecordKind build() {
    return new RecordKind(this);
  }
}
