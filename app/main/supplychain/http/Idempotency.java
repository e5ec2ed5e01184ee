package supplychain.http;

import static org.jooq.impl.DSL.*;
import static supplychain.database.RenderedQuery.parameter;
import static supplychain.schema.Tables.IDEMPOTENCY_KEY;

import io.javalin.http.ContentType;
import io.javalin.http.Context;
import io.javalin.http.Header;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jooq.DSLContext;
import org.jooq.impl.DSL;
import supplychain.core.Caller;
import supplychain.core.Problem;
import supplychain.core.ProblemType;
import supplychain.core.Tokens;
import supplychain.database.Author;
import supplychain.database.Database;
import supplychain.database.RenderedQuery;

/**
 * Makes it safe to repeat a POST: the transaction of the write keeps its answer, and a repeat with
 * the same {@code Idempotency-Key} gets that answer.
 */
public final class Idempotency {
  /** How long the service keeps an answer. */
  public static final Duration KEPT = Duration.ofDays(30);

  private static final Author SWEEP = new Author(Caller.SYSTEM, "sweep");
  private static final int FORGOTTEN_TOGETHER = 10_000;

  private static final String IS_LOCKED = "supply_chain.key_is_locked";

  /** Locks a key to the end of the transaction. A repeat does not wait: it could fill the pool. */
  private static final RenderedQuery LOCK =
      new RenderedQuery(
          DSL.query(
              "select set_config({0}, pg_try_advisory_xact_lock({1})::text, true)",
              inline(IS_LOCKED), parameter(Long.class)));

  /**
   * Tells whether the key is locked, and finds the answer of the first request. The answer's row is
   * locked too. So the commit of a repeat waits for the standby, even if the first request was cut
   * off before the standby had its changes.
   */
  private static final RenderedQuery FIND =
      new RenderedQuery(
          DSL.query(
              """
              select current_setting({0})::boolean, request_hash, status, location, body
                from (select) as one
                left join lateral (
                       select request_hash, status, location, body
                         from idempotency_key
                        where app_user = {1} and company = {2} and key = {3} and created_on >= {4}
                          for update) as first on true
              """,
              inline(IS_LOCKED),
              parameter(UUID.class),
              parameter(UUID.class),
              parameter(String.class),
              parameter(OffsetDateTime.class)));

  /** An answer that is still there under the lock is older than {@link #KEPT}. */
  private static final RenderedQuery KEEP =
      new RenderedQuery(
          insertInto(
                  IDEMPOTENCY_KEY,
                  IDEMPOTENCY_KEY.APP_USER,
                  IDEMPOTENCY_KEY.COMPANY,
                  IDEMPOTENCY_KEY.KEY,
                  IDEMPOTENCY_KEY.REQUEST_HASH,
                  IDEMPOTENCY_KEY.STATUS,
                  IDEMPOTENCY_KEY.LOCATION,
                  IDEMPOTENCY_KEY.BODY,
                  IDEMPOTENCY_KEY.CREATED_ON)
              .values(
                  parameter(UUID.class),
                  parameter(UUID.class),
                  parameter(String.class),
                  parameter(byte[].class),
                  parameter(Integer.class),
                  parameter(String.class),
                  parameter(String.class),
                  currentOffsetDateTime())
              .onConflict(IDEMPOTENCY_KEY.APP_USER, IDEMPOTENCY_KEY.COMPANY, IDEMPOTENCY_KEY.KEY)
              .doUpdate()
              .setAllToExcluded());

  /** The header with the key. */
  static final String HEADER = "Idempotency-Key";

  private static final Pattern KEY = Pattern.compile("\"([ -~]{1,255})\"|(?!\"\"$)([ -~]{1,255})");
  private static final UUID NO_COMPANY = new UUID(0, 0);

  private final Database database;

  /** Keeps the answers in this database. */
  public Idempotency(Database database) {
    this.database = database;
  }

  /**
   * Runs the write as one transaction and sends its answer. A repeat with the same key gets the
   * answer of the first request. A dry run neither looks for that answer nor leaves one.
   *
   * @param answer the answer for what was written; it runs one query at most
   */
  public <T> void once(
      Context ctx,
      JsonRequest request,
      Function<DSLContext, T> write,
      BiFunction<DSLContext, T, Answer> answer) {
    once(ctx, RequestHash.of(ctx, request), ContentType.JSON, write, answer);
  }

  /** The same for a request with many records, whose answer is lines. */
  public void once(Context ctx, LinesRequest request, Function<DSLContext, Answer> write) {
    byte[] hash = RequestHash.of(ctx, request);
    once(ctx, hash, LinesType.DOCUMENTS.written(), write, (sql, answer) -> answer);
  }

  private <T> void once(
      Context ctx,
      byte[] hash,
      String mediaType,
      Function<DSLContext, T> write,
      BiFunction<DSLContext, T, Answer> answer) {
    Author author = Authentication.author(ctx);
    boolean isDryRun = Preferences.isDryRun(ctx);
    String key = key(ctx);
    if (key == null || isDryRun) {
      Function<DSLContext, Answer> last =
          sql -> {
            T written = write.apply(sql);
            Database.last(sql);
            return answer.apply(sql, written);
          };
      database.write(author, isDryRun, last).send(ctx);
      return;
    }
    Scope scope = new Scope(Authentication.caller(ctx), key, hash, mediaType);
    Outcome outcome = database.write(author, sql -> once(sql, scope, write, answer));
    if (outcome.isRepeated()) {
      ctx.header("Idempotent-Replayed", "true");
    }
    outcome.answer().send(ctx);
  }

