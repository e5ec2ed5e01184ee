package supplychain.history;

import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.javalin.http.Header;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import supplychain.core.Caller;
import supplychain.database.Database;
import supplychain.http.Admission;
import supplychain.http.Answer;
import supplychain.http.Authentication;
import supplychain.http.Preferences;
import supplychain.http.Problems;
import supplychain.http.Query;
import supplychain.records.Reads;
import supplychain.validation.Body;
import supplychain.validation.FieldValue;
import supplychain.validation.ValueType;
import supplychain.validation.ValueType.Read;

/** Answers with the changes of the caller's records since the cursor, or waits for a change. */
public final class Changes implements AutoCloseable {
  /** The most seconds that an answer may wait. */
  public static final int MOST_WAIT = 30;

  /** The most requests that may wait at the same time. */
  public static final int MOST_WAITING = 1_000;

  /** The most waiting requests of one company, or of all operators together. */
  public static final int MOST_WAITING_OF_ONE = MOST_WAITING / 10;

  private static final String LINES = "application/x-ndjson";
  private static final List<String> TYPES = List.of("application/json", LINES);

  private final Database database;
  private final Authentication authentication;
  private final Admission admission;
  private final Waiting waiting;

  public Changes(Database database, Authentication authentication, Admission admission) {
    this.database = database;
    this.authentication = authentication;
    this.admission = admission;
    this.waiting = new Waiting(database);
  }

  /** The changes that a client asks for: after null from the first one, or only later changes. */
  private record Request(
      boolean isFromNow,
      ChangeCursor after,
      FieldValue<Integer> limit,
      FieldValue<Integer> seconds) {
    private static final ValueType<ChangeCursor> CURSOR =
        value ->
            ChangeCursor.of(value.asText())
                .map(Read::right)
                .orElse(
                    Read.wrong(
                        "cursor",
                        "is not a cursor of /v1/changes/. Send the cursor"
                            + " of an earlier answer, or now."));

    /** Reads a request, or throws a Problem that names every mistake of the query. */
    static Request read(Context ctx) {
      Body query = Query.body(ctx);
      query.ignore("after");
      boolean isFromNow = query.tree().path("after").asText().equals("now");
      ChangeCursor after = isFromNow ? null : query.get("after", CURSOR).value();
      FieldValue<Integer> limit = query.get("limit", Query.number(1, Reads.LARGEST_PAGE));
      FieldValue<Integer> seconds = query.get("wait", Query.number(0, MOST_WAIT));
      query.throwIfInvalid();
      return new Request(isFromNow, after, limit, seconds);
    }

    Duration patience(Context ctx) {
      boolean isHead = ctx.method().equals(HandlerType.HEAD);
      return Duration.ofSeconds(isHead || isFromNow ? 0 : seconds.or(0));
    }

    String queryAfter(ChangeCursor cursor) {
      return (limit.hasValue() ? "limit=" + limit.value() + "&" : "")
          + (seconds.hasValue() ? "wait=" + seconds.value() + "&" : "")
          + "after="
          + cursor.text();
    }
  }

  /** Answers at once if there are changes, or if the request has no time or no place to wait. */
  public void follow(Context ctx) {
    Request request = Request.read(ctx);
    long end = System.nanoTime() + request.patience(ctx).toNanos();
    ChangePage page = page(ctx, request, request.after());
    waiting(ctx, page, end)
        .ifPresentOrElse(
            woken -> ctx.future(() -> follow(ctx, request, page, end, woken)),
            () -> send(ctx, request, page, end));
  }

  /** Completes when there may be a change; empty if the answer must not wait. */
  private Optional<CompletableFuture<Void>> waiting(Context ctx, ChangePage page, long end) {
    return page.changes().isEmpty() && hasTime(end)
        ? waiting.join(Authentication.caller(ctx), page.seen(), end)
        : Optional.empty();
  }

  private boolean hasTime(long end) {
    return !waiting.isOver() && end - System.nanoTime() > 0;
  }

  /** Waits without a thread. The token is checked again: somebody may have revoked it meanwhile. */
  private CompletableFuture<Void> follow(
      Context ctx, Request request, ChangePage before, long end, CompletableFuture<Void> woken) {
    return woken.thenComposeAsync(
        now -> {
          authentication.identify(ctx);
          authentication.authorize(ctx);
          ChangePage page = admission.again(ctx, () -> page(ctx, request, before.next()));
          Optional<CompletableFuture<Void>> again = waiting(ctx, page, end);
          if (again.isPresent()) {
            return follow(ctx, request, page, end, again.get());
          }
          send(ctx, request, page, end);
          return CompletableFuture.completedFuture(null);
        },
        Admission.executor(ctx));
  }

  private ChangePage page(Context ctx, Request request, ChangeCursor after) {
    Caller caller = Authentication.caller(ctx);
    int limit = request.limit().or(Reads.USUAL_PAGE);
    return database.readConsistent(
        sql ->
            request.isFromNow()
                ? ChangePage.now(sql, caller)
                : ChangePage.read(sql, caller, after, limit));
  }

  /** Sends a page; Retry-After says when to ask again if it is empty before its time. */
  private void send(Context ctx, Request request, ChangePage page, long end) {
    String type = Preferences.mediaType(ctx, TYPES);
    String text =
        type.equals(LINES)
            ? page.changes().stream().map(change -> change + "\n").collect(Collectors.joining())
            : "[" + String.join(",\n", page.changes()) + "]";
    Answer.send(ctx, 200, type, text.getBytes(StandardCharsets.UTF_8));
    if (page.changes().isEmpty() && hasTime(end)) {
      ctx.header(Header.RETRY_AFTER, Problems.RETRY_AFTER_SECONDS);
    }
    String next = ctx.endpoint().path + "?" + request.queryAfter(page.next());
    ctx.header("Link", "<" + next + ">; rel=\"next\"");
    Preferences.varyByAccept(ctx);
    ctx.header(Header.CACHE_CONTROL, "private, no-cache");
  }

  /** Answers all waiting requests; later requests do not wait. */
  @Override
  public void close() {
    waiting.close();
  }
}
