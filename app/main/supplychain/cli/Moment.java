package supplychain.cli;

import java.time.OffsetDateTime;
import java.util.Optional;
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

  /** The time; of a date, noon. */
  OffsetDateTime noon() {
    return Formats.dateTime(text).orElseGet(this::start);
  }
}
