package supplychain.database;

import static org.jooq.impl.DSL.*;
import static supplychain.database.SqlText.parameter;
import static supplychain.schema.Tables.TOKEN;
import static supplychain.schema.Tables.TOKEN_USE;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.nio.ByteBuffer;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import org.apache.commons.lang3.concurrent.BasicThreadFactory;
import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.exception.DataAccessException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import supplychain.core.Caller;
import supplychain.core.Role;
import supplychain.schema.tables.Token;

/**
 * The tokens that can be used now. Finds them by their hash, and notes the last day on which each
 * was used. A request with a token that was used lately only looks into memory: another thread
 * writes the first use of a token on each day.
 */
public final class LiveTokens implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LiveTokens.class);

  /** The view of them. */
  public static final Token LIVE_TOKEN = TOKEN.rename("live_token");

  private static final SqlText BY_HASH =
      new SqlText(
          select(LIVE_TOKEN.APP_USER, LIVE_TOKEN.COMPANY, LIVE_TOKEN.ROLE, LIVE_TOKEN.ID)
              .from(LIVE_TOKEN)
              .where(LIVE_TOKEN.HASH.eq(parameter(byte[].class))));

  private static final Author NOTER = new Author(Caller.SYSTEM, "last use of a token");
  private static final long DAY_MILLIS = Duration.ofDays(1).toMillis();
  private static final Duration PAUSE = Duration.ofMinutes(1);
  private static final int MOST_USED_LATELY = 10_000;
  private static final int MOST_DAYS = 100_000;

  private final Database database;

  /** Tokens that were live at their last use, by their hash. */
  private final Cache<ByteBuffer, LiveToken> usedLately =
      Caffeine.newBuilder().maximumSize(MOST_USED_LATELY).build();

  /** The last day on which the use of each token was noted, in days since 1970. */
  private final Cache<UUID, Long> days = Caffeine.newBuilder().maximumSize(MOST_DAYS).build();

  /** Nothing is noted before this System.nanoTime(). */
  private volatile long next = System.nanoTime();

  private final ExecutorService writer =
      Executors.newSingleThreadExecutor(
          BasicThreadFactory.builder().namingPattern("supply-chain:token-uses").daemon().build());

  /** Those of this database. */
  public LiveTokens(Database database) {
    this.database = database;
  }

  /** A token that is neither revoked nor expired, with its caller. */
  public record LiveToken(Caller caller, UUID id) {
    private static LiveToken read(ResultSet row) throws SQLException {
      UUID user = row.getObject(1, UUID.class);
      UUID company = row.getObject(2, UUID.class);
      Role role = Role.valueOf(row.getString(3));
      return new LiveToken(new Caller(user, company, role), row.getObject(4, UUID.class));
    }
  }

  /** That the token with this id is live. */
  public static Condition isLive(Field<UUID> id) {
    return exists(selectOne().from(LIVE_TOKEN).where(LIVE_TOKEN.ID.eq(id)));
  }

  /** The token with this hash, if it was live at its last use, and that was lately. */
  public Optional<LiveToken> remembered(byte[] hash) {
    Optional<LiveToken> token = Optional.ofNullable(usedLately.getIfPresent(ByteBuffer.wrap(hash)));
    token.ifPresent(this::note);
    return token;
  }

  /** The token with this hash in the database; empty if it is unknown, revoked or expired. */
  public Optional<LiveToken> find(byte[] hash) {
    Optional<LiveToken> found = database.read(sql -> BY_HASH.with(hash).one(sql, LiveToken::read));
    ByteBuffer key = ByteBuffer.wrap(hash);
    found.ifPresentOrElse(token -> usedLately.put(key, token), () -> usedLately.invalidate(key));
    found.ifPresent(this::note);
    return found;
  }

  /** Notes that a token is used now. Returns at once. After a failure it pauses for a minute. */
  private void note(LiveToken token) {
    long today = System.currentTimeMillis() / DAY_MILLIS;
    Long last = days.getIfPresent(token.id());
    if ((last != null && last == today) || System.nanoTime() - next < 0) {
      return;
    }
    days.put(token.id(), today);
    try {
      writer.execute(() -> write(token.id()));
    } catch (RejectedExecutionException stopping) {
      LOG.debug("the service stops before it noted a use", stopping);
    }
  }

  private void write(UUID token) {
    try {
      database.write(
          NOTER,
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
      days.invalidate(token);
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
