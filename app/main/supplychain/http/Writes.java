package supplychain.http;

import io.javalin.http.Context;
import java.util.function.Function;
import org.jooq.DSLContext;
import supplychain.database.Database;

/** The one way in which a request writes: for good, or with {@code Prefer: tx=rollback} to try. */
public final class Writes {
  private final Database database;

  /** Writes into this database. */
  public Writes(Database database) {
    this.database = database;
  }

  /**
   * Runs the writing as one transaction in the caller's name. One that is to be rolled back comes
   * to the same result and the same refusals, and nothing of it stays.
   */
  public <T> T write(Context ctx, Function<DSLContext, T> writing) {
    return isRehearsal(ctx)
        ? database.rehearse(Authentication.author(ctx), writing)
        : database.write(Authentication.author(ctx), writing);
  }

  /** Whether nothing of what the request writes is to stay. */
  static boolean isRehearsal(Context ctx) {
    return Preferences.isRehearsal(ctx);
  }
}
