package supplychain.http;

import io.javalin.http.Context;
import io.javalin.http.Header;
import jakarta.servlet.ServletInputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes in what a client still sends of a body that is refused unread. Were the connection closed
 * on it instead, many clients would never see the answer. Only for who is known, and not for long.
 */
final class UnreadBody {
  /** How much of it is taken, in bytes; on a client that sends more the connection is closed. */
  static final int MOST_BYTES = 4 * JsonRequest.MOST_BYTES;

  /** How long a client has for that. */
  static final Duration PATIENCE = Duration.ofSeconds(1);

  private static final int CHUNK_BYTES = 1 << 13;
  private static final long PAUSE_NANOS = Duration.ofMillis(2).toNanos();
  private static final Logger LOG = LoggerFactory.getLogger(UnreadBody.class);

  private UnreadBody() {}

  static void take(Context ctx) {
    // A client that waits for the word to go on has not sent anything, and now need not.
    if (Authentication.isIdentified(ctx) && ctx.header(Header.EXPECT) == null) {
      try {
        take(ctx.req().getInputStream());
      } catch (IOException e) {
        LOG.debug("request {}: the client stopped sending", RequestId.of(ctx), e);
      }
    }
  }

  private static void take(ServletInputStream body) throws IOException {
    byte[] chunk = new byte[CHUNK_BYTES];
    long end = System.nanoTime() + PATIENCE.toNanos();
    int taken = 0;
    while (!body.isFinished() && taken < MOST_BYTES && System.nanoTime() < end) {
      int there = body.available();
      if (there > 0) {
        taken += body.read(chunk, 0, Math.min(there, CHUNK_BYTES));
      } else {
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }
}
