package supplychain.database;

import static org.jooq.impl.DSL.*;
import static supplychain.database.Reader.READER;
import static supplychain.database.SqlText.parameter;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.JSON;
import org.jooq.Table;
import supplychain.core.Caller;
import supplychain.core.Json;
import supplychain.database.Batch.Fetched;

/** The JSON document of one record, built by PostgreSQL; Java only removes blanks from it. */
public final class Document {
  private final SqlText query;
  private final SqlText withToken;
  private final SqlText ofMany;
  private final SqlText lock;
  private final Map<String, SqlText> storing = new ConcurrentHashMap<>();

  /** The document of a record, in UTF-8. */
  public record Written(UUID id, byte[] json) {
    private static Written row(ResultSet row) throws SQLException {
      return new Written(row.getObject(1, UUID.class), Json.compact(row.getBytes(2)));
    }
  }

  /**
   * A document.
   *
   * @param object an expression over one row of the table and over {@link Reader#READER}
   * @param seen the rows that the reader sees
   */
  public Document(Field<JSON> object, Table<?> rows, Field<UUID> id, Condition seen) {
    Condition isWanted = id.eq(parameter(UUID.class)).and(seen);
    query = Reader.query(select(object).from(READER.crossJoin(rows)).where(isWanted));
    Condition isLive = LiveTokens.isLive(parameter(UUID.class));
    withToken =
        Reader.query(select(object).from(READER.crossJoin(rows)).where(isWanted).and(isLive));
    // Without seen: the transaction has written these records.
    ofMany =
        Reader.queryOfMany(select(id, object).from(READER.join(rows).on(id.eq(Reader.RECORD))));
    lock =
        Reader.queryWithoutUsers(
            select(id).from(READER.crossJoin(rows)).where(isWanted).forNoKeyUpdate().of(rows));
  }

  /**
   * Locks the record until the transaction ends, if the reader sees the record: no request waits
   * for another company's record. Runs the batch, and returns whether the reader sees the record.
   */
  public boolean lock(Batch batch, Caller reader, UUID id) {
    Fetched<UUID> locked =
        batch.add(lock, row -> row.getObject(1, UUID.class), reader.company(), reader.user(), id);
    batch.run();
    return locked.first().isPresent();
  }

  /**
   * The document in UTF-8, if the record exists and the reader sees it. One statement reads both,
   * so that the document is never newer than the right to see it.
   */
  public Optional<byte[]> find(DSLContext sql, Caller reader, UUID id) {
    return query
        .with(reader.company(), reader.user(), id)
        .one(sql, row -> Json.compact(row.getBytes(1)));
  }

  /** The document in UTF-8, if the reader sees the record and the reader's token is live. */
  public Optional<byte[]> find(DSLContext sql, Caller reader, UUID token, UUID id) {
    return withToken
        .with(reader.company(), reader.user(), id, token)
        .one(sql, row -> Json.compact(row.getBytes(1)));
  }

  /** The document of a record that the reader sees, and that the transaction has locked. */
  public byte[] of(DSLContext sql, Caller reader, UUID id) {
    return find(sql, reader, id).orElseThrow();
  }

  /** Reads documents that the transaction has written, each as its reader sees it. */
  public Fetched<Written> add(Batch batch, List<UUID> ids, List<Caller> readers) {
    return batch.add(ofMany, Written::row, values(ids, readers));
  }

  /**
   * Reads documents, each as its reader sees it, and stores them in the same statement.
   *
   * @param statement an SQL statement that returns the id and the document of each record; {@code
   *     %s} in it becomes the query for both
   * @param after the values of the parameters that come after the query
   */
  public Fetched<Written> store(
      Batch batch, List<UUID> ids, List<Caller> readers, String statement, Object... after) {
    Object[] values = Stream.of(values(ids, readers), after).flatMap(Arrays::stream).toArray();
    SqlText text =
        storing.computeIfAbsent(statement, frame -> new SqlText(frame.replace("%s", ofMany.sql())));
    return batch.add(text, Written::row, values);
  }

  private static Object[] values(List<UUID> ids, List<Caller> readers) {
    return new Object[] {
      ids.toArray(UUID[]::new),
      readers.stream().map(Caller::company).toArray(UUID[]::new),
      readers.stream().map(Caller::user).toArray(UUID[]::new)
    };
  }
}
