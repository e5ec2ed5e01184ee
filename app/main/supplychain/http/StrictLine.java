package supplychain.http;

import java.nio.ByteBuffer;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpParser;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.util.BufferUtil;

/**
 * Refuses a request whose first line is not as RFC 9112, 3 has it: one space between its parts and
 * the version in capitals. Jetty 12.1 accepts other lines too, even in its strict mode, and a proxy
 * may read such a line differently.
 */
final class StrictLine extends HttpParser {
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
