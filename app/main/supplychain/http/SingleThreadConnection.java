package supplychain.http;

import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.internal.HttpConnection;

/**
 * A connection that only one thread at a time reads: a change to an internal class of Jetty.
 *
 * <p>Jetty 12.1 answers a malformed request on a second thread. A third thread can then read on
 * while the first still releases the buffer. When both release it, two connections get the same
 * buffer, and a client can receive the answer to another client. MalformedNeighboursTest (in its
 * long form) fails without this change. Issue 12939 of jetty.project describes a similar bug.
 */
final class SingleThreadConnection extends HttpConnection {
  /** The last version of Jetty with which MalformedNeighboursTest failed without this class. */
  static final String TRIED_WITH = "12.1.12";

  private final AtomicInteger asked = new AtomicInteger();

  SingleThreadConnection(HttpConfiguration http, Connector connector, EndPoint endPoint) {
    super(http, connector, endPoint);
  }

  /** Reads what has arrived, and reads again if another thread asked for it meanwhile. */
  @Override
  public void onFillable() {
    if (asked.getAndIncrement() > 0) {
      return;
    }
    try {
      int seen;
      do {
        seen = asked.get();
        super.onFillable();
      } while (!asked.compareAndSet(seen, 0));
    } catch (RuntimeException | Error e) {
      asked.set(0);
      throw e;
    }
  }
}
