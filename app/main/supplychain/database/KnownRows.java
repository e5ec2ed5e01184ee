package supplychain.database;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What transactions have read of a few rows that many requests name. A later transaction may take
 * it as it was, without a round trip to read it: a statement before its own rows refuses the
 * transaction if a row has another version by now. Its caller then begins another one, which reads.
 */
public final class KnownRows {
  private static final int MOST = 1_000;
  private static final String NONE = "select refuse_assumption() where exists (%s)";
  private static final Map<SqlText, SqlText> REFUSING = new ConcurrentHashMap<>();

  /**
   * What was read.
   *
   * @param id of the row
   * @param version of the row, by the expression in the query {@code require_versions}; empty if
   *     the row never changes
   */
  public record Known<T>(UUID id, T value, String version) {}

  private record Key(String query, Object key) {}

  private final Cache<Key, Known<?>> rows = Caffeine.newBuilder().maximumSize(MOST).build();

  /** Notes what a query found by a key. */
  public void note(String query, Object key, Known<?> row) {
    rows.put(new Key(query, key), row);
  }

  /** Forgets it: the query found nothing by the key, or too much to keep. */
  public void forget(String query, Object key) {
    rows.invalidate(new Key(query, key));
  }

  /** What the query found last by the key; null if that is not known. */
  @SuppressWarnings("unchecked")
  public <T> Known<T> find(String query, Object key) {
    return (Known<T>) rows.getIfPresent(new Key(query, key));
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
        REFUSING.computeIfAbsent(query.text(), text -> new SqlText(NONE.formatted(text.sql())));
    batch.add(refusing, Batch.NOTHING, query.complete());
  }
}
