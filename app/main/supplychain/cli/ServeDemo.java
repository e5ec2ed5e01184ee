package supplychain.cli;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jooq.DSLContext;
import picocli.CommandLine.Command;
import supplychain.core.Role;
import supplychain.database.Database;
import supplychain.ingest.Demo;
import supplychain.ingest.Demo.OtherRecordsException;
import supplychain.records.account.TokenQueries;

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

  private static final String RESOURCE = "operations.sh";

  /** A name of demo.env; inside a JSON text it stands between the quotes that end the text. */
  private static final Pattern NAME = Pattern.compile("'\\$([A-Z_]+)'|\\$([A-Z_]+)");

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
      Map<String, String> names = names(demo, database, known, baseUrl);
      if (!names.equals(known)) {
        file.write(names);
      }
      out().println(operations(names));
      say("For the shell: . " + file.path());
    } catch (IOException e) {
      throw Failure.of("demo.env cannot be written to " + folder + ": " + OneLine.of(e));
    }
  }

  private static Map<String, String> names(
      Demo demo, Database database, Map<String, String> known, String baseUrl) {
    Map<String, String> ids = demo.names();
    UUID company = UUID.fromString(ids.get("COMPANY"));
    UUID buyer = UUID.fromString(ids.get("BUYER"));
    Map<String, String> names = new LinkedHashMap<>(known);
    names.put("BASE_URL", baseUrl);
    database.write(
        Demo.AUTHOR,
        sql -> {
          token(sql, names, "TOKEN", "grace.cherop@sipi-coffee.example", company, Role.ADMIN);
          token(sql, names, "OTHER_TOKEN", "anita.ssali@nilecrest.example", buyer, Role.ADMIN);
          token(
              sql,
              names,
              "REPORTER_TOKEN",
              "irene.nambozo@sipi-coffee.example",
              company,
              Role.REPORTER);
          token(sql, names, "OPERATOR_TOKEN", "operator@supply-chain.example", null, Role.OPERATOR);
          return null;
        });
    names.putAll(ids);
    return names;
  }

  /** Keeps the token of an earlier start if it still works. */
  private static void token(
      DSLContext sql,
      Map<String, String> names,
      String name,
      String email,
      UUID company,
      Role role) {
    String kept = names.get(name);
    if (kept == null || !TokenQueries.isLive(sql, kept)) {
      names.put(name, TokenQueries.create(sql, email, company, role, null));
    }
  }

  /** The five operations as curl commands with the values in place of the names. */
  private static String operations(Map<String, String> values) throws IOException {
    try (InputStream text = ServeDemo.class.getResourceAsStream(RESOURCE)) {
      if (text == null) {
        throw new FileNotFoundException(RESOURCE);
      }
      return NAME.matcher(new String(text.readAllBytes(), StandardCharsets.UTF_8))
          .replaceAll(name -> Matcher.quoteReplacement(values.get(nameIn(name))));
    }
  }

  private static String nameIn(MatchResult found) {
    return found.group(1) == null ? found.group(2) : found.group(1);
  }
}
