package supplychain.database;

import static org.jooq.impl.DSL.*;
import static supplychain.database.Reader.READER;
import static supplychain.database.RenderedQuery.parameter;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.JSON;
import org.jooq.Table;
import supplychain.core.Caller;
import supplychain.core.Json;

/** The JSON document of one record, built by PostgreSQL; Java only removes blanks from it. */
public final class Document {
  private final RenderedQuery query;
  private final RenderedQuery ofMany;
  private final RenderedQuery lock;
  private final RenderedQuery version;
  private final Map<String, RenderedQuery> storing = new ConcurrentHashMap<>();

  /**
   * A document.
   *
   * @param object an expression over one row of the table and over {@link Reader#READER}
   * @param seen the rows that the reader sees
   */
  public Document(Field<JSON> object, Table<?> rows, Field<UUID> id, Condition seen) {
    this(object, rows, id, seen, inline(""));
  }

  /**
   * A document whose copies can be kept.
   *
   * @param version a text that differs as soon as any row of the document does, an expression over
   *     one row; empty if the current document must not be kept
   */
  public Document(
      Field<JSON> object, Table<?> rows, Field<UUID> id, Condition seen, Field<String> version) {
    Condition isWanted = id.eq(parameter(UUID.class)).and(seen);
    query = Reader.query(select(object).from(READER.crossJoin(rows)).where(isWanted));
    ofMany =
        Reader.query(
            select(id, object)
                .from(READER.crossJoin(rows))
                .where(id.eq(any(parameter(UUID[].class)))));
    lock =
        Reader.queryWithoutUsers(
            select(id).from(READER.crossJoin(rows)).where(isWanted).forNoKeyUpdate().of(rows));
    this.version =
        Reader.queryWithoutUsers(select(version).from(READER.crossJoin(rows)).where(isWanted));
  }

  /**
   * Locks the record until the transaction ends, if the reader sees the record: no request waits
   * for another company's record. The lock is sent with the next query, to save a round trip.
   *
   * @param absent the exception that the next query throws if the reader sees no such record
   */
  public void lock(DSLContext sql, Caller reader, UUID id, Supplier<RuntimeException> absent) {
    lock.later(
        sql,
        rows -> {
          if (!rows.next()) {
            throw absent.get();
          }
        },
        reader.company(),
        reader.user(),
        id);
  }

  /**
   * The document in UTF-8, if the record exists and the reader sees it. One statement reads both,
   * so that the document is never newer than the right to see it.
   */
  public Optional<byte[]> find(DSLContext sql, Caller reader, UUID id) {
    return query.one(
        sql, row -> Json.compact(row.getBytes(1)), reader.company(), reader.user(), id);
  }

  /** The version of the document, if the record exists and the reader sees it. */
  public Optional<String> version(DSLContext sql, Caller reader, UUID id) {
    return version.one(sql, row -> row.getString(1), reader.company(), reader.user(), id);
  }

  /** The document of a record that the reader sees, and that the transaction has locked. */
  public byte[] of(DSLContext sql, Caller reader, UUID id) {
    return find(sql, reader, id).orElseThrow();
  }

  /**
   * Reads the documents of records that the transaction has created, together with the next query.
   *
   * @param documents receives the documents by id
   */
  public void later(DSLContext sql, Caller reader, UUID[] ids, Map<UUID, byte[]> documents) {
    ofMany.alongside(
        sql, rows -> take(rows, documents), reader.company(), reader.user(), (Object) ids);
  }

  /**
   * The same, and stores them in the same statement.
   *
   * @param statement an SQL statement that returns the id and the document of each record; {@code
   *     %s} in it becomes the query for both
   * @param before the values of the parameters that come before the query
   */
  public void keepLater(
      DSLContext sql,
      Caller reader,
      UUID[] ids,
      Map<UUID, byte[]> documents,
      String statement,
      Object... before) {
    Object[] values = Arrays.copyOf(before, before.length + 3);
    values[before.length] = reader.company();
    values[before.length + 1] = reader.user();
    values[before.length + 2] = ids;
    storing
        .computeIfAbsent(statement, ofMany::in)
        .alongside(sql, rows -> take(rows, documents), values);
  }

  private static void take(ResultSet rows, Map<UUID, byte[]> documents) throws SQLException {
    while (rows.next()) {
      documents.put(rows.getObject(1, UUID.class), Json.compact(rows.getBytes(2)));
    }
  }

  /**
   * Returns the document as {@link #of} does, and stores it in the same statement.
   *
   * @param statement an SQL statement that returns the document; {@code %s} in it becomes the query
   *     for the document
   * @param before the values of the parameters that come before the query
   */
  public byte[] keep(DSLContext sql, Caller reader, UUID id, String statement, Object... before) {
    Object[] values = Arrays.copyOf(before, before.length + 3);
    values[before.length] = reader.company();
    values[before.length + 1] = reader.user();
    values[before.length + 2] = id;
    return storing
        .computeIfAbsent(statement, query::in)
        .one(sql, row -> Json.compact(row.getBytes(1)), values)
        .orElseThrow();
  }
}
