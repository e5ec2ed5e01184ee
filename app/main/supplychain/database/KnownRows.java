package supplychain.database;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Keeps rows that many requests name, such as premiums and forms. A later transaction can use a
 * known row without a round trip to read it. A statement checks the version of the row before the
 * transaction inserts or changes anything, and PostgreSQL rolls the transaction back if the version
 * differs. The caller then begins another transaction, which reads the row.
 */
public final class KnownRows {
  private static final int MOST = 1_000;
  private static final String REFUSE_IF_ANY = "select refuse_assumption() where exists (%s)";
  private static final Map<SqlText, SqlText> REFUSING = new ConcurrentHashMap<>();

  /**
   * A row that a transaction has read.
   *
   * @param id of the row
   * @param version of the row, by the expression in the query {@code require_versions}; empty if
   *     the row never changes
   */
  public record Known<T>(UUID id, T value, String version) {}

  /**
   * Names a row for its query.
   *
   * @param value an id, or the code of a currency in capitals
   */
  public record RowKey(String query, Object value) {}

  private final Cache<RowKey, Known<?>> rows = Caffeine.newBuilder().maximumSize(MOST).build();

  /** Keeps the row that a query found by a key. */
  public void note(RowKey key, Known<?> row) {
    rows.put(key, row);
  }

  /** Forgets the row of a key: the query found no row, or a row without a version. */
  public void forget(RowKey key) {
    rows.invalidate(key);
  }

  /** The row that the query found last by the key; null if no row is known. */
  @SuppressWarnings("unchecked")
  public <T> Known<T> find(RowKey key) {
    return (Known<T>) rows.getIfPresent(key);
  }

  /** Adds a statement that refuses the transaction unless the rows have these versions. */
  public static void require(Batch batch, Collection<? extends Known<?>> known) {
    List<? extends Known<?>> all = known.stream().filter(row -> !row.version().isEmpty()).toList();
    if (!all.isEmpty()) {
      Batch.SQL
          .call("require_versions")
          .set("ids", all.stream().map(Known::id).toArray(UUID[]::new))
          .set("versions", all.stream().map(Known::version).toArray(String[]::new))
          .add(batch, Batch.NOTHING);
    }
  }

  /** Adds a statement that refuses the transaction if the query finds any row. */
  public static void requireNone(Batch batch, SqlFile.Call query) {
    SqlText refusing =
        REFUSING.computeIfAbsent(
            query.text(), text -> new SqlText(REFUSE_IF_ANY.formatted(text.sql())));
    batch.add(refusing, Batch.NOTHING, query.complete());
  }
}
