package supplychain.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.postgresql.Driver;
import picocli.CommandLine.Option;
import supplychain.cli.Setting.Source;

/** Where the records are kept. */
final class DatabaseSettings extends Settings {
  static final String PASSWORD = Environment.PREFIX + "DB_PASSWORD";
  static final Path DEFAULT_FOLDER = Path.of("supply-chain-data");
  static final int MOST_PASSWORD_BYTES = 4_096;

  /** What a URL given as a flag must not hold: the command line is everybody's to see. */
  private static final List<String> SECRETS = List.of("password", "sslpassword");

  private static final String URL_START = "jdbc:postgresql:";

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description =
          "Folder of the embedded PostgreSQL (default: ./supply-chain-data, for demo"
              + " ./supply-chain-demo).")
  String data;

  @Option(
      names = "--db-url",
      paramLabel = "URL",
      description = "A PostgreSQL of your own instead: jdbc:postgresql://HOST:PORT/DATABASE.")
  String url;

  @Option(names = "--db-user", paramLabel = "USER", description = "The user of that PostgreSQL.")
  String user;

  @Option(
      names = "--db-password-file",
      paramLabel = "FILE",
      description = "File with that user's password; or set " + PASSWORD + " to the password.")
  String passwordFile;

  DatabaseSettings(Environment environment) {
    super(environment);
  }

  /** Where the records are, or the first setting that is wrong. */
  DatabaseAddress read(Path defaultFolder) {
    Setting folder = setting("--data", data);
    Setting own = setting("--db-url", url);
    Setting file = setting("--db-password-file", passwordFile);
    exclude(folder, own);
    exclude(file, secret(PASSWORD));
    if (!own.isGiven()) {
      for (Setting idle : List.of(setting("--db-user", user), file, secret(PASSWORD))) {
        if (idle.isGiven()) {
          throw Failure.wrongUse(
              idle.name() + " is given without --db-url: the embedded PostgreSQL has its own.");
        }
      }
      return DatabaseAddress.embedded(folder.isGiven() ? folder.path() : defaultFolder);
    }
    String checked = checkedUrl(own);
    Setting login = setting("--db-user", user);
    return DatabaseAddress.of(
        checked, login.isGiven() ? login.words("a user's name") : null, password(file));
  }

  private static void exclude(Setting one, Setting other) {
    if (one.isGiven() && other.isGiven()) {
      throw Failure.wrongUse(
          one.name() + " and " + other.name() + " exclude each other: give one of them.");
    }
  }

  private static String checkedUrl(Setting own) {
    String url = own.words("a URL, " + URL_START + "//HOST:PORT/DATABASE");
    int parameters = url.indexOf('?');
    String place = parameters < 0 ? url : url.substring(0, parameters);
    Properties parsed = Driver.parseURL(url, new Properties());
    if (place.startsWith(URL_START)
        && !place.contains("@")
        && parsed != null
        && (own.source() != Source.FLAG || SECRETS.stream().noneMatch(parsed::containsKey))) {
      return url;
    }
    throw own.wrong(URL_START + "//HOST:PORT/DATABASE, with user and password set apart");
  }

  private String password(Setting file) {
    if (!file.isGiven()) {
      return secret(PASSWORD).text();
    }
    Path path = file.path();
    try {
      if (Files.size(path) > MOST_PASSWORD_BYTES) {
        throw file.wrong("a file of at most " + MOST_PASSWORD_BYTES + " bytes");
      }
      return Files.readString(path).stripTrailing();
    } catch (IOException unreadable) {
      throw file.wrong("a file that user " + System.getProperty("user.name") + " may read");
    }
  }

  @Override
  List<Setting> all() {
    List<Setting> all = new ArrayList<>();
    all.add(setting("--data", data));
    all.add(setting("--db-url", url));
    all.add(setting("--db-user", user));
    all.add(setting("--db-password-file", passwordFile));
    all.add(secret(PASSWORD));
    return all;
  }
}
