package supplychain.resource;

import static org.jooq.impl.DSL.any;
import static org.jooq.impl.DSL.or;
import static org.jooq.impl.DSL.select;
import static supplychain.database.RenderedQuery.parameter;

import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.JSON;
import org.jooq.Table;
import supplychain.database.Document;
import supplychain.database.RenderedQuery;
import supplychain.http.Caller;

/**
 * A kind of record as it is read over HTTP: one by its id, or a list of them.
 *
 * @param id the column of its id
 * @param updatedOn the column that grows with each change
 * @param sight who sees which of them
 * @param filters what a list can be narrowed by
 * @param document the JSON document of one record
 * @param documents the JSON documents of the records of these ids, each with its id
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
    RenderedQuery documents,
    RenderedQuery features,
    TableColumns table) {

  /** Which records a caller sees. */
  @FunctionalInterface
  public interface Sight {
    /**
     * Conditions of which each shows a part of the records; what any of them shows is seen. Each
     * can be searched on its own, with an index that ends in the id.
     */
    List<Condition> of(Caller caller);
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

  /** What each of the records of these ids is, with its id. */
  private static RenderedQuery each(Table<?> rows, Field<UUID> id, Field<JSON> object) {
    return new RenderedQuery(
        select(id, object).from(rows).where(id.eq(any(parameter(UUID[].class)))));
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

  /** The documents of these records, in UTF-8, by id. */
  Map<UUID, byte[]> documents(DSLContext sql, List<UUID> ids) {
    return read(documents, sql, ids);
  }

  /** Their features, in UTF-8, by id. */
  Map<UUID, byte[]> features(DSLContext sql, List<UUID> ids) {
    return read(features, sql, ids);
  }

  private static Map<UUID, byte[]> read(RenderedQuery query, DSLContext sql, List<UUID> ids) {
    Map<UUID, byte[]> found = new HashMap<>();
    query.list(
        sql,
        row -> found.put(row.getObject(1, UUID.class), row.getBytes(2)),
        (Object) ids.toArray(UUID[]::new));
    return found;
  }
}
