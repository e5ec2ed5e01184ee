package supplychain.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import org.postgresql.Driver;
import supplychain.cli.Settings.Value;

/** Reads from the settings where the records are. */
final class DatabaseSettings {
  static final Path DEFAULT_FOLDER = Path.of("supply-chain-data");

  private static final int MOST_PASSWORD_BYTES = 4_096;

  /** What a URL given as a flag must not hold: every user of the machine can see the flag. */
  private static final List<String> SECRETS = List.of("password", "sslpassword");

  private static final String URL_START = "jdbc:postgresql:";

  private DatabaseSettings() {}

  /** Where the records are, or the first setting that is wrong. */
  static DatabaseAddress read(Settings settings, Path defaultFolder) {
    Value folder = settings.get(Setting.DATA);
    Value url = settings.get(Setting.DB_URL);
    Value user = settings.get(Setting.DB_USER);
    Value file = settings.get(Setting.DB_PASSWORD_FILE);
    Value password = settings.get(Setting.DB_PASSWORD);
    exclude(folder, url);
    exclude(file, password);
    if (url.isGiven()) {
      requireUsable(url);
      return DatabaseAddress.of(
          url.text(), user.text(), file.isGiven() ? password(file) : password.text());
    }
    for (Value idle : List.of(user, file, password)) {
      if (idle.isGiven()) {
        throw Failure.wrongUse(
            idle.name() + " is given without --db-url: the embedded PostgreSQL has its own.");
      }
    }
    return DatabaseAddress.embedded(folder.isGiven() ? folder.path() : defaultFolder);
  }

  private static void exclude(Value one, Value other) {
    if (one.isGiven() && other.isGiven()) {
      throw Failure.wrongUse(
          one.name() + " and " + other.name() + " exclude each other: give one of them.");
    }
  }

  private static void requireUsable(Value url) {
    int parameters = url.text().indexOf('?');
    String place = parameters < 0 ? url.text() : url.text().substring(0, parameters);
    Properties parsed = Driver.parseURL(url.text(), new Properties());
    if (!place.startsWith(URL_START)
        || place.contains("@")
        || parsed == null
        || (url.isFlag() && SECRETS.stream().anyMatch(parsed::containsKey))) {
      throw url.wrong(URL_START + "//HOST:PORT/DATABASE, with user and password set apart");
    }
  }

  private static String password(Value file) {
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
}
