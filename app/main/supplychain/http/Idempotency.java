package supplychain.http;

import static supplychain.schema.Tables.RECORDED_FILE;

import io.javalin.http.ContentType;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.javalin.http.Header;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jooq.DSLContext;
import org.jooq.exception.DataAccessException;
import supplychain.core.Caller;
import supplychain.core.Json;
import supplychain.core.Problem;
import supplychain.core.ProblemType;
import supplychain.core.Tokens;
import supplychain.database.Author;
import supplychain.database.Batch;
import supplychain.database.Database;
import supplychain.database.SqlFile;
import supplychain.verify.Warning;
import supplychain.verify.Warnings;

/**
 * Makes it safe to repeat a POST: the transaction of the write keeps its answer, and a repeat with
 * the same {@code Idempotency-Key} gets that answer.
 */
public final class Idempotency {
  private static final Author SWEEP = new Author(Caller.SYSTEM, "sweep");
  private static final int FORGOTTEN_TOGETHER = 10_000;

  /** The SQLSTATE of {@code claim_key} in db/V007. */
  private static final String CLAIMED = "SC003";

  static final SqlFile SQL = SqlFile.beside(Idempotency.class, "idempotency.sql");

  private static final String ERASED =
      "The first request was recorded. Its answer was deleted, because it had data of an erased"
          + " farmer. Read the record at the path in `Location`.";

  private static final String REPLAYED = "Idempotent-Replayed";

  static final String HEADER = "Idempotency-Key";

  private static final Pattern KEY = Pattern.compile("\"([ -~]{1,255})\"|(?!\"\"$)([ -~]{1,255})");
  private static final UUID NO_COMPANY = new UUID(0, 0);

  private final Database database;
  private final Duration kept;

  /** Keeps answers for this time. */
  public Idempotency(Database database, Duration kept) {
    this.database = database;
    this.kept = kept;
  }

  /**
   * Runs the write as one transaction and sends its answer. A repeat with the same key gets the
   * answer of the first request. A dry run neither looks for that answer nor leaves one.
   *
   * @param write records, and passes its answer through the keeper
   */
  public void once(Context ctx, JsonRequest request, BiFunction<DSLContext, Keeper, Answer> write) {
    MessageDigest hash = hash(ctx, "");
    hash.update(request.bytes());
    once(ctx, hash, ContentType.JSON, write);
  }

  /** Runs and answers a request with many records, whose answer is lines, once for its key. */
  public void once(
      Context ctx, LinesRequest request, BiFunction<DSLContext, Keeper, Answer> write) {
    Object[] all = {
      request.type(),
      request.proceeds(),
      request.lenient(),
      request.again(),
      request.table(),
      request.match()
    };
    String options = " %s %s %s %s %s %s".formatted(all);
    MessageDigest hash = hash(ctx, options);
    hash.update(RequestBody.of(ctx));
    once(ctx, hash, LinesType.DOCUMENTS.written(), write);
  }

  /** Begins the hash by which the service recognizes a repeat. The body follows. */
  private static MessageDigest hash(Context ctx, String options) {
    MessageDigest hash = Tokens.sha256();
    String line = ctx.method() + " " + path(ctx) + options + "\n";
    hash.update(line.getBytes(StandardCharsets.UTF_8));
    return hash;
  }

  /** The path of the route with its ids, the same with and without a last slash. */
  private static String path(Context ctx) {
    String path = ctx.endpoint().path;
    for (Map.Entry<String, String> id : ctx.pathParamMap().entrySet()) {
      path = path.replace("{" + id.getKey() + "}", id.getValue());
    }
    return path;
  }

  private void once(
      Context ctx,
      MessageDigest hash,
      String mediaType,
      BiFunction<DSLContext, Keeper, Answer> write) {
    Author author = Authentication.author(ctx);
    boolean isDryRun = Preferences.isDryRun(ctx);
    String key = key(ctx);
    Keeper keeper =
        new Keeper(
            Authentication.caller(ctx), isDryRun ? null : key, hash.digest(), mediaType, oldest());
    Answer answer;
    try {
      answer =
          database.writeBatch(
              author,
              isDryRun,
              batch -> {
                keeper.claim(batch);
                batch.run();
                return write.apply(batch.sql(), keeper);
              });
    } catch (Problem | DataAccessException e) {
      answer = first(author, keeper, e);
      ctx.header(REPLAYED, "true");
    }
    answer.send(ctx);
  }

