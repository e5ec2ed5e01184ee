package supplychain.proof.requests;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpHeaders;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import supplychain.core.Json;

/**
 * An answer as it came over the wire, held to what HTTP/1.1 says of one (RFC 9112).
 *
 * @param headers as {@code name: value}, in their order
 * @param isHead whether it answers a HEAD, and so has no body
 */
record Heard(int status, List<String> headers, byte[] body, boolean isHead) {
  private static final int LONGEST_HEAD = 1 << 16;

  /**
   * Reads the next answer; null where the service closed without another.
   *
   * @param isHead whether the request was a HEAD, whose answer has no body
   */
  static Heard read(InputStream in, boolean isHead) throws IOException {
    String head = head(in);
    if (head == null) {
      return null;
    }
    String[] lines = head.split("\r\n", -1);
    if (!lines[0].matches("HTTP/1\\.1 [1-5][0-9][0-9]( .*)?")) {
      throw new AssertionError("no status line: " + lines[0]);
    }
    int status = Integer.parseInt(lines[0].substring(9, 12));
    List<String> headers = List.of(lines).subList(1, lines.length);
    for (String header : headers) {
      if (!header.matches("[!#$%&'*+.^_`|~0-9A-Za-z-]+: [ -~]*")) {
        throw new AssertionError("no header: " + header);
      }
    }
    if (status < 200) {
      return read(in, isHead);
    }
    Heard bare = new Heard(status, headers, new byte[0], isHead);
    return bare.hasNoBody() ? bare : new Heard(status, headers, bare.readBody(in), false);
  }

  private static String head(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.length() < LONGEST_HEAD) {
      int next = in.read();
      if (next < 0) {
        if (head.length() == 0) {
          return null;
        }
        throw new EOFException("closed within the head: " + head);
      }
      head.append((char) next);
      int end = head.length() - 4;
      if (next == '\n' && end >= 0 && head.indexOf("\r\n\r\n", end) == end) {
        return head.substring(0, end);
      }
    }
    throw new AssertionError("the head has no end: " + head.substring(0, 200));
  }

  private byte[] readBody(InputStream in) throws IOException {
    String length = header("Content-Length");
    if (isChunked() && length == null) {
      return chunks(in);
    }
    if (length == null) {
      return in.readAllBytes();
    }
    byte[] read = in.readNBytes(Integer.parseInt(length));
    if (read.length != Integer.parseInt(length)) {
      throw new EOFException("closed within the body");
    }
    return read;
  }

  /** Reads a chunked body (RFC 9112, 7.1); a body that is cut off is an error. */
  private static byte[] chunks(InputStream in) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    int size;
    do {
      String line = line(in);
      if (!line.matches("[0-9A-Fa-f]{1,7}")) {
        throw new AssertionError("no size of a chunk: " + line);
      }
      size = Integer.parseInt(line, 16);
      byte[] chunk = in.readNBytes(size);
      if (chunk.length < size || !line(in).isEmpty()) {
        throw new EOFException("closed within a chunk, or text after it");
      }
      body.writeBytes(chunk);
    } while (size > 0);
    return body.toByteArray();
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    while (line.length() < 10) {
      int next = in.read();
      if (next < 0) {
        throw new EOFException("closed between chunks");
      }
      line.append((char) next);
      if (next == '\n') {
        return line.toString().replaceFirst("\r\n$", "");
      }
    }
    throw new AssertionError("no line between chunks: " + line);
  }

  /** A header, its name written in any case; null when it is not there. */
  String header(String name) {
    String start = name.toLowerCase(Locale.ROOT) + ": ";
    List<String> found = new ArrayList<>();
    for (String header : headers) {
      if (header.toLowerCase(Locale.ROOT).startsWith(start)) {
        found.add(header.substring(start.length()));
      }
    }
    if (found.size() > 1) {
      throw new AssertionError("it stands there more than once: " + found);
    }
    return found.isEmpty() ? null : found.get(0);
  }

  private boolean isChunked() {
    return "chunked".equals(header("Transfer-Encoding"));
  }

  /**
   * Whether the service closes the connection after it: it says so, or does not say how long it is,
   * as where HTTP/1.0 was spoken, which knows no chunks (RFC 9112, 6.3).
   */
  boolean isLast() {
    boolean isFramed = header("Content-Length") != null || isChunked() || hasNoBody();
    return "close".equals(header("Connection")) || !isFramed;
  }

  private boolean hasNoBody() {
    return isHead || status == 204 || status == 304;
  }

  /** The body, which has to be UTF-8. */
  String text() {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
    } catch (CharacterCodingException e) {
      throw new AssertionError("the body is not UTF-8", e);
    }
  }

  /** The body, which has to be JSON. */
  JsonNode json() {
    return json(text());
  }

  /** A text that has to be JSON. */
  static JsonNode json(String text) {
    try {
      return Json.MAPPER.readTree(text);
    } catch (IOException e) {
      throw new AssertionError("not JSON: " + text, e);
    }
  }

  /** The headers by their names. */
  HttpHeaders httpHeaders() {
    Map<String, List<String>> byName = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (String header : headers) {
      int colon = header.indexOf(": ");
      byName
          .computeIfAbsent(header.substring(0, colon), name -> new ArrayList<>())
          .add(header.substring(colon + 2));
    }
    return HttpHeaders.of(byName, (name, value) -> true);
  }
}
