package supplychain.proof.requests;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/** A connection that is kept, for thousands of requests a second; of one thread. */
final class Line implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 60_000;
  private static final int BUFFER_BYTES = 1 << 16;

  private final URI origin;
  private Socket socket;
  private InputStream in;
  private boolean used;

  /** A line to the service there, opened when it is needed. */
  Line(String origin) {
    this.origin = URI.create(origin);
  }

  /** Sends a request of which each character is one byte, and hears its answer. */
  Heard ask(String request) {
    return ask(request.getBytes(ISO_8859_1));
  }

  /** Sends one whole request and hears its answer. */
  Heard ask(byte[] request) {
    return ask(request, request.length);
  }

  /** The same in two pieces, which may arrive as two; the first has so many bytes. */
  Heard ask(byte[] request, int first) {
    try {
      boolean reused = socket != null && used;
      Heard heard = tryOnce(request, first, reused);
      // The service may close what was idle; it then has not seen this request.
      heard = heard == null && reused ? tryOnce(request, first, false) : heard;
      if (heard == null) {
        throw new AssertionError("the service closed without an answer");
      }
      return heard;
    } catch (IOException e) {
      close();
      throw new UncheckedIOException(e);
    }
  }

  private Heard tryOnce(byte[] request, int first, boolean reused) throws IOException {
    try {
      open();
      used = true;
      socket.getOutputStream().write(request, 0, first);
      socket.getOutputStream().write(request, first, request.length - first);
      Heard heard = Heard.read(in, isHead(request));
      if (heard == null || heard.isLast()) {
        close();
      }
      return heard;
    } catch (IOException e) {
      close();
      if (reused && !(e instanceof SocketTimeoutException)) {
        return null;
      }
      throw e;
    }
  }

  private static boolean isHead(byte[] request) {
    return request.length > 4 && new String(request, 0, 5, ISO_8859_1).equals("HEAD ");
  }

  private void open() throws IOException {
    if (socket == null) {
      socket = connect(origin);
      in = new BufferedInputStream(socket.getInputStream(), BUFFER_BYTES);
      used = false;
    }
  }

  private static Socket connect(URI origin) throws IOException {
    Socket socket = new Socket(origin.getHost(), origin.getPort());
    socket.setSoTimeout(PATIENCE_MILLIS);
    socket.setTcpNoDelay(true);
    return socket;
  }

  /**
   * Sends any bytes on a connection of their own, ends the sending, and hears all that comes until
   * the service closes. What it had not read when it closed may cost answers on the way: those that
   * arrived are returned.
   */
  static List<Heard> exchange(String origin, byte[] bytes) throws IOException {
    List<Heard> all = new ArrayList<>();
    try (Socket socket = connect(URI.create(origin))) {
      InputStream in = new BufferedInputStream(socket.getInputStream(), BUFFER_BYTES);
      try {
        socket.getOutputStream().write(bytes);
        socket.shutdownOutput();
        Heard heard = Heard.read(in, isHead(bytes));
        while (heard != null) {
          all.add(heard);
          // What follows may be a body after all: of a line it can't read, nobody knows the method.
          heard = isHead(bytes) ? null : Heard.read(in, false);
        }
      } catch (java.net.SocketException reset) {
        return all;
      }
    }
    return all;
  }

  @Override
  public void close() {
    try {
      if (socket != null) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      socket = null;
    }
  }
}
