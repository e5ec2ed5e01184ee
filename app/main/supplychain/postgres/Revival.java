package supplychain.postgres;

import java.io.IOException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts a server that is gone again; ever more rarely while that fails, on a full disk perhaps.
 */
final class Revival {
  private static final Logger LOG = LoggerFactory.getLogger(Revival.class);
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(2);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(15);

  private final PostgresServer server;
  private Duration pause = Duration.ZERO;
  private long failedAt;

  Revival(PostgresServer server) {
    this.server = server;
  }

  /** The login of the server, which is another than the last one if its port was taken. */
  Login attempt(Login last) throws IOException {
    if (server.isRunning() || System.nanoTime() - failedAt < pause.toNanos()) {
      return last;
    }
    try {
      Login login = server.start(last);
      pause = Duration.ZERO;
      LOG.warn("PostgreSQL was gone; it was started again, {}", login);
      return login;
    } catch (IOException | DataFolderException e) {
      pause = pause.isZero() ? FIRST_PAUSE : pause.multipliedBy(2);
      pause = pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause;
      failedAt = System.nanoTime();
      throw e;
    }
  }
}
