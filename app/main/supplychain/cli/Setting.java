package supplychain.cli;

import java.time.ZoneId;
import java.util.EnumSet;
import java.util.Locale;
import java.util.ResourceBundle;
import java.util.Set;
import picocli.CommandLine.Model.OptionSpec;
import supplychain.http.Limits;
import supplychain.validation.NearestName;

/**
 * A setting: a flag, an environment variable and a line in the file of {@code --config}. The
 * resource help.properties describes it.
 */
enum Setting {
  CONFIG("FILE", null),
  HOST("HOST", "127.0.0.1"),
  PORT("PORT", "8080", 0, 65_535),
  POOL_SIZE("N", "12", 5, 100),
  POOL_WAIT("SECONDS", "5", 1, 60),
  CONNECTIONS_PER_ADDRESS("N", "" + Limits.CONNECTIONS_OF_ADDRESS, 0, 100_000),
  DOCUMENT_CACHE("MB", "" + (Limits.COPIES >> 20), 0, 1_000),
  KEEP_ANSWERS("DAYS", "" + Limits.ANSWERS.toDays(), 1, 3_650),
  STOP_WAIT("SECONDS", "20", 0, 600),
  TIME_ZONE("ZONE", ZoneId.systemDefault().getId()),
  TLS_CERT("FILE", null),
  TLS_KEY("FILE", null),
  DATA("DIR", null),
  DB_URL("URL", null),
  DB_USER("USER", null),
  DB_PASSWORD_FILE("FILE", null);

  static final Set<Setting> DATABASE =
      EnumSet.of(CONFIG, TIME_ZONE, DATA, DB_URL, DB_USER, DB_PASSWORD_FILE);

  /** Files that systemd may pass to the service as credentials of these names. */
  static final Set<Setting> CREDENTIALS = EnumSet.of(TLS_CERT, TLS_KEY, DB_PASSWORD_FILE);

  static final String PREFIX = "SUPPLY_CHAIN_";

  static final String HELP = "supplychain.cli.help";

  private final String label;
  final String initial;
  private final int least;
  private final int most;

  /** A text that is not blank; {@code initial} is null if there is no default. */
  Setting(String label, String initial) {
    this(label, initial, 0, 0);
  }

  /** A whole number from {@code least} to {@code most}. */
  Setting(String label, String initial, int least, int most) {
    this.label = label;
    this.initial = initial;
    this.least = least;
    this.most = most;
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

  /** What the setting is, with its default. */
  String description() {
    String text = ResourceBundle.getBundle(HELP).getString(key());
    return text.replace("${DEFAULT-VALUE}", "" + initial).replace("%n", " ");
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
        .build();
  }
}
