package supplychain;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * The answer to bytes that no HTTP client would send.
 *
 * @param headers by name, case aside
 */
public record Wire(int status, Map<String, String> headers, String text) {
  private static final int PATIENCE_MILLIS = 30_000;

  /**
   * Sends a request line and headers, without the empty line that ends them, then the body; every
   * character is sent as one byte.
   */
  public static Wire send(String head, String body) {
    return send(Installation.shared().origin(), head, body);
  }

  /** The same to the service at {@code origin}. */
  public static Wire send(String origin, String head, String body) {
    URI address = URI.create(origin);
    try (Socket socket = new Socket(address.getHost(), address.getPort())) {
      socket.setSoTimeout(PATIENCE_MILLIS);
      String request = head.strip().replace("\n", "\r\n") + "\r\n\r\n" + body;
      socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
      socket.getOutputStream().flush();
      socket.shutdownOutput();
      return parse(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Wire parse(String answer) {
    int end = answer.indexOf("\r\n\r\n");
    String[] lines = answer.substring(0, end).split("\r\n", -1);
    Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    Arrays.stream(lines)
        .skip(1)
        .map(line -> line.split(": ", 2))
        .forEach(header -> headers.put(header[0], header[1]));
    return new Wire(
        Integer.parseInt(lines[0].split(" ", 3)[1]), headers, answer.substring(end + 4));
  }
}
