package supplychain.postgres;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.apache.commons.io.file.PathUtils;
import supplychain.Await;
import supplychain.Shell;

/**
 * Two PostgreSQL servers: a primary, and a replica that confirms each of its commits. A test may
 * damage them: {@link #whole} repairs them for the next test.
 */
public final class TwoServers {
  private static TwoServers shared;

  private final Path root = Files.createTempDirectory("two-servers");
  private final Login login = Login.fresh();
  private final Node one;
  private final Node other;
  private Node primary;
  private Node replica;

  private TwoServers() throws IOException, InterruptedException {
    one = new Node(root.resolve("one"), login);
    // To copy the programs is faster than to unpack them again.
    Shell.run(
        "sh",
        "-c",
        "cd \"$0\" && mkdir other && cp -a one/postgresql-* other && touch other/service.lock",
        root.toString());
    other = new Node(root.resolve("other"), login);
    primary = one;
    replica = other;
    Runtime.getRuntime().addShutdownHook(new Thread(() -> assertDoesNotThrow(this::remove)));
    one.create();
    one.start();
  }

  /** Returns the two servers, running and in step. The first call starts them. */
  public static synchronized TwoServers whole()
      throws IOException, InterruptedException, SQLException {
    if (shared == null) {
      shared = new TwoServers();
    }
    shared.mend();
    return shared;
  }

  /** The URL of both servers, from which the driver chooses the primary. */
  public String url() {
    return "jdbc:postgresql://%1$s:%2$d,%1$s:%3$d/%4$s?targetServerType=primary"
        .formatted(Login.HOST, one.port(), other.port(), Login.NAME);
  }

  public Node primary() {
    return primary;
  }

  public Node replica() {
    return replica;
  }

  public String user() {
    return Login.NAME;
  }

  public String password() {
    return login.password();
  }

  /** Makes the replica the primary, as a failover does when the old primary is gone. */
  public void promote() throws IOException {
    replica.promote();
    Node old = primary;
    primary = replica;
    replica = old;
  }

  /** Turns the old primary into a replica, and waits until the replica confirms commits. */
  public void mend() throws IOException, InterruptedException, SQLException {
    if (!primary.isRunning()) {
      primary.start();
    }
    if (replica.isRunning() && isConfirmed()) {
      return;
    }
    if (replica.isRunning()) {
      replica.kill();
    }
    setConfirming("");
    replica.follow(primary);
    setConfirming(Node.REPLICA);
    Await.until(() -> assertDoesNotThrow(this::isConfirmed));
  }

  private boolean isConfirmed() throws SQLException {
    return primary.ask("select sync_state from pg_stat_replication").equals("sync");
  }

  private void setConfirming(String names) throws SQLException {
    primary.ask("alter system set synchronous_standby_names = '" + names + "'");
    primary.ask("select pg_reload_conf()");
  }

  private void remove() throws IOException {
    for (Node node : new Node[] {one, other}) {
      if (node.isRunning()) {
        node.kill();
      }
    }
    PathUtils.delete(root);
  }
}