  /** An answer, and whether it is that of an earlier request. */
  private record Outcome(Answer answer, boolean isRepeated) {}

  private static <T> Outcome once(
      DSLContext sql,
      Scope scope,
      Function<DSLContext, T> write,
      BiFunction<DSLContext, T, Answer> answer) {
    Optional<Answer> first = scope.find(sql);
    if (first.isPresent()) {
      return new Outcome(first.get(), true);
    }
    Answer made = answer.apply(sql, write.apply(sql));
    scope.keep(sql, made);
    return new Outcome(made, false);
  }

  /** Deletes answers older than {@link #KEPT} in batches, and returns their number. */
  public int forgetOld() {
    int forgotten = 0;
    int batch = FORGOTTEN_TOGETHER;
    while (batch == FORGOTTEN_TOGETHER) {
      batch = database.write(SWEEP, Idempotency::forgetSome);
      forgotten += batch;
    }
    return forgotten;
  }

  private static int forgetSome(DSLContext sql) {
    return sql.deleteFrom(IDEMPOTENCY_KEY)
        .where(
            row(IDEMPOTENCY_KEY.APP_USER, IDEMPOTENCY_KEY.COMPANY, IDEMPOTENCY_KEY.KEY)
                .in(
                    select(IDEMPOTENCY_KEY.APP_USER, IDEMPOTENCY_KEY.COMPANY, IDEMPOTENCY_KEY.KEY)
                        .from(IDEMPOTENCY_KEY)
                        .where(IDEMPOTENCY_KEY.CREATED_ON.lt(oldest()))
                        .limit(FORGOTTEN_TOGETHER)))
        .execute();
  }

  private static OffsetDateTime oldest() {
    return OffsetDateTime.now(ZoneOffset.UTC).minus(KEPT);
  }

  private static String key(Context ctx) {
    String header = ctx.header(HEADER);
    if (header == null) {
      return null;
    }
    Matcher form = KEY.matcher(header);
    if (!form.matches()) {
      throw new Problem(
          ProblemType.MALFORMED_REQUEST,
          "Idempotency-Key must have 1 to 255 printable ASCII characters.");
    }
    return form.group(1) == null ? form.group(2) : form.group(1);
  }

  /** A key of a caller, with the hash of the request that brings it. */
  private record Scope(Caller caller, String key, byte[] requestHash, String mediaType) {
    private UUID company() {
      return caller.company() == null ? NO_COMPANY : caller.company();
    }

    /** Locks the key, and finds the answer of the first request with it. */
    Optional<Answer> find(DSLContext sql) {
      byte[] hash = Tokens.hash(caller.user() + "/" + company() + "/" + key);
      LOCK.later(sql, ByteBuffer.wrap(hash).getLong());
      return FIND.one(sql, this::replay, caller.user(), company(), key, oldest()).orElseThrow();
    }

    private Optional<Answer> replay(ResultSet row) throws SQLException {
      if (!row.getBoolean(1)) {
        throw new Problem(
                ProblemType.REQUEST_UNDER_WAY,
                "The first request with this key is still in progress. Repeat this one when it is done.")
            .header(Header.RETRY_AFTER, Problems.RETRY_AFTER_SECONDS);
      }
      if (row.getBytes(2) == null) {
        return Optional.empty();
      }
      if (!Arrays.equals(row.getBytes(2), requestHash)) {
        throw new Problem(
            ProblemType.KEY_REUSED,
            "This key was sent with another request. Send a new key with each new request.");
      }
      byte[] body = row.getBytes(5);
      return Optional.of(new Answer(row.getInt(3), row.getString(4), body, body, mediaType));
    }

    void keep(DSLContext sql, Answer answer) {
      KEEP.later(
          sql,
          caller.user(),
          company(),
          key,
          requestHash,
          answer.status(),
          answer.location(),
          new String(answer.kept(), StandardCharsets.UTF_8));
    }
  }

  /** The hash by which the service recognizes a repeat: of the method, the path and the body. */
  private static final class RequestHash {
    private RequestHash() {}

    /** The hash of a request with one record. */
    static byte[] of(Context ctx, JsonRequest request) {
      byte[] line = (ctx.method() + " " + path(ctx) + "\n").getBytes(StandardCharsets.UTF_8);
      ByteBuffer all = ByteBuffer.allocate(line.length + request.bytes().length);
      return Tokens.sha256(all.put(line).put(request.bytes()).array());
    }

    /** The hash of a request with many records, with their type and the options. */
    static byte[] of(Context ctx, LinesRequest request) {
      String asked =
          "%s %s %s proceeds=%s lenient=%s\n"
              .formatted(
                  ctx.method(),
                  path(ctx),
                  request.type().written(),
                  request.proceeds(),
                  request.lenient());
      MessageDigest hash = Tokens.sha256();
      hash.update(asked.getBytes(StandardCharsets.UTF_8));
      request.body().addTo(hash);
      return hash.digest();
    }

    /** The path of the route with its ids, the same with and without a last slash. */
    private static String path(Context ctx) {
      String path = ctx.endpoint().path;
      for (Map.Entry<String, String> id : ctx.pathParamMap().entrySet()) {
        path = path.replace("{" + id.getKey() + "}", id.getValue());
      }
      return path;
    }
  }
}
