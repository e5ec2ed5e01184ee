package supplychain;

import java.io.ByteArrayInputStream;
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
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import supplychain.records.Workbook;

/** Reads answers from the wire, which must follow HTTP/1.1 (RFC 9112) and be in UTF-8. */
final class ReplyReader {
  private static final int LONGEST_HEAD = 1 << 16;
  private static final int LONGEST_CHUNK_LINE = 10;

  private ReplyReader() {}

  /**
   * Reads the next answer; null where the service closed without another.
   *
   * @param isHead whether the request was a HEAD, whose answer has no body
   */
  static Reply read(InputStream in, boolean isHead) throws IOException {
    String head = readUntil(in, "\r\n\r\n", LONGEST_HEAD);
    if (head == null) {
      return null;
    }
    String[] lines = head.split("\r\n", -1);
    if (!lines[0].matches("HTTP/1\\.1 [1-5][0-9][0-9]( .*)?")) {
      throw new AssertionError("no status line: " + lines[0]);
    }
    int status = Integer.parseInt(lines[0].substring(9, 12));
    if (status < 200) {
      return read(in, isHead);
    }
    HttpHeaders headers = headers(List.of(lines).subList(1, lines.length));
    return new Reply(status, hasBody(status, isHead) ? body(in, headers) : "", headers);
  }

  private static HttpHeaders headers(List<String> lines) {
    Map<String, List<String>> byName = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (String line : lines) {
      if (!line.matches("[!#$%&'*+.^_`|~0-9A-Za-z-]+: [ -~]*")) {
        throw new AssertionError("no header: " + line);
      }
      int colon = line.indexOf(": ");
      byName
          .computeIfAbsent(line.substring(0, colon), name -> new ArrayList<>())
          .add(line.substring(colon + 2));
    }
    return HttpHeaders.of(byName, (name, value) -> true);
  }

  /** The text before an end; null where the service closed before the first byte. */
  private static String readUntil(InputStream in, String end, int longest) throws IOException {
    StringBuilder text = new StringBuilder();
    while (text.length() < longest) {
      int next = in.read();
      if (next < 0 && text.length() == 0) {
        return null;
      } else if (next < 0) {
        throw new EOFException("closed after " + text);
      }
      text.append((char) next);
      int start = text.length() - end.length();
      if (next == '\n' && start >= 0 && text.indexOf(end, start) == start) {
        return text.substring(0, start);
      }
    }
    throw new AssertionError("no end of " + text.substring(0, Math.min(200, text.length())));
  }

  private static boolean hasBody(int status, boolean isHead) {
    return !isHead && status != 204 && status != 304;
  }

  private static boolean isChunked(HttpHeaders headers) {
    return headers.firstValue("Transfer-Encoding").orElse("").equals("chunked");
  }

  /**
   * Tells whether this answer is the last one on its connection. Either it says {@code Connection:
   * close}, or it names no length, as in HTTP/1.0, where the end of the connection is the end of
   * the answer (RFC 9112, 6.3).
   */
  static boolean isLast(Reply reply, boolean isHead) {
    boolean isFramed =
        reply.header("Content-Length") != null
            || isChunked(reply.headers())
            || !hasBody(reply.status(), isHead);
    return "close".equals(reply.header("Connection")) || !isFramed;
  }

  private static String body(InputStream in, HttpHeaders headers) throws IOException {
    int length = headers.firstValue("Content-Length").map(Integer::parseInt).orElse(-1);
    byte[] body;
    if (length >= 0) {
      body = in.readNBytes(length);
    } else {
      body = isChunked(headers) ? chunks(in) : in.readAllBytes();
    }
    if (body.length < length) {
      throw new EOFException("closed within the body");
    }
    if (headers.firstValue("Content-Encoding").orElse("").equals("gzip")) {
      body = new GZIPInputStream(new ByteArrayInputStream(body)).readAllBytes();
    }
    if (headers.firstValue("Content-Type").orElse("").equals(Workbook.MEDIA_TYPE)) {
      return new String(body, StandardCharsets.ISO_8859_1);
    }
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
    } catch (CharacterCodingException e) {
      throw new AssertionError("the body is not UTF-8", e);
    }
  }

  /** Reads a chunked body (RFC 9112, 7.1); a body that is cut off is an error. */
  private static byte[] chunks(InputStream in) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    int size;
    do {
      String line = readUntil(in, "\r\n", LONGEST_CHUNK_LINE);
      if (line == null || !line.matches("[0-9A-Fa-f]{1,7}")) {
        throw new EOFException("no size of a chunk: " + line);
      }
      size = Integer.parseInt(line, 16);
      byte[] chunk = in.readNBytes(size);
      if (chunk.length < size || !"".equals(readUntil(in, "\r\n", LONGEST_CHUNK_LINE))) {
        throw new EOFException("closed within a chunk, or text after it");
      }
      body.writeBytes(chunk);
    } while (size > 0);
    return body.toByteArray();
  }
}
