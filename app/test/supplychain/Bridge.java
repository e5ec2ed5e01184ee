package supplychain;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** A proxy for a PostgreSQL. It can be cut and mended, as if the server went away and came back. */
public final class Bridge implements Closeable {
  private final ServerSocket entrance = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private volatile URI target;
  private volatile boolean cut;
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
          start(() -> carry(from, to, new AtomicLong()));
          start(() -> carry(to, from, received));
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

  private static void carry(Socket from, Socket to, AtomicLong bytes) {
    byte[] some = new byte[1 << 16];
    try (from;
        to) {
      InputStream in = from.getInputStream();
      for (int read = in.read(some); read >= 0; read = in.read(some)) {
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
