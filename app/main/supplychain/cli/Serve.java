package supplychain.cli;

import java.util.EnumSet;
import picocli.CommandLine.Command;
import supplychain.database.Database;
import supplychain.records.company.CompanyQueries;

/** Runs the service. */
@Command(name = "serve", description = "Run the service; the same as no command.")
final class Serve extends ConfiguredCommand {
  private final ServiceFactory factory;

  Serve(ServiceFactory factory) {
    super(EnumSet.allOf(Setting.class));
    this.factory = factory;
  }

  @Override
  void run(Settings settings) {
    DatabaseAddress address = DatabaseSettings.read(settings, DatabaseSettings.DEFAULT_FOLDER);
    new Serving(factory, this::say)
        .run(settings, address, (database, baseUrl) -> greet(database, address));
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
}
