package supplychain.bulk;

import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.Header;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import org.jooq.DSLContext;
import supplychain.database.Turns;
import supplychain.http.Answer;
import supplychain.http.Authentication;
import supplychain.http.Caller;
import supplychain.http.Idempotency;
import supplychain.http.LinesRequest;
import supplychain.http.LinesType;
import supplychain.http.PathId;
import supplychain.problem.Problem;
import supplychain.problem.ProblemType;

/** Many records in one request. */
public final class Bulks {
  /** How many such requests may be at work; each holds a connection to the database. */
  static final int MOST_AT_ONCE = 2;

  private static final String RETRY_AFTER_SECONDS = "5";

  private final Idempotency idempotency;
  private final Semaphore places = new Semaphore(MOST_AT_ONCE);

  /** Such requests, recorded once however often they are sent. */
  public Bulks(Idempotency idempotency) {
    this.idempotency = idempotency;
  }

  /** Answers lines with what came of each, and one record as before. */
  public Handler or(BulkKind kind, Handler one) {
    return orOf(ctx -> kind, one);
  }

  /** The same for records that belong to the one whose id is in the path. */
  public Handler or(Function<UUID, BulkKind> kind, Handler one) {
    return orOf(ctx -> kind.apply(PathId.of(ctx)), one);
  }

  private Handler orOf(Function<Context, BulkKind> kind, Handler one) {
    return ctx -> {
      Optional<LinesType> type = LinesRequest.typeOf(ctx);
      if (type.isPresent()) {
        LinesRequest request = LinesRequest.read(ctx, type.get());
        answer(ctx, kind.apply(ctx), request);
      } else {
        one.handle(ctx);
      }
    };
  }

  private void answer(Context ctx, BulkKind kind, LinesRequest request) {
    if (!places.tryAcquire()) {
      throw new Problem(
              ProblemType.UNAVAILABLE, "Other requests with many records are under way: try again.")
          .header(Header.RETRY_AFTER, RETRY_AFTER_SECONDS);
    }
    try {
      Caller caller = Authentication.caller(ctx);
      idempotency.once(ctx, request, sql -> record(sql, caller, kind, request));
    } finally {
      places.release();
    }
  }

  private static Answer record(DSLContext sql, Caller caller, BulkKind kind, LinesRequest request) {
    // Two that have the same lots in opposite orders would roll each other back again and again.
    Turns.take(sql, "many records of " + caller.company());
    OutcomeLines lines = new OutcomeLines();
    new Bulk(kind, request.type(), request.lenient(), request.proceeds(), done -> {})
        .record(sql, caller, request::open, lines::add);
    return Answer.lines(lines.text());
  }
}
