package supplychain.ingest;

import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.database.Turns;
import supplychain.http.Answer;
import supplychain.http.Authentication;
import supplychain.http.Idempotency;
import supplychain.http.LinesRequest;
import supplychain.http.LinesType;
import supplychain.http.PathId;

/** Many records in one request. */
public final class Bulks {
  private final Idempotency idempotency;

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
        BulkKind many = kind.apply(ctx);
        Caller caller = Authentication.caller(ctx);
        idempotency.once(ctx, request, sql -> record(sql, caller, many, request));
      } else {
        one.handle(ctx);
      }
    };
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
