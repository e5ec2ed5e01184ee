package supplychain.http;

import io.javalin.http.ContentType;
import io.javalin.http.Context;
import supplychain.database.Database;

/** Tells a process supervisor or a load balancer how the service is. */
public final class Health {
  private final Database database;

  /** The health of a service on this database. */
  public Health(Database database) {
    this.database = database;
  }

  /** The process answers. */
  public void live(Context ctx) {
    ctx.contentType(ContentType.APPLICATION_JSON).result("{\"status\":\"live\"}");
  }

  /** The database answers too; 503 while it does not. */
  public void ready(Context ctx) {
    database.check();
    ctx.contentType(ContentType.APPLICATION_JSON).result("{\"status\":\"ready\"}");
  }
}
