package supplychain.http;

import io.javalin.http.Context;
import io.javalin.http.Header;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import supplychain.core.Problem;

/**
 * Reads the rest of a body that the service refused. If the service closed the connection instead,
 * many clients would never see the answer. Only for callers with a token, and only for a short
 * time.
 */
final class RefusedBody {
  /** How much of it is taken, in bytes; on a client that sends more the connection is closed. */
  static final int MOST_BYTES = 2 * LinesRequest.MOST_BYTES;

  private static final Logger LOG = LoggerFactory.getLogger(RefusedBody.class);

  private int taken;

  private RefusedBody() {}

  /**
   * Takes it, or gives up.
   *
   * @param time how long the client has for the rest of it
   */
  static void take(Context ctx, Duration time) {
    // A client that waits for the word to go on has not sent anything, and now need not.
    if (!Authentication.isIdentified(ctx) || ctx.header(Header.EXPECT) != null) {
      return;
    }
    RefusedBody body = new RefusedBody();
    BodyReader arrival = new BodyReader(ctx, time, body::take);
    try {
      if (!arrival.takeWhatIsThere()) {
        ctx.future(() -> arrival.takeRest().exceptionally(failure -> giveUp(ctx, failure)));
      }
    } catch (Problem e) {
      giveUp(ctx, e);
    }
  }

  private boolean take(ByteBuffer piece) {
    taken += piece.remaining();
    piece.position(piece.limit());
    return taken < MOST_BYTES;
  }

  private static Void giveUp(Context ctx, Throwable failure) {
    LOG.debug("request {}: the client stopped sending", RequestId.of(ctx), failure);
    return null;
  }
}
