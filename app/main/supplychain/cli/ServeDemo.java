package supplychain.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import supplychain.database.Database;
import supplychain.ingest.Demo;
import supplychain.ingest.Demo.OtherRecordsException;

/** Runs the service with the demo's records, and shows what to do with them. */
@Command(
    name = "demo",
    description = {
      "Run the service with the records of a coffee cooperative, and print the five operations as",
      "curl commands. Ids and tokens for the shell: . ./supply-chain-demo/demo.env"
    })
final class ServeDemo extends ConfiguredCommand {
  /** Where the demo is kept; with a database elsewhere, only its {@code demo.env}. */
  static final Path FOLDER = Path.of("supply-chain-demo");

  private final ServiceFactory factory;

  ServeDemo(ServiceFactory factory) {
    super(EnumSet.allOf(Setting.class));
    this.factory = factory;
  }

  @Override
  void run(Settings settings) {
    DatabaseAddress address = DatabaseSettings.read(settings, FOLDER);
    Path folder = address.folder() == null ? FOLDER.toAbsolutePath() : address.folder();
    new Serving(factory, this::say)
        .run(settings, address, (database, baseUrl) -> prepare(database, baseUrl, folder));
  }

  private void prepare(Database database, String baseUrl, Path folder) {
    Demo demo = new Demo(database);
    try (ShownProgress progress = new ShownProgress()) {
      demo.load(progress::show);
    } catch (OtherRecordsException e) {
      throw Failure.of(e.getMessage() + " Choose another folder with --data.");
    }
    try {
      DemoFile file = DemoFile.in(Files.createDirectories(folder));
      Map<String, String> known = file.read();
      Map<String, String> names = names(demo, new DemoTokens(database, known), baseUrl);
      if (!names.equals(known)) {
        file.write(names);
      }
      out().println(DemoOperations.with(names));
      say("For the shell: . " + file.path());
    } catch (IOException e) {
      throw Failure.of("demo.env cannot be written to " + folder + ": " + OneLine.of(e));
    }
  }

  private static Map<String, String> names(Demo demo, DemoTokens tokens, String baseUrl) {
    Map<String, String> ids = demo.names();
    Map<String, String> names = new LinkedHashMap<>(Map.of("BASE_URL", baseUrl));
    names.putAll(tokens.of(ids.get("COMPANY"), ids.get("BUYER")));
    names.putAll(ids);
    return names;
  }
}
