package supplychain.records;

import static org.jooq.impl.DSL.noCondition;
import static org.jooq.impl.DSL.or;
import static org.jooq.impl.DSL.select;
import static supplychain.database.RenderedQuery.parameter;

import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.JSON;
import org.jooq.Table;
import supplychain.core.Caller;
import supplychain.database.Document;

/**
 * A kind of record as it is read over HTTP: one by its id, or a list of them.
 *
 * @param id the column of its id
 * @param updatedOn the column that grows with each change
 * @param sight who sees which of them
 * @param filters what a list can be narrowed by
 * @param document the JSON document of one record
 * @param documents the JSON documents of records as a list has them
 * @param features the same as features of GeoJSON (RFC 7946); null where they are on no map
 * @param table the columns of a list as a table (RFC 4180)
 */
public record Resource(
    Field<UUID> id,
    Field<OffsetDateTime> updatedOn,
    Table<?> rows,
    Sight sight,
    List<Filter<?>> filters,
    Document document,
    SizeLimit documents,
    SizeLimit features,
    TableColumns table) {

  /** Which records a caller sees. */
  @FunctionalInterface
  public interface Sight {
    /**
     * Conditions of which each shows a part of the records; what any of them shows is seen. Each
     * can be searched on its own, with an index that ends in the id.
     */
    List<Condition> of(Caller caller);

    /** What names the caller's company in this column; an operator sees all. */
    static Sight of(Field<UUID> company) {
      return of(List.of(company));
    }

    /** The same of any of these columns. */
    static Sight of(List<Field<UUID>> companies) {
      return caller ->
          caller.isOperator()
              ? List.of(noCondition())
              : companies.stream().map(company -> company.eq(caller.company())).toList();
    }
  }

  /**
   * A kind of record.
   *
   * @param object its JSON document, an expression over one row of {@code rows}
   */
  public static Resource of(
      Table<?> rows,
      Field<UUID> id,
      Field<OffsetDateTime> updatedOn,
      Field<JSON> object,
      Sight sight,
      List<Filter<?>> filters,
      Field<?>... columns) {
    return new Resource(
        id,
        updatedOn,
        rows,
        sight,
        filters,
        new Document(select(object).from(rows).where(id.eq(parameter(UUID.class)))),
        each(rows, id, object),
        null,
        TableColumns.of(rows, id, columns));
  }

  private static SizeLimit each(Table<?> rows, Field<UUID> id, Field<JSON> object) {
    return SizeLimit.of(
        select(object).from(rows).where(id.eq(SizeLimit.WANTED)), "pg_column_size(c0)");
  }

  /**
   * The same, whose lists leave out of each what is heavy.
   *
   * @param object one of them as a list has it, an expression over one row
   */
  public Resource listed(Field<JSON> object) {
    return new Resource(
        id, updatedOn, rows, sight, filters, document, each(rows, id, object), features, table);
  }

  /**
   * The same, whose lists may be read as GeoJSON too.
   *
   * @param feature one of them as a feature, an expression over one row
   */
  public Resource asFeatures(Field<JSON> feature) {
    return new Resource(
        id, updatedOn, rows, sight, filters, document, documents, each(rows, id, feature), table);
  }

  /** Those of them that meet a condition, which leads to them by an index that ends in the id. */
  Resource where(Condition condition) {
    Sight part = caller -> List.of(isSeenBy(caller).and(condition));
    return new Resource(id, updatedOn, rows, part, filters, document, documents, features, table);
  }

  /** Whether a row is one that this caller sees. */
  Condition isSeenBy(Caller caller) {
    return or(sight.of(caller));
  }

  /** The document of one record, in UTF-8, if the caller sees it. */
  Optional<byte[]> find(DSLContext sql, Caller caller, UUID id) {
    return document.find(sql, caller.company(), id, isSeenBy(caller));
  }

  /** Which of these records the caller sees. */
  public Set<UUID> seen(DSLContext sql, Caller caller, Collection<UUID> ids) {
    return sql.select(id).from(rows).where(id.in(ids)).and(isSeenBy(caller)).fetchSet(id);
  }

  /**
   * The documents of the first of these records, in UTF-8 and in this order: at least one, and no
   * more once they have so many bytes together.
   *
   * @param reader the company that reads them; null for an operator
   */
  public List<byte[]> documents(DSLContext sql, UUID reader, List<UUID> ids, int bytes) {
    return documents.list(sql, row -> row.getBytes(1), reader, ids, bytes);
  }

  /** The same as features. */
  List<byte[]> features(DSLContext sql, UUID reader, List<UUID> ids, int bytes) {
    return features.list(sql, row -> row.getBytes(1), reader, ids, bytes);
  }
}
