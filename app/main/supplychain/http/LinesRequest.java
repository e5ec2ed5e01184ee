package supplychain.http;

import io.javalin.http.Context;
import java.io.InputStream;
import java.time.Duration;
import java.util.Optional;
import supplychain.validation.Body;
import supplychain.validation.Kind;
import supplychain.validation.Kind.Read;

/**
 * A request with many records.
 *
 * @param body its lines, as they were sent
 * @param lenient whether unknown fields are to be ignored
 * @param proceeds whether lines that are right are recorded though others are not
 */
public record LinesRequest(LinesType type, ReceivedBytes body, boolean lenient, boolean proceeds) {
  /** The most bytes that many records may have. */
  public static final int MOST_BYTES = 16 << 20;

  /** How many times as long as other bodies many records may take to arrive. */
  static final int TIMES = 6;

  /** How long many records may take to arrive. */
  public static final Duration BODY_TIME = Limits.BODY_TIME.multipliedBy(TIMES);

  /** The most records that one request may have. */
  public static final int MOST_RECORDS = 10_000;

  private static final Kind<Boolean> ON_ERROR =
      value ->
          switch (value.asText()) {
            case "stop" -> Read.right(false);
            case "proceed" -> Read.right(true);
            default -> Read.wrong("not_a_choice", "It must be stop or proceed.");
          };

  /** Whether the body is said to be lines, on a route that takes them. */
  public static Optional<LinesType> typeOf(Context ctx) {
    return LinesType.of(ctx);
  }

  /** Reads the request: 400 where its query has mistakes. */
  public static LinesRequest read(Context ctx, LinesType type) {
    Body query = Query.body(ctx);
    boolean proceeds = query.get("on_error", ON_ERROR).or(false);
    query.finish();
    return new LinesRequest(
        type, RequestBodies.received(ctx), Preferences.isLenient(ctx), proceeds);
  }

  /** Opens it at its start. */
  public InputStream open() {
    return body.open();
  }
}
