package supplychain.cli;

import io.javalin.Javalin;
import org.flywaydb.core.Flyway;
import org.jooq.SQLDialect;
import org.jooq.impl.DSL;

/**
 * Loads the classes of HTTP, SQL and migrations while PostgreSQL starts: either takes half a
 * second, and only one of them waits for the other.
 */
final class WarmUp {
  private WarmUp() {}

  /** Begins; nobody needs to wait for its end. */
  static void begin() {
    Thread thread = new Thread(WarmUp::load, "warm-up");
    thread.setDaemon(true);
    thread.start();
  }

  private static void load() {
    DSL.using(SQLDialect.POSTGRES).selectOne().getSQL();
    Javalin.create(config -> config.startup.startupWatcherEnabled = false).jettyServer().server();
    Flyway.configure().locations("classpath:db").load();
  }
}
