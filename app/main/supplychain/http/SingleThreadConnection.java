package supplychain.http;

import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.HttpParser;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.internal.HttpConnection;

/**
 * A connection that is read by one thread at a time. Jetty 12.1 answers a request that is no HTTP
 * on a second thread, and then a third one goes on to read while the first still lets go of the
 * buffer. Let go of by both, it is given to two connections at once, and a client may be answered
 * what was asked before, or by another. Issue 12939 of jetty.project tells of a like one.
 */
final class SingleThreadConnection extends HttpConnection {
  private final AtomicInteger asked = new AtomicInteger();

  SingleThreadConnection(HttpConfiguration http, Connector connector, EndPoint endPoint) {
    super(http, connector, endPoint);
  }

  @Override
  protected HttpParser newHttpParser(HttpCompliance compliance) {
    HttpParser usual = super.newHttpParser(compliance);
    // The handler has to be the one that the connection keeps.
    HttpParser strict =
        new StrictLine(
            (HttpParser.RequestHandler) usual.getHandler(),
            getHttpConfiguration().getRequestHeaderSize(),
            compliance);
    strict.setHeaderCacheSize(usual.getHeaderCacheSize());
    strict.setHeaderCacheCaseSensitive(usual.isHeaderCacheCaseSensitive());
    return strict;
  }

  /** Reads what there is, and again where that was asked for meanwhile. */
  @Override
  public void onFillable() {
    if (asked.getAndIncrement() > 0) {
      return;
    }
    int seen;
    do {
      seen = asked.get();
      read();
    } while (!asked.compareAndSet(seen, 0));
  }

  private void read() {
    try {
      super.onFillable();
    } catch (RuntimeException | Error e) {
      asked.set(0);
      throw e;
    }
  }
}
