package supplychain.cli;

import java.time.ZoneId;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import picocli.CommandLine.Model.OptionSpec;
import supplychain.http.Limits;
import supplychain.validation.NearestName;

/** A setting: a flag, an environment variable and a line in the file of {@code --config}. */
enum Setting {
  CONFIG(
      "FILE",
      "A file with one setting on each line, such as port=8080. Environment variables and flags"
          + " override it."),
  HOST(
      "HOST",
      "127.0.0.1",
      "The address to listen on (default: ${DEFAULT-VALUE}). 0.0.0.0 listens on every address."),
  PORT(
      "PORT",
      8080,
      0,
      65_535,
      "The port to listen on (default: ${DEFAULT-VALUE}). 0 chooses a free port."),
  POOL_SIZE(
      "N",
      12,
      5,
      100,
      "The largest number of connections to the database (default: ${DEFAULT-VALUE})."),
  POOL_WAIT(
      "SECONDS",
      5,
      1,
      60,
      "How many seconds a request waits for a connection before the service answers 503"
          + " (default: ${DEFAULT-VALUE})."),
  CONNECTIONS_PER_ADDRESS(
      "N",
      Limits.CONNECTIONS_OF_ADDRESS,
      0,
      100_000,
      "The largest number of open connections from one address (default: ${DEFAULT-VALUE}; 0 sets"
          + " no limit). Behind a reverse proxy, all clients have its address."),
  DOCUMENT_CACHE(
      "MB",
      (int) (Limits.COPIES >> 20),
      0,
      1_000,
      "How many megabytes of memory the service uses for copies of unchanged documents (default:"
          + " ${DEFAULT-VALUE}; 0 keeps no copies)."),
  KEEP_ANSWERS(
      "DAYS",
      (int) Limits.ANSWERS.toDays(),
      1,
      3_650,
      "For how many days the service keeps answers for repeated requests with an"
          + " Idempotency-Key (default: ${DEFAULT-VALUE})."),
  STOP_WAIT(
      "SECONDS",
      20,
      0,
      600,
      "How many seconds requests in progress can still take when the service stops (default:"
          + " ${DEFAULT-VALUE})."),
  TIME_ZONE(
      "ZONE",
      ZoneId.systemDefault().getId(),
      "The time zone of dates without a time (default: the zone of this machine,"
          + " ${DEFAULT-VALUE})."),
  TLS_CERT(
      "FILE",
      "A PEM file with the certificate for HTTPS and its chain. The service reads the file"
          + " again when it changes."),
  TLS_KEY("FILE", "A PEM file with the private key of that certificate (PKCS#8, not encrypted)."),
  DATA(
      "DIR",
      "The folder of the embedded PostgreSQL (default: supply-chain-data; for the command demo:"
          + " supply-chain-demo)."),
  DB_URL(
      "URL",
      "The address of your own PostgreSQL, in place of the embedded one:\n"
          + "jdbc:postgresql://HOST:PORT/DATABASE"),
  DB_USER("USER", "The user name for your own PostgreSQL."),
  DB_PASSWORD_FILE("FILE", "A file with the password for your own PostgreSQL.");

  static final Set<Setting> DATABASE =
      EnumSet.of(CONFIG, TIME_ZONE, DATA, DB_URL, DB_USER, DB_PASSWORD_FILE);

  /** Files that systemd may pass to the service as credentials of these names. */
  static final Set<Setting> CREDENTIALS = EnumSet.of(TLS_CERT, TLS_KEY, DB_PASSWORD_FILE);

  static final String PREFIX = "SUPPLY_CHAIN_";

  private final String label;
  private final String initial;
  private final String description;
  private final int least;
  private final int most;

  /** A text that is not blank, without a default. */
  Setting(String label, String description) {
    this(label, null, description);
  }

  /** A text that is not blank. */
  Setting(String label, String initial, String description) {
    this(label, initial, 0, 0, description);
  }

  /** A whole number from {@code least} to {@code most}. */
  Setting(String label, int initial, int least, int most, String description) {
    this(label, Integer.toString(initial), least, most, description);
  }

  Setting(String label, String initial, int least, int most, String description) {
    this.label = label;
    this.initial = initial;
    this.least = least;
    this.most = most;
    this.description = description;
  }

  /** The name in the file of {@code --config}. */
  String key() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  String flag() {
    return "--" + key();
  }

  String variable() {
    return PREFIX + name();
  }

  String initial() {
    return initial;
  }

  /** What the setting is, with its default. */
  String description() {
    return description.replace("${DEFAULT-VALUE}", "" + initial).replace('\n', ' ');
  }

  /** What a value must be, with the closest right value if there is one. */
  String rule(String wrong) {
    if (this == TIME_ZONE) {
      return "the name of a time zone, like Africa/Kampala"
          + NearestName.closest(wrong, ZoneId.getAvailableZoneIds())
              .map(meant -> " (did you mean " + meant + "?)")
              .orElse("");
    }
    return most == 0 ? "a text that is not blank" : "a whole number from " + least + " to " + most;
  }

  boolean allows(String text) {
    if (this == TIME_ZONE) {
      return ZoneId.getAvailableZoneIds().contains(text);
    }
    if (most == 0) {
      return !text.isBlank();
    }
    return text.matches("[0-9]{1,9}")
        && Integer.parseInt(text) >= least
        && Integer.parseInt(text) <= most;
  }

  OptionSpec option() {
    return OptionSpec.builder(flag())
        .type(String.class)
        .paramLabel(label)
        .defaultValue(initial)
        .description(description.split("\n"))
        .build();
  }
}
