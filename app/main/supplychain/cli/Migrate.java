package supplychain.cli;

import picocli.CommandLine.Command;
import supplychain.database.Database;

/** Brings the schema up to date and does nothing else. */
@Command(name = "migrate", description = "Bring the database's schema up to date.")
final class Migrate extends DatabaseCommand {
  @Override
  boolean makesPlace() {
    return true;
  }

  @Override
  void run(Database database) {
    database.migrate();
    say("The schema is up to date.");
  }
}
