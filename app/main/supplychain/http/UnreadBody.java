package supplychain.http;

import io.javalin.http.Context;
import io.javalin.http.Header;
import java.io.IOException;
import java.io.InputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes in what a client still sends of a body that is refused unread. Were the connection closed
 * on it instead, many clients would never see the answer.
 */
final class UnreadBody {
  /** How much of it is taken, in bytes; on a client that sends more the connection is closed. */
  static final int MOST_BYTES = 4 * JsonRequest.MOST_BYTES;

  private static final int CHUNK_BYTES = 1 << 13;
  private static final Logger LOG = LoggerFactory.getLogger(UnreadBody.class);

  private UnreadBody() {}

  static void take(Context ctx) {
    // A client that waits for the word to go on has not sent anything, and now need not.
    if (ctx.header(Header.EXPECT) != null) {
      return;
    }
    try {
      InputStream body = ctx.req().getInputStream();
      byte[] chunk = new byte[CHUNK_BYTES];
      int taken = 0;
      int read = 0;
      while (read >= 0 && taken < MOST_BYTES) {
        taken += read;
        read = body.read(chunk);
      }
    } catch (IOException e) {
      LOG.debug("request {}: the client stopped sending", RequestId.of(ctx), e);
    }
  }
}
