package supplychain.http;

import io.javalin.http.Context;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import supplychain.database.Database;

/** Tells a process supervisor or a load balancer whether the service works. */
public final class Health {
  private final Database database;
  private CompletableFuture<Void> check = CompletableFuture.completedFuture(null);

  public Health(Database database) {
    this.database = database;
  }

  public void live(Context ctx) {
    say(ctx, "live");
  }

  /** Answers while the database does too, else 503. Requests at the same time share one check. */
  public void ready(Context ctx) {
    Executor executor = Admission.executor(ctx);
    ctx.future(() -> check(executor).thenRunAsync(() -> say(ctx, "ready"), executor));
  }

  private synchronized CompletableFuture<Void> check(Executor executor) {
    if (check.isDone()) {
      check = CompletableFuture.runAsync(database::check, executor);
    }
    return check;
  }

  private static void say(Context ctx, String status) {
    byte[] document = ("{\"status\":\"" + status + "\"}").getBytes(StandardCharsets.UTF_8);
    new Answer(200, null, document).send(ctx);
  }
}
