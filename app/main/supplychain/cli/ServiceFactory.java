package supplychain.cli;

import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import java.util.function.Consumer;
import supplychain.database.Database;

/** Makes the service on a database. */
@FunctionalInterface
public interface ServiceFactory {
  /** The service, not yet started, with more settings besides its own. */
  Javalin create(Database database, Consumer<JavalinConfig> more);
}
