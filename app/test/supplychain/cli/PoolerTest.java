package supplychain.cli;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.Map;
import org.apache.commons.io.function.IORunnable;
import org.junit.jupiter.api.Test;
import supplychain.Installation;

/** A pooler that lends one session of PostgreSQL to several connections is refused at the start. */
class PoolerTest {
  /** A message of PostgreSQL's protocol, and of which type. */
  private record Message(int type, byte[] content) {
    static Message read(DataInputStream in) throws IOException {
      int type = in.read();
      return new Message(type, type < 0 ? new byte[0] : body(in));
    }

    static byte[] body(DataInputStream in) throws IOException {
      int length = in.readInt();
      return ByteBuffer.allocate(length)
          .putInt(length)
          .put(in.readNBytes(length - Integer.BYTES))
          .array();
    }

    void write(OutputStream out) throws IOException {
      out.write(ByteBuffer.allocate(1 + content.length).put((byte) type).put(content).array());
    }

    /** Whether it asks the client for its part of the login. */
    boolean isQuestion() {
      int step = type == 'R' ? ByteBuffer.wrap(content).getInt(Integer.BYTES) : 0;
      return step == SASL || step == SASL_CONTINUES;
    }
  }

  private static final int SASL = 10;
  private static final int SASL_CONTINUES = 11;

  /** One session for all clients: the first one logs in, and each has it for one transaction. */
  private static final class Pooler implements AutoCloseable {
    private final ServerSocket clients = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final ByteArrayOutputStream welcome = new ByteArrayOutputStream();
    private final Socket session;
    private final DataInputStream answers;

    Pooler(int port) throws IOException {
      session = new Socket(InetAddress.getLoopbackAddress(), port);
      answers = new DataInputStream(session.getInputStream());
      start(
          () -> {
            while (true) {
              Socket client = clients.accept();
              start(() -> serve(client));
            }
          });
    }

    private static void start(IORunnable work) {
      Thread thread =
          new Thread(
              () -> {
                try {
                  work.run();
                } catch (IOException closed) {
                  // The test has ended.
                }
              });
      thread.setDaemon(true);
      thread.start();
    }

    private void serve(Socket client) throws IOException {
      try (client) {
        DataInputStream in = new DataInputStream(client.getInputStream());
        logIn(in, client.getOutputStream());
        Message message = Message.read(in);
        while (message.type >= 0 && message.type != 'X') {
          synchronized (this) {
            message.write(session.getOutputStream());
            while (message.type != 'S' && message.type != 'Q') {
              message = Message.read(in);
              message.write(session.getOutputStream());
            }
            Message answer;
            do {
              answer = Message.read(answers);
              answer.write(client.getOutputStream());
            } while (answer.type != 'Z');
          }
          message = Message.read(in);
        }
      }
    }

    private synchronized void logIn(DataInputStream in, OutputStream out) throws IOException {
      byte[] first = Message.body(in);
      if (welcome.size() == 0) {
        session.getOutputStream().write(first);
        Message answer;
        do {
          answer = Message.read(answers);
          if (answer.type == 'R') {
            welcome.reset();
          }
          answer.write(welcome);
          answer.write(out);
          if (answer.isQuestion()) {
            Message.read(in).write(session.getOutputStream());
          }
        } while (answer.type != 'Z');
      } else {
        welcome.writeTo(out);
      }
    }

    @Override
    public void close() throws IOException {
      clients.close();
      session.close();
    }
  }

  @Test
  void aPoolerInTransactionModeIsRefused() throws IOException {
    String url = Installation.shared().postgres().url();
    int port = URI.create(url.substring("jdbc:".length())).getPort();
    Map<String, String> settings = CommandRun.shared();
    CommandRun.with(settings, "token", "list").requireExit(0);
    try (Pooler pooler = new Pooler(port)) {
      settings.put(
          "SUPPLY_CHAIN_DB_URL",
          url.replace(":" + port, ":" + pooler.clients.getLocalPort()) + "?sslmode=disable");
      for (String[] words : new String[][] {{"serve", "--port", "0"}, {"verify"}}) {
        CommandRun.with(settings, words)
            .requireRefused(
                1,
                "A connection pooler in transaction mode or statement mode is between this jar and"
                    + " PostgreSQL. Locks, settings and prepared statements do not last there. Use"
                    + " session mode (PgBouncer: pool_mode = session), or connect to PostgreSQL"
                    + " itself.");
      }
    }
  }
}
