package supplychain.http;

import io.javalin.http.Context;
import java.io.InputStream;
import java.time.Duration;
import supplychain.http.RequestBodies.ReceivedBytes;
import supplychain.validation.Body;
import supplychain.validation.Kind;
import supplychain.validation.Kind.Read;

/**
 * A request with many records.
 *
 * @param body the lines as the client sent them
 * @param lenient whether to ignore unknown fields
 * @param proceeds whether to record the correct lines even if others have mistakes
 */
public record LinesRequest(LinesType type, ReceivedBytes body, boolean lenient, boolean proceeds) {
  public static final int MOST_BYTES = 16 << 20;

  /** How many times as long as another body one with many records may take to arrive. */
  static final int TIMES = 6;

  /** How long a body with many records may take to arrive. */
  public static final Duration BODY_TIME = Limits.BODY_TIME.multipliedBy(TIMES);

  public static final int MOST_RECORDS = 10_000;

  private static final Kind<Boolean> ON_ERROR =
      value ->
          switch (value.asText()) {
            case "stop" -> Read.right(false);
            case "proceed" -> Read.right(true);
            default -> Read.wrong("not_a_choice", "It must be stop or proceed.");
          };

  /** Reads the request: 400 if its query has mistakes. */
  public static LinesRequest read(Context ctx, LinesType type) {
    Body query = Query.body(ctx);
    boolean proceeds = query.get("on_error", ON_ERROR).or(false);
    query.finish();
    return new LinesRequest(
        type, RequestBodies.received(ctx), Preferences.isLenient(ctx), proceeds);
  }

  public InputStream open() {
    return body.open();
  }
}
