package supplychain.http;

import io.javalin.http.Context;
import io.javalin.http.Header;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import supplychain.core.Problem;

/**
 * Takes in what a client still sends of a body that is refused unread. Were the connection closed
 * on it instead, many clients would never see the answer. Only for who is known, and not for long.
 */
final class UnreadBody {
  /** How much of it is taken, in bytes; on a client that sends more the connection is closed. */
  static final int MOST_BYTES = 2 * LinesRequest.MOST_BYTES;

  private static final Logger LOG = LoggerFactory.getLogger(UnreadBody.class);

  private int taken;

  private UnreadBody() {}

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
    UnreadBody body = new UnreadBody();
    Arrival arrival = new Arrival(ctx, time, body::take);
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
