package supplychain;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/** A connection whose client sends when it likes, and reads when it likes. */
public final class SlowClient implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 60_000;
  private static final int SMALL_BUFFER = 4_096;
  private static final int STATUS_LINE = "HTTP/1.1 200 ".length();

  private final SocketChannel channel;
  private final ByteArrayOutputStream seen = new ByteArrayOutputStream();

  /** Connects to the service at {@code origin}. */
  public SlowClient(String origin) {
    URI address = URI.create(origin);
    try {
      channel = SocketChannel.open();
      channel.setOption(StandardSocketOptions.SO_RCVBUF, SMALL_BUFFER);
      channel.connect(new InetSocketAddress(address.getHost(), address.getPort()));
      channel.socket().setSoTimeout(PATIENCE_MILLIS);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The head of a POST of JSON, with a token unless it is null, and with its last empty line. */
  public static String post(String path, String token, int length) {
    return "POST %s HTTP/1.1\r\nHost: x\r\n%sContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
        .formatted(path, token == null ? "" : "Authorization: Bearer " + token + "\r\n", length);
  }

  /** Sends some more. */
  public SlowClient send(String text) {
    ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1));
    try {
      channel.configureBlocking(true);
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sends a text again and again until the service answers or closes the connection. */
  public void sendUntilAnswered(String text) {
    try {
      while (isWaiting()) {
        send(text);
      }
    } catch (UncheckedIOException closed) {
      // The service answered and closed the connection before this text arrived.
    }
  }

  /** Whether it is open and there is nothing to read. */
  public boolean isWaiting() {
    ByteBuffer next = ByteBuffer.allocate(1);
    try {
      channel.configureBlocking(false);
      int read = channel.read(next);
      seen.write(next.array(), 0, Math.max(0, read));
      return read == 0 && seen.size() == 0;
    } catch (IOException closed) {
      return false;
    }
  }

  /** The status of the answer that comes; 0 when the connection is closed without one. */
  public int status() {
    String start = read(STATUS_LINE);
    return start.isEmpty() ? 0 : Integer.parseInt(start.split(" ", 3)[1]);
  }

  /** The whole answer that comes, which must be the last of the connection. */
  public String answer() {
    return read(Integer.MAX_VALUE);
  }

  private String read(int most) {
    try {
      channel.configureBlocking(true);
      seen.writeBytes(channel.socket().getInputStream().readNBytes(most - seen.size()));
      return seen.toString(StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
