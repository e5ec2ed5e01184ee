package supplychain.records;

import static org.jooq.impl.DSL.*;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.JSON;
import org.jooq.Table;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;
import supplychain.core.Caller;
import supplychain.records.ManyAmendment.Target;
import supplychain.records.RecordKind.Amendment;
import supplychain.records.RecordKind.Creation;
import supplychain.records.RecordKind.Lock;
import supplychain.records.RecordKind.Visibility;
import supplychain.validation.Body;

/** What a {@link RecordKind} is made of. Only its visibility has no usual value. */
public final class KindDeclaration {
  final String path;
  final Table<?> rows;
  final Field<UUID> id;
  final Field<OffsetDateTime> updatedOn;
  final Field<JSON> object;
  Visibility visibility;
  Function<Caller, List<LastChange>> changes;
  List<Filter<?>> filters = List.of();
  Field<JSON> shown;
  Optional<Field<JSON>> feature = Optional.empty();
  Optional<Field<String>> version = Optional.empty();
  Condition listed = noCondition();

  /** Null without filled-in forms. */
  SubmissionColumns forms;

  Set<String> newRecords = Set.of();
  ManyCreation creation;
  boolean isCreatedTogether;
  ManyAmendment amendment;
  Optional<Predicate<JsonNode>> amendedTogetherIf = Optional.empty();
  Lock lockParent = (batch, caller, part) -> {};
  private final List<Field<?>> columns = new ArrayList<>();
  private final List<Field<?>> moreNamed = new ArrayList<>();

  KindDeclaration(String path, Table<?> rows, Field<JSON> object) {
    this.path = path;
    this.rows = rows;
    this.object = object;
    id = rows.field(field(DSL.name("id"), UUID.class));
    updatedOn = rows.field(field(DSL.name("updated_on"), OffsetDateTime.class));
    changes = caller -> List.of(new LastChange(noCondition(), updatedOn));
    shown = object;
  }

  /** The records that a caller sees. */
  public KindDeclaration seenBy(Visibility some) {
    visibility = some;
    return this;
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
    changes = some;
    return this;
  }

  /** Adds columns to its list as a table (RFC 4180). */
  public KindDeclaration columns(Field<?>... more) {
    columns.addAll(List.of(more));
    return this;
  }

  /** Adds columns to the table with names in place of ids. */
  public KindDeclaration columnsWithNames(Field<?>... more) {
    moreNamed.addAll(List.of(more));
    return this;
  }

  /** Lists show this shorter document, an expression over one row. */
  public KindDeclaration listedAs(Field<JSON> shorter) {
    shown = shorter;
    return this;
  }

  /** Its lists have only the records that meet this condition. */
  public KindDeclaration listedIf(Condition condition) {
    listed = condition;
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
   * @param text a text that differs as soon as any row of the document does, an expression over one
   *     row; empty if the current document must not be kept
   */
  public KindDeclaration versionedBy(Field<String> text) {
    version = Optional.of(text);
    return this;
  }

  /** In these fields of a body, an object is a new record and no name of one. */
  public KindDeclaration withNewRecordsIn(String... fields) {
    newRecords = Set.of(fields);
    return this;
  }

  public KindDeclaration createdBy(Creation one) {
    creation =
        (sql, bodies, refused) -> {
          Map<Body, UUID> ids = new LinkedHashMap<>();
          ManyCreation.keepValid(
              bodies.keySet(),
              Function.identity(),
              refused,
              body -> ids.put(body, one.create(sql, bodies.get(body), body)));
          return ids;
        };
    return this;
  }

  /** Requests that arrive together are recorded together. */
  public KindDeclaration createdTogetherBy(ManyCreation many) {
    creation = many;
    isCreatedTogether = true;
    return this;
  }

  public KindDeclaration amendedBy(Amendment one) {
    amendment =
        (sql, targets, refused) -> {
          Map<Body, UUID> ids = new LinkedHashMap<>();
          ManyCreation.keepValid(
              targets.keySet(),
              Function.identity(),
              refused,
              body -> {
                Target target = targets.get(body);
                one.amend(sql, target.caller(), target.id(), body);
                ids.put(body, target.id());
              });
          return ids;
        };
    return this;
  }

  /** Requests that arrive together are recorded together, if their bodies meet this condition. */
  public KindDeclaration amendedTogetherBy(Predicate<JsonNode> condition, ManyAmendment many) {
    amendment = many;
    amendedTogetherIf = Optional.of(condition);
    return this;
  }

  /** Its tables have columns for filled-in forms. */
  public KindDeclaration columnsOfForms(SubmissionColumns columnsOfForms) {
    forms = columnsOfForms;
    return this;
  }

  /** Each record belongs to another one, its parent, which must be locked first. */
  public KindDeclaration lockedAfter(Lock parent) {
    lockParent = parent;
    return this;
  }

  /** The kind of record that is declared. */
  public RecordKind build() {
    return new RecordKind(this);
  }

  TableColumns table(boolean isNamed) {
    List<Field<?>> all = new ArrayList<>(isNamed ? NamedColumns.of(columns) : columns);
    all.addAll(isNamed ? moreNamed : List.of());
    Field<String> values = forms == null ? castNull(SQLDataType.CLOB) : forms.values(id);
    return TableColumns.of(rows, id, all, values);
  }

  SizeLimit documents(Field<JSON> one) {
    return SizeLimit.of(
        select(one).from(rows).where(id.eq(SizeLimit.WANTED)), "pg_column_size(c0)");
  }
}
