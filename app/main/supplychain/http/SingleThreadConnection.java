package supplychain.http;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpParser;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.internal.HttpConnection;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Jetty;

/**
 * A connection with two changes to an internal class of Jetty: it parses with {@link StrictLine},
 * and only one thread at a time reads it.
 *
 * <p>Jetty 12.1 answers a malformed request on a second thread. A third thread can then read on
 * while the first still releases the buffer. When both release it, two connections get the same
 * buffer, and a client can receive the answer to another client. MalformedNeighboursTest (in its
 * long form) fails without this change. Issue 12939 of jetty.project describes a similar bug.
 */
final class SingleThreadConnection extends HttpConnection {
  /** The last version of Jetty with which MalformedNeighboursTest failed without this class. */
  static final String TRIED_WITH = "12.1.12";

  private static final boolean HAS_BUG = Jetty.VERSION.startsWith("12.1.");

  private final AtomicInteger asked = new AtomicInteger();

  SingleThreadConnection(HttpConfiguration http, Connector connector, EndPoint endPoint) {
    super(http, connector, endPoint);
  }

  @Override
  protected HttpParser newHttpParser(HttpCompliance compliance) {
    HttpParser usual = super.newHttpParser(compliance);
    // The connection keeps this handler, so the parser needs the same one.
    HttpParser strict =
        new StrictLine(
            (HttpParser.RequestHandler) usual.getHandler(),
            getHttpConfiguration().getRequestHeaderSize(),
            compliance);
    strict.setHeaderCacheSize(usual.getHeaderCacheSize());
    strict.setHeaderCacheCaseSensitive(usual.isHeaderCacheCaseSensitive());
    return strict;
  }

  /** Reads what has arrived, and reads again if another thread asked for it meanwhile. */
  @Override
  public void onFillable() {
    if (!HAS_BUG) {
      super.onFillable();
    } else if (asked.getAndIncrement() == 0) {
      int seen;
      do {
        seen = asked.get();
        read();
      } while (!asked.compareAndSet(seen, 0));
    }
  }

  private void read() {
    try {
      super.onFillable();
    } catch (RuntimeException | Error e) {
      asked.set(0);
      throw e;
    }
  }

  /**
   * Refuses a request whose first line is not as RFC 9112, 3 has it: one space between its parts
   * and the version in capitals. Jetty 12.1 accepts other lines too, even in its strict mode, and a
   * proxy may read such a line differently.
   */
  private static final class StrictLine extends HttpParser {
    private static final Pattern LINE = Pattern.compile("[^ \t]+ [^ \t]+ HTTP/[0-9.]+\r?");

    private final StringBuilder line = new StringBuilder();

    StrictLine(RequestHandler handler, int mostHeaderBytes, HttpCompliance compliance) {
      super(handler, mostHeaderBytes, compliance);
    }

    /** Refuses the request as soon as its first line ends and is wrong. */
    @Override
    public boolean parseNext(ByteBuffer buffer) {
      if (isStart()) {
        line.setLength(0);
      }
      if (getState().compareTo(State.HEADER) < 0 && !isRight(buffer)) {
        BufferUtil.clear(buffer);
        badMessage(new HttpException.RuntimeException(HttpStatus.BAD_REQUEST_400));
        return false;
      }
      return super.parseNext(buffer);
    }

    /** Whether the first line is right or does not end yet. */
    private boolean isRight(ByteBuffer buffer) {
      for (int i = buffer.position(); i < buffer.limit(); i++) {
        char next = (char) (buffer.get(i) & 0xff);
        boolean isEmpty = line.length() == 0 && (next == '\r' || next == '\n');
        if (next == '\n' && !isEmpty) {
          return LINE.matcher(line).matches();
        }
        if (!isEmpty) {
          line.append(next);
        }
      }
      return true;
    }
  }
}
