package supplychain.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.io.IOUtils;
import org.jooq.DSLContext;
import picocli.CommandLine.Command;
import supplychain.cli.Commands.ServiceFactory;
import supplychain.core.Failure;
import supplychain.core.Role;
import supplychain.core.UnfinishedFile;
import supplychain.database.Database;
import supplychain.ingest.Demo;
import supplychain.records.account.TokenResource;

/** Runs the service with the records of a coffee cooperative. */
@Command(name = "demo")
final class ServeDemo extends Serve {
  /** A line of demo.env, which a shell reads. */
  private static final Pattern LINE = Pattern.compile("(?m)^([A-Z_]+)='([^'\n]*)'$");

  /**
   * A name of demo.env in a command. A JSON body in single quotes has it as {@code '$NAME'}: these
   * quotes end the body and begin it again.
   */
  private static final Pattern NAME = Pattern.compile("('?)\\$([A-Z_]+)\\1");

  ServeDemo(ServiceFactory factory) {
    super(factory);
  }

  @Override
  Path defaultFolder() {
    return Path.of("supply-chain-demo");
  }

  @Override
  void prepare(Database database, DatabaseAddress address, String baseUrl) {
    Demo demo = new Demo(database);
    ShownProgress.during(demo::load);
    // If the records are in a PostgreSQL at a URL, the folder has only demo.env.
    Path folder = address.folder() == null ? defaultFolder().toAbsolutePath() : address.folder();
    try {
      Path file = Files.createDirectories(folder).resolve("demo.env");
      Map<String, String> known = read(file);
      Map<String, String> names = new LinkedHashMap<>(known);
      names.put("BASE_URL", baseUrl);
      Map<String, String> ids = demo.ids();
      database.write(Demo.AUTHOR, sql -> putTokens(sql, names, ids));
      names.putAll(ids);
      if (!names.equals(known)) {
        write(file, names);
      }
      out().println(operations(names));
      say("To use the same ids and tokens as shell variables, run: . " + file);
    } catch (IOException e) {
      throw Failure.of("demo.env cannot be written to " + folder + ": " + OneLine.of(e));
    }
  }

  /** The values in the file; empty if there is no file. Ignores other lines. */
  static Map<String, String> read(Path file) throws IOException {
    Map<String, String> values = new LinkedHashMap<>();
    if (Files.exists(file)) {
      LINE.matcher(Files.readString(file))
          .results()
          .forEach(line -> values.put(line.group(1), line.group(2)));
    }
    return values;
  }

  /** Writes the complete file or nothing. Only its owner can read it, because it has tokens. */
  static void write(Path file, Map<String, String> values) throws IOException {
    StringBuilder text = new StringBuilder();
    values.forEach((name, value) -> text.append("%s='%s'\n".formatted(name, value)));
    UnfinishedFile.write(file, text.toString().getBytes(UTF_8));
  }

  private static int putTokens(DSLContext sql, Map<String, String> names, Map<String, String> ids) {
    UUID company = UUID.fromString(ids.get("COMPANY"));
    UUID buyer = UUID.fromString(ids.get("BUYER"));
    String reporter = "irene.nambozo@sipi-coffee.example";
    putToken(sql, names, "TOKEN", "grace.cherop@sipi-coffee.example", company, Role.ADMIN);
    putToken(sql, names, "OTHER_TOKEN", "anita.ssali@nilecrest.example", buyer, Role.ADMIN);
    putToken(sql, names, "REPORTER_TOKEN", reporter, company, Role.REPORTER);
    putToken(sql, names, "OPERATOR_TOKEN", "operator@supply-chain.example", null, Role.OPERATOR);
    return names.size();
  }

  /** Keeps the token of an earlier start if it still works. */
  private static void putToken(
      DSLContext sql,
      Map<String, String> names,
      String name,
      String email,
      UUID company,
      Role role) {
    String kept = names.get(name);
    if (kept == null || !TokenResource.isLive(sql, kept)) {
      names.put(name, TokenResource.create(sql, email, company, role, null));
    }
  }

  /** The five operations as curl commands, with values in place of the names that the demo has. */
  private static String operations(Map<String, String> values) throws IOException {
    String text = IOUtils.resourceToString("/supplychain/cli/operations.sh", UTF_8);
    return NAME.matcher(text)
        .replaceAll(
            name -> Matcher.quoteReplacement(values.getOrDefault(name.group(2), name.group())));
  }
}
