package supplychain.cli;

import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import supplychain.validation.Formats;

/**
 * A date or a time among the arguments. What a date stands for depends on a setting, the time zone,
 * and the settings are read after the arguments.
 */
record Moment(String text) {
  static Optional<Moment> of(String text) {
    return Formats.dayOrTime(text).map(time -> new Moment(text));
  }

  /** The time; of a date, the first instant. */
  OffsetDateTime start() {
    return Formats.dayOrTime(text).orElseThrow();
  }

  /** When something expires: at noon of a date, at a time, or in a number of days such as 90d. */
  record Expiry(String text) {
    private static final Pattern DAYS = Pattern.compile("([1-9][0-9]{0,4})d");

    static Optional<Expiry> of(String text) {
      boolean isKnown = DAYS.matcher(text).matches() || Moment.of(text).isPresent();
      return isKnown ? Optional.of(new Expiry(text)) : Optional.empty();
    }

    OffsetDateTime time() {
      Matcher days = DAYS.matcher(text);
      return days.matches()
          ? OffsetDateTime.now(ZoneOffset.UTC).plusDays(Integer.parseInt(days.group(1)))
          : Formats.dateTime(text).orElseThrow();
    }
  }
}
