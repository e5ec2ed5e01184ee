package supplychain.database;

import static org.jooq.impl.DSL.*;
import static supplychain.database.LiveTokens.LIVE_TOKEN;
import static supplychain.schema.Tables.TOKEN_USE;

import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jooq.exception.DataAccessException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import supplychain.core.Caller;

/**
 * Notes the last day on which each token was used. A request only looks into memory: another thread
 * writes the first use of a token on each day.
 */
public final class TokenUses implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TokenUses.class);
  private static final Author AUTHOR = new Author(Caller.SYSTEM, "last use of a token");
  private static final long DAY_MILLIS = Duration.ofDays(1).toMillis();
  private static final Duration PAUSE = Duration.ofMinutes(1);
  private static final int MOST_KEPT = 100_000;
  private static final String THREAD = "supply-chain:token-uses";

  private final Database database;

  /** The last day on which the use of each token was noted, in days since 1970. */
  private final Map<UUID, Long> days = new ConcurrentHashMap<>();

  /** Nothing is noted before this System.nanoTime(). */
  private volatile long next = System.nanoTime();

  private final ThreadPoolExecutor writer =
      new ThreadPoolExecutor(
          1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), work -> new Thread(work, THREAD));

  /** Notes the uses in this database. */
  public TokenUses(Database database) {
    this.database = database;
    writer.allowCoreThreadTimeOut(true);
  }

  /** Notes that a token is used now. Returns at once. After a failure it pauses for a minute. */
  public void note(UUID token) {
    long today = System.currentTimeMillis() / DAY_MILLIS;
    Long last = days.get(token);
    if ((last != null && last == today) || System.nanoTime() - next < 0) {
      return;
    }
    if (days.size() >= MOST_KEPT) {
      days.clear();
    }
    days.put(token, today);
    try {
      writer.execute(() -> write(token));
    } catch (RejectedExecutionException stopping) {
      LOG.debug("the service stops before it noted a use", stopping);
    }
  }

  private void write(UUID token) {
    try {
      database.write(
          AUTHOR,
          sql ->
              sql.insertInto(TOKEN_USE, TOKEN_USE.TOKEN, TOKEN_USE.LAST_USED_ON)
                  .select(
                      select(LIVE_TOKEN.ID, currentLocalDate())
                          .from(LIVE_TOKEN)
                          .where(LIVE_TOKEN.ID.eq(token)))
                  .onConflict(TOKEN_USE.TOKEN)
                  .doUpdate()
                  .set(TOKEN_USE.LAST_USED_ON, excluded(TOKEN_USE.LAST_USED_ON))
                  .where(TOKEN_USE.LAST_USED_ON.lt(excluded(TOKEN_USE.LAST_USED_ON)))
                  .execute());
    } catch (DataAccessException e) {
      days.remove(token);
      // A standby, for example, refuses each attempt, and each costs the pool its connections.
      next = System.nanoTime() + PAUSE.toNanos();
      LOG.warn("could not record the last use of a token: {}", e.toString());
    }
  }

  /** Stops noting uses. */
  @Override
  public void close() {
    writer.shutdownNow();
  }
}
