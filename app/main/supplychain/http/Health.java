package supplychain.http;

import io.javalin.http.Context;
import java.nio.charset.StandardCharsets;
import supplychain.database.Database;

/** Tells a process supervisor or a load balancer whether the service works. */
public final class Health {
  private final Database database;

  public Health(Database database) {
    this.database = database;
  }

  public void live(Context ctx) {
    say(ctx, "live");
  }

  /** Answers while the database does too, else 503. */
  public void ready(Context ctx) {
    database.check();
    say(ctx, "ready");
  }

  private static void say(Context ctx, String status) {
    byte[] document = ("{\"status\":\"" + status + "\"}").getBytes(StandardCharsets.UTF_8);
    new Answer(200, null, document).send(ctx);
  }
}
