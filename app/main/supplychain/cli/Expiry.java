package supplychain.cli;

import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.regex.Pattern;

/** When something expires: a date, a date-time, or a number of days from now such as 90d. */
record Expiry(String text) {
  private static final Pattern DAYS = Pattern.compile("([1-9][0-9]{0,4})d");

  static Optional<Expiry> of(String text) {
    boolean isTime = DAYS.matcher(text).matches() || Moment.of(text).isPresent();
    return isTime ? Optional.of(new Expiry(text)) : Optional.empty();
  }

  OffsetDateTime time() {
    return DAYS.matcher(text).matches()
        ? OffsetDateTime.now(ZoneOffset.UTC)
            .plusDays(Integer.parseInt(text.substring(0, text.length() - 1)))
        : new Moment(text).noon();
  }
}
