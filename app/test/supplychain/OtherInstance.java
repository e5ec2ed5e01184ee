package supplychain;

import io.javalin.Javalin;
import java.time.Duration;
import supplychain.database.Database;
import supplychain.http.Limits;
import supplychain.postgres.EmbeddedPostgres;

/** Another instance of the service on the shared database, with its own connections. */
public final class OtherInstance implements AutoCloseable {
  private final Database database;
  private final Javalin service;

  private OtherInstance(Database database, Javalin service) {
    this.database = database;
    this.service = service.start("127.0.0.1", 0);
  }

  /** Reaches the database with one connection, at this JDBC URL. */
  public static OtherInstance at(String url) {
    EmbeddedPostgres postgres = Installation.shared().postgres();
    Database database =
        Database.open(url, postgres.user(), postgres.password(), 1, Duration.ofSeconds(30));
    return new OtherInstance(database, Main.service(database));
  }

  /** Has these limits, and the connections of the shared installation. */
  public static OtherInstance with(Limits limits) {
    Database shared = Installation.shared().database();
    return new OtherInstance(null, Main.service(shared, limits, config -> {}));
  }

  /** Where it answers. */
  public String origin() {
    return "http://127.0.0.1:" + service.port();
  }

  /** Calls it with a token. */
  public Client client(String token) {
    return new Client(origin(), token);
  }

  @Override
  public void close() {
    service.stop();
    if (database != null) {
      database.close();
    }
  }
}