  /** The answer of the first request with the key, if there is one. Otherwise the failure stays. */
  private Answer first(Author author, Keeper keeper, RuntimeException failure) {
    boolean isClaimed = CLAIMED.equals(Database.sqlState(failure));
    if (keeper.key == null || !(isClaimed || failure instanceof Problem)) {
      throw failure;
    }
    return database.write(author, keeper::find).orElseThrow(() -> isClaimed ? underWay() : failure);
  }

  /** A request that can be recorded together with others. */
  GroupMember member(Context ctx, JsonRequest request) {
    MessageDigest hash = hash(ctx, "");
    hash.update(request.bytes());
    Caller caller = Authentication.caller(ctx);
    String key = ctx.method().equals(HandlerType.POST) ? key(ctx) : null;
    Keeper keeper = new Keeper(caller, key, hash.digest(), ContentType.JSON, oldest());
    return new GroupMember(ctx, request, keeper);
  }

  private static Problem underWay() {
    return new Problem(
            ProblemType.REQUEST_UNDER_WAY,
            "The first request with this key is still in progress. Repeat the request after the"
                + " given seconds.")
        .header(Header.RETRY_AFTER, Problems.RETRY_AFTER_SECONDS);
  }

  /**
   * Deletes the answers that are too old in batches, and returns their number. Also forgets files
   * that were recorded so long ago.
   */
  public int forgetOld() {
    database.write(
        SWEEP,
        sql ->
            sql.deleteFrom(RECORDED_FILE).where(RECORDED_FILE.CREATED_ON.lt(oldest())).execute());
    int forgotten = 0;
    int batch = FORGOTTEN_TOGETHER;
    while (batch == FORGOTTEN_TOGETHER) {
      batch = database.write(SWEEP, this::forget);
      forgotten += batch;
    }
    return forgotten;
  }

  private int forget(DSLContext sql) {
    return SQL.call("forget").set("oldest", oldest()).set("most", FORGOTTEN_TOGETHER).execute(sql);
  }

  private OffsetDateTime oldest() {
    return OffsetDateTime.now(ZoneOffset.UTC).minus(kept);
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

  /**
   * Keeps the answer of a write for its repeats.
   *
   * @param key null if the request has none
   * @param oldest earlier answers no longer count
   */
  public record Keeper(
      Caller caller, String key, byte[] requestHash, String mediaType, OffsetDateTime oldest) {
    /** Keeps the answer of a write that is no new record, and returns it. */
    public Answer keep(DSLContext sql, Answer answer) {
      if (key != null) {
        call("keep")
            .set("hash", requestHash)
            .set("status", answer.status())
            .set("location", answer.location())
            .set("body", new String(answer.kept(), StandardCharsets.UTF_8))
            .execute(sql);
      }
      return answer;
    }

    /** What another request with the same key has, too; empty without a key. */
    public Optional<Object> sameKey() {
      return Optional.ofNullable(key).map(known -> List.of(caller.user(), company(), known));
    }

    UUID company() {
      return caller.company() == null ? NO_COMPANY : caller.company();
    }

    private SqlFile.Call call(String statement) {
      return SQL.call(statement)
          .set("user", caller.user())
          .set("company", company())
          .set("key", key);
    }

    private void claim(Batch batch) {
      if (key != null) {
        call("claim").set("oldest", oldest).add(batch, Batch.NOTHING);
      }
    }

    private Optional<Answer> find(DSLContext sql) {
      return call("find")
          .set("oldest", oldest)
          .one(sql, this::replay)
          .map(answer -> answer.location() == null ? answer : answer.with(warnings(sql, answer)));
    }

    /** The warnings about the record at the location, whose path ends with its kind and id. */
    private List<Warning> warnings(DSLContext sql, Answer answer) {
      String[] parts = answer.location().split("/", 0);
      Set<UUID> id = Set.of(UUID.fromString(parts[parts.length - 1]));
      return Warnings.of(sql, parts[parts.length - 2], id).stream()
          .filter(warning -> warning.isFor(caller))
          .toList();
    }

    private Answer replay(ResultSet row) throws SQLException {
      if (!Arrays.equals(row.getBytes("request_hash"), requestHash)) {
        throw new Problem(
            ProblemType.KEY_REUSED,
            "This key was sent with another request. Send a new key with each new request.");
      }
      byte[] body = row.getBytes("body");
      if (body.length == 0) {
        throw new Problem(ProblemType.ERASED, ERASED)
            .header(Header.LOCATION, row.getString("location"))
            .header(REPLAYED, "true");
      }
      body = mediaType.equals(ContentType.JSON) ? Json.compact(body) : body;
      return new Answer(row.getInt("status"), row.getString("location"), body, body, mediaType);
    }
  }
}
