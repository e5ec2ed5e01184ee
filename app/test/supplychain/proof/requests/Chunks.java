package supplychain.proof.requests;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/** Reads a body that comes in chunks (RFC 9112, 7.1), and takes none that is cut for whole. */
final class Chunks {
  private static final int LONGEST_SIZE = 8;

  private Chunks() {}

  /** All of the body, and nothing after it. */
  static byte[] read(InputStream in) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    int size = size(in);
    while (size > 0) {
      byte[] chunk = in.readNBytes(size);
      if (chunk.length < size) {
        throw new EOFException("closed within a chunk");
      }
      body.writeBytes(chunk);
      requireEmpty(line(in));
      size = size(in);
    }
    requireEmpty(line(in));
    return body.toByteArray();
  }

  private static int size(InputStream in) throws IOException {
    String line = line(in);
    if (!line.matches("[0-9A-Fa-f]{1,7}")) {
      throw new AssertionError("no size of a chunk: " + line);
    }
    return Integer.parseInt(line, 16);
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    while (line.length() <= LONGEST_SIZE) {
      int next = in.read();
      if (next < 0) {
        throw new EOFException("closed between chunks");
      }
      line.append((char) next);
      if (line.length() > 1 && line.substring(line.length() - 2).equals("\r\n")) {
        return line.substring(0, line.length() - 2);
      }
    }
    throw new AssertionError("no line between chunks: " + line);
  }

  private static void requireEmpty(String line) {
    if (!line.isEmpty()) {
      throw new AssertionError("after a chunk stands " + line);
    }
  }
}
