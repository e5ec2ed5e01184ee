package supplychain.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import supplychain.database.Database;
import supplychain.records.company.CompanyQueries;

/** Runs the service. */
@Command(name = "serve", description = "Run the service; the same as no command.")
final class Serve implements Callable<Integer> {
  @Mixin final ServerSettings server;
  @Mixin final DatabaseSettings settings;
  @Spec CommandSpec command;

  private final ServiceFactory factory;

  Serve(Environment environment, ServiceFactory factory) {
    server = new ServerSettings(environment);
    settings = new DatabaseSettings(environment);
    this.factory = factory;
  }

  @Override
  public Integer call() {
    ServerSettings.Values values = server.read();
    DatabaseAddress address = settings.read(DatabaseSettings.DEFAULT_FOLDER);
    new Serving(factory, this::say)
        .run(values, address, (database, baseUrl) -> greet(database, address));
    return ExitCode.OK;
  }

  private void greet(Database database, DatabaseAddress address) {
    if (!database.read(CompanyQueries::existsAny)) {
      String jar = "java -jar supply-chain.jar ";
      say(
          "It holds no company yet. Load records: %sload FILE%s; make a token: %stoken create%s"
                  .formatted(jar, address.flag(), jar, address.flag())
              + " --user you@example.com --role OPERATOR");
    }
  }

  private void say(String line) {
    command.commandLine().getErr().println(line);
    command.commandLine().getErr().flush();
  }
}
