package supplychain.changes;

import io.javalin.http.Context;
import io.javalin.http.Header;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import supplychain.database.Database;
import supplychain.http.Accepted;
import supplychain.http.Answer;
import supplychain.http.Authentication;
import supplychain.http.Caller;
import supplychain.problem.Problem;
import supplychain.problem.ProblemType;

/** Answers with what changed of the caller's records since the cursor, or waits until it does. */
public final class Changes implements AutoCloseable {
  /** How many seconds an answer may wait. */
  public static final int MOST_WAIT = ChangesRequest.MOST_WAIT;

  /** How many requests may wait at the same time. */
  public static final int MOST_WAITING = Waiting.MOST;

  private static final String LINES = "application/x-ndjson";
  private static final List<String> TYPES = List.of("application/json", LINES);

  private final Database database;
  private final Authentication authentication;
  private final Numbering numbering;
  private final Waiting waiting;

  /** Changes in this database; nobody waits yet. */
  public Changes(Database database, Authentication authentication) {
    this.database = database;
    this.authentication = authentication;
    this.numbering = new Numbering(database);
    this.waiting = new Waiting(database, numbering);
  }

  /** Answers, at once where there is something to tell, or no time to wait. */
  public void follow(Context ctx) {
    ChangesRequest request = ChangesRequest.read(ctx, database.read(ChangeQueries::seal));
    long end = System.nanoTime() + request.patience(ctx).toNanos();
    ChangePage page =
        request.isFromNow() ? now(Authentication.caller(ctx)) : page(ctx, request, start(request));
    if (isToWait(page, end)) {
      ctx.future(() -> follow(ctx, request, page, end));
    } else {
      send(ctx, request, page);
    }
  }

  private boolean isToWait(ChangePage page, long end) {
    return page.changes().isEmpty() && !waiting.isOver() && end - System.nanoTime() > 0;
  }

  /** Waits on; the caller's token may have been revoked meanwhile. */
  private CompletableFuture<Void> follow(
      Context ctx, ChangesRequest request, ChangePage before, long end) {
    return waiting
        .join(ChangeQueries.readers(Authentication.caller(ctx)), before.seen(), end)
        .thenComposeAsync(
            woken -> {
              authentication.identify(ctx);
              authentication.authorize(ctx);
              ChangePage page = page(ctx, request, before.next());
              if (isToWait(page, end)) {
                return follow(ctx, request, page, end);
              }
              send(ctx, request, page);
              return CompletableFuture.completedFuture(null);
            },
            waiting.answering());
  }

  private ChangePage now(Caller caller) {
    boolean isBehind;
    do {
      isBehind = numbering.goOn();
    } while (isBehind);
    return database.read(sql -> ChangePage.now(sql, caller));
  }

  /** Where a request starts; 409 where that is not in this database. */
  private Mark start(ChangesRequest request) {
    Mark asked = request.after();
    long position = asked == null ? 0 : asked.position();
    return database
        .read(sql -> ChangeQueries.mark(sql, position))
        .filter(mark -> asked == null || mark.equals(asked))
        .orElseThrow(
            () ->
                new Problem(
                    ProblemType.CURSOR_EXPIRED,
                    "The changes up to this cursor are not those of this database: begin anew."));
  }

  private ChangePage page(Context ctx, ChangesRequest request, Mark after) {
    while (true) {
      boolean isBehind = numbering.goOn();
      ChangePage page =
          database.read(
              sql -> ChangePage.read(sql, Authentication.caller(ctx), after, request.most()));
      if (page.isFull() || !isBehind) {
        return page;
      }
    }
  }

  private static void send(Context ctx, ChangesRequest request, ChangePage page) {
    String next = ctx.endpoint().path + "?" + request.queryAfter(page.next());
    ctx.header("Link", "<" + next + ">; rel=\"next\"");
    ctx.header(Header.VARY, Header.ACCEPT);
    ctx.header(Header.CACHE_CONTROL, "private, no-cache");
    String type = Accepted.best(ctx, TYPES);
    boolean isLines = type.equals(LINES);
    byte[] body = isLines ? page.lines() : page.array();
    new Answer(200, null, body, body, type).send(ctx);
  }

  /** Answers all who wait; whoever comes later does not wait. */
  @Override
  public void close() {
    waiting.close();
  }
}
