package supplychain.http;

import static supplychain.schema.Tables.RECORDED_FILE;

import io.javalin.http.ContentType;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.javalin.http.Header;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.lang3.Strings;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.core.Problem;
import supplychain.core.ProblemType;
import supplychain.core.Tokens;
import supplychain.database.Author;
import supplychain.database.Database;

/**
 * Makes it safe to repeat a POST: the transaction of the write keeps its answer, and a repeat with
 * the same {@code Idempotency-Key} gets that answer.
 */
public final class Idempotency {
  /** The service itself, when it deletes what it kept for long enough. */
  public static final Author SWEEP = new Author(Caller.SYSTEM, "sweep");

  private static final int FORGOTTEN_TOGETHER = 10_000;

  static final String REPLAYED = "Idempotent-Replayed";

  static final String HEADER = "Idempotency-Key";

  private static final Pattern KEY = Pattern.compile("\"([ -~]{1,255})\"|(?!\"\"$)([ -~]{1,255})");

  private final Database database;
  private final Duration kept;

  /** Keeps answers for this time. */
  public Idempotency(Database database, Duration kept) {
    this.database = database;
    this.kept = kept;
  }

  /**
   * Runs the write as one transaction and returns its answer. A repeat with the same key gets the
   * answer of the first request. A dry run neither looks for that answer nor leaves one.
   *
   * @param write records, and passes its answer through the keeper
   */
  public Answer once(
      Context ctx, JsonRequest request, BiFunction<DSLContext, AnswerKeeper, Answer> write) {
    return once(ctx, keeper(ctx, request), write);
  }

  /** Runs a request with many records, whose answer is lines, once for its key. */
  public Answer once(
      Context ctx, LinesRequest request, BiFunction<DSLContext, AnswerKeeper, Answer> write) {
    Object[] all = {
      request.type(),
      request.proceeds(),
      request.lenient(),
      request.again(),
      request.table(),
      request.match()
    };
    String options = " %s %s %s %s %s %s".formatted(all);
    byte[] hash = hash(ctx, options, RequestBody.of(ctx));
    return once(ctx, keeper(ctx, hash, LinesType.DOCUMENTS.written()), write);
  }

  /** The hash by which the service recognizes a repeat. */
  private static byte[] hash(Context ctx, String options, byte[] body) {
    MessageDigest hash = Tokens.sha256();
    // The same with and without a last slash.
    String path = Strings.CS.appendIfMissing(ctx.path(), "/");
    String line = ctx.method() + " " + path + options + "\n";
    hash.update(line.getBytes(StandardCharsets.UTF_8));
    return hash.digest(body);
  }

  private Answer once(
      Context ctx, AnswerKeeper keeper, BiFunction<DSLContext, AnswerKeeper, Answer> write) {
    AtomicBoolean isReplayed = new AtomicBoolean();
    Answer answer =
        database.writeBatch(
            Authentication.author(ctx),
            Preferences.isDryRun(ctx),
            batch -> {
              Supplier<List<AnswerKeeper>> used = AnswerKeeper.claim(batch, List.of(keeper));
              batch.run();
              isReplayed.set(!used.get().isEmpty());
              return isReplayed.get()
                  ? keeper.find(batch.sql()).orElseThrow(Idempotency::underWay)
                  : write.apply(batch.sql(), keeper);
            });
    // Only now the token is checked.
    if (isReplayed.get()) {
      ctx.header(REPLAYED, "true");
    }
    return answer;
  }

  /** Keeps the answer of a request with a key. A PATCH and a dry run have none. */
  AnswerKeeper keeper(Context ctx, JsonRequest request) {
    return keeper(ctx, hash(ctx, "", request.bytes()), ContentType.JSON);
  }

  private AnswerKeeper keeper(Context ctx, byte[] hash, String mediaType) {
    boolean isDryRun = Preferences.isDryRun(ctx);
    String sent = ctx.method().equals(HandlerType.POST) ? key(ctx) : null;
    String key = isDryRun ? null : sent;
    return new AnswerKeeper(Authentication.caller(ctx), key, hash, mediaType, oldest());
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
    int batch;
    do {
      batch = database.write(SWEEP, this::forget);
      forgotten += batch;
    } while (batch == FORGOTTEN_TOGETHER);
    return forgotten;
  }

  private int forget(DSLContext sql) {
    return AnswerKeeper.SQL
        .call("forget")
        .set("oldest", oldest())
        .set("most", FORGOTTEN_TOGETHER)
        .execute(sql);
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
}
