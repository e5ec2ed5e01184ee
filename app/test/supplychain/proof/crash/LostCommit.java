package supplychain.proof.crash;

import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A way to a PostgreSQL on which the answer to a COMMIT gets lost: it is done, and nobody hears of
 * it.
 */
final class LostCommit implements Closeable {
  /** What becomes of the answer to the next COMMIT. */
  enum Fate {
    ARRIVES,
    CONNECTION_ENDS,
    NEVER_COMES
  }

  private static final byte COMMAND_COMPLETE = 'C';
  private static final String COMMIT = "COMMIT\0";
  private static final long PATIENCE_SECONDS = 60;

  private final ServerSocket entrance = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final AtomicReference<Fate> next = new AtomicReference<>(Fate.ARRIVES);
  private final CountDownLatch lost = new CountDownLatch(1);
  private final URI target;

  LostCommit(String url) throws IOException {
    target = URI.create(url.substring("jdbc:".length()));
    start(this::accept);
  }

  /** The JDBC URL that leads this way. */
  String url() {
    return "jdbc:postgresql://127.0.0.1:%d%s?sslmode=disable"
        .formatted(entrance.getLocalPort(), target.getPath());
  }

  /** Decides on the answer to the next COMMIT; those after it arrive. */
  void next(Fate fate) {
    next.set(fate);
  }

  /** Waits until an answer was lost. */
  boolean hasLostOne() throws InterruptedException {
    return lost.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  private void accept() {
    while (!entrance.isClosed()) {
      try {
        Socket from = entrance.accept();
        Socket to = new Socket(target.getHost(), target.getPort());
        sockets.add(from);
        sockets.add(to);
        start(() -> ask(from, to));
        start(() -> answer(to, from));
      } catch (IOException e) {
        // Either it is closed, or this one connection did not come about.
      }
    }
  }

  private static void ask(Socket from, Socket to) {
    try (from;
        to) {
      from.getInputStream().transferTo(to.getOutputStream());
    } catch (IOException e) {
      // One end closed it.
    }
  }

  /** Carries PostgreSQL's messages, each a byte for its type, its length, and what it says. */
  private void answer(Socket from, Socket to) {
    try (from;
        to) {
      DataInputStream in = new DataInputStream(from.getInputStream());
      DataOutputStream out = new DataOutputStream(to.getOutputStream());
      for (boolean arrives = true; ; ) {
        byte type = in.readByte();
        int length = in.readInt();
        byte[] said = in.readNBytes(length - Integer.BYTES);
        Fate fate = isCommit(type, said) ? next.getAndSet(Fate.ARRIVES) : Fate.ARRIVES;
        if (fate != Fate.ARRIVES) {
          lost.countDown();
        }
        if (fate == Fate.CONNECTION_ENDS) {
          return;
        }
        arrives &= fate == Fate.ARRIVES;
        if (arrives) {
          out.writeByte(type);
          out.writeInt(length);
          out.write(said);
        }
      }
    } catch (IOException e) {
      // One end closed it.
    }
  }

  private static boolean isCommit(byte type, byte[] said) {
    return type == COMMAND_COMPLETE && new String(said, StandardCharsets.US_ASCII).equals(COMMIT);
  }

  private static void start(Runnable work) {
    Thread thread = new Thread(work, "lost-commit");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    entrance.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
