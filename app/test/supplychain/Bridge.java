package supplychain;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** A proxy for a PostgreSQL. It can be cut and mended, as if the server went away and came back. */
public final class Bridge implements Closeable {
  private final ServerSocket entrance = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private volatile URI target;
  private volatile boolean cut;
  private volatile String last;
  private final CompletableFuture<Void> held = new CompletableFuture<>();
  private final AtomicLong received = new AtomicLong();

  /** A way to the server that this JDBC URL names. */
  public Bridge(String url) throws IOException {
    target = server(url);
    start(this::accept);
  }

  /** Leads each connection that is made from now on to another server. */
  public void leadTo(String url) {
    target = server(url);
  }

  private static URI server(String url) {
    return URI.create(url.substring("jdbc:".length()));
  }

  /** The JDBC URL that leads over the bridge. */
  public String url() {
    return "jdbc:postgresql://127.0.0.1:" + entrance.getLocalPort() + target.getPath();
  }

  /** Ends every connection and lets none through. */
  public void cut() {
    cut = true;
    sockets.forEach(socket -> assertDoesNotThrow(socket::close));
    sockets.clear();
  }

  /** Lets connections through again. */
  public void mend() {
    cut = false;
  }

  /**
   * Lets no more through from a client after it sent this text. Completes the future when the
   * client has sent more.
   */
  public CompletableFuture<Void> holdAfter(String text) {
    last = text;
    return held;
  }

  private void accept() {
    while (!entrance.isClosed()) {
      try {
        Socket from = entrance.accept();
        if (cut) {
          from.close();
        } else {
          Socket to = new Socket(target.getHost(), target.getPort());
          sockets.add(from);
          sockets.add(to);
          start(() -> carry(from, to, new AtomicLong(), true));
          start(() -> carry(to, from, received, false));
        }
      } catch (IOException e) {
        // Either it is closed, or this one connection did not come about.
      }
    }
  }

  /** How many bytes the server has sent so far. */
  public long received() {
    return received.get();
  }

  private void carry(Socket from, Socket to, AtomicLong bytes, boolean isOfClient) {
    byte[] some = new byte[1 << 16];
    try (from;
        to) {
      InputStream in = from.getInputStream();
      boolean isHeld = false;
      for (int read = in.read(some); read >= 0; read = in.read(some)) {
        if (isHeld) {
          held.complete(null);
          continue;
        }
        String text = last;
        isHeld = isOfClient && text != null && new String(some, 0, read, UTF_8).contains(text);
        bytes.addAndGet(read);
        to.getOutputStream().write(some, 0, read);
      }
    } catch (IOException e) {
      // It was cut, or one end closed it.
    }
  }

  private static void start(Runnable work) {
    Thread thread = new Thread(work, "bridge");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    entrance.close();
    cut();
  }
}
