package supplychain.history;

import io.javalin.http.Context;
import io.javalin.http.Header;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import supplychain.core.Caller;
import supplychain.core.Problem;
import supplychain.core.ProblemType;
import supplychain.database.Database;
import supplychain.history.Numbering.Reach;
import supplychain.http.Accepted;
import supplychain.http.Admission;
import supplychain.http.Answer;
import supplychain.http.Authentication;
import supplychain.http.Problems;

/** Answers with what changed of the caller's records since the cursor, or waits until it does. */
public final class Changes implements AutoCloseable {
  /** How many seconds an answer may wait. */
  public static final int MOST_WAIT = ChangesRequest.MOST_WAIT;

  /** How many requests may wait at the same time. */
  public static final int MOST_WAITING = Waiting.MOST;

  /** How many of them may be of the same company, or operators. */
  public static final int MOST_WAITING_OF_ONE = Waiting.MOST_OF_ONE;

  private static final String LINES = "application/x-ndjson";
  private static final List<String> TYPES = List.of("application/json", LINES);

  private final Database database;
  private final Authentication authentication;
  private final Admission admission;
  private final Numbering numbering;
  private final Waiting waiting;

  /** Changes in this database; nobody waits yet. */
  public Changes(Database database, Authentication authentication, Admission admission) {
    this.database = database;
    this.authentication = authentication;
    this.admission = admission;
    this.numbering = new Numbering(database);
    this.waiting = new Waiting(database, numbering);
  }

  /** Answers, at once where there is something to tell, or no time or no place to wait. */
  public void follow(Context ctx) {
    ChangesRequest request = ChangesRequest.read(ctx, database.read(ChangeQueries::seal));
    long end = System.nanoTime() + request.patience(ctx).toNanos();
    ChangePage page = request.isFromNow() ? now(ctx) : firstPage(ctx, request);
    Optional<CompletableFuture<Void>> woken = waiting(ctx, page, end);
    if (woken.isPresent()) {
      ctx.future(() -> follow(ctx, request, page, end, woken.get()));
    } else {
      send(ctx, request, page, end);
    }
  }

  /** Done when it is worth looking again; empty where the answer is not to wait. */
  private Optional<CompletableFuture<Void>> waiting(Context ctx, ChangePage page, long end) {
    return page.changes().isEmpty() && hasTime(end)
        ? waiting.join(Authentication.caller(ctx), page.seen(), end)
        : Optional.empty();
  }

  private boolean hasTime(long end) {
    return !waiting.isOver() && end - System.nanoTime() > 0;
  }

  /** Waits on; the caller's token may have been revoked meanwhile. */
  private CompletableFuture<Void> follow(
      Context ctx,
      ChangesRequest request,
      ChangePage before,
      long end,
      CompletableFuture<Void> woken) {
    admission.leave(ctx);
    return woken
        .thenCompose(now -> admission.readmit(ctx))
        .thenCompose(
            now -> {
              authentication.identify(ctx);
              authentication.authorize(ctx);
              // Whoever woke it has just numbered what there was.
              ChangePage page = page(ctx, request, before.next(), System.nanoTime());
              Optional<CompletableFuture<Void>> again = waiting(ctx, page, end);
              if (again.isPresent()) {
                return follow(ctx, request, page, end, again.get());
              }
              send(ctx, request, page, end);
              return CompletableFuture.completedFuture(null);
            });
  }

  private ChangePage now(Context ctx) {
    Caller caller = Authentication.caller(ctx);
    // Whoever waits for numbers holds no place meanwhile.
    admission.leave(ctx);
    long end = Numbering.end();
    Reach reach;
    do {
      reach = numbering.goOn(end);
    } while (reach == Reach.SOME);
    if (reach == Reach.LATE) {
      throw new Problem(
              ProblemType.UNAVAILABLE, "Many changes are still to be numbered: try again soon.")
          .header(Header.RETRY_AFTER, Problems.RETRY_AFTER_SECONDS);
    }
    return admission.shortWork(ctx, () -> database.read(sql -> ChangePage.now(sql, caller)));
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

  private ChangePage firstPage(Context ctx, ChangesRequest request) {
    Mark start = start(request);
    // Whoever waits for numbers holds no place meanwhile.
    admission.leave(ctx);
    return page(ctx, request, start, Numbering.end());
  }

  /** Those that have numbers, or get them until a time: {@link System#nanoTime}. */
  private ChangePage page(Context ctx, ChangesRequest request, Mark after, long end) {
    Caller caller = Authentication.caller(ctx);
    while (true) {
      Reach reach = numbering.goOn(end);
      boolean isLate = reach == Reach.LATE;
      ChangePage page =
          admission.shortWork(
              ctx,
              () ->
                  database.instant(
                      sql -> ChangePage.read(sql, caller, after, request.most(), isLate)));
      if (page.isFull() || reach != Reach.SOME) {
        return page;
      }
    }
  }

  /** Sends it; who has to come again though there was time to wait, or too little, is told when. */
  private void send(Context ctx, ChangesRequest request, ChangePage page, long end) {
    String type = Accepted.best(ctx, TYPES);
    boolean isLines = type.equals(LINES);
    byte[] body = isLines ? page.lines() : page.array();
    new Answer(200, null, body, body, type).send(ctx);
    if (page.changes().isEmpty() && (page.isLate() || hasTime(end))) {
      ctx.header(Header.RETRY_AFTER, Problems.RETRY_AFTER_SECONDS);
    }
    String next = ctx.endpoint().path + "?" + request.queryAfter(page.next());
    ctx.header("Link", "<" + next + ">; rel=\"next\"");
    ctx.header(Header.VARY, Header.ACCEPT);
    ctx.header(Header.CACHE_CONTROL, "private, no-cache");
  }

  /** Answers all who wait; whoever comes later does not wait. */
  @Override
  public void close() {
    waiting.close();
  }
}
