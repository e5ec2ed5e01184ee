package supplychain.validation;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the formats of the interface; empty if a text or a JSON value has another format. */
public final class Formats {
  public static final int DECIMAL_DIGITS = 25;

  public static final int DECIMAL_SCALE = 6;

  private static final int UUID_LENGTH = 36;
  private static final Pattern PLAIN_DECIMAL = Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?");
  private static final Pattern DATE = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}");
  private static final Pattern TIME =
      Pattern.compile(
          "([0-9-]{10})([Tt ])([0-9:]{5,8})(?:(\\.[0-9]{1,6})[0-9]*)?([Zz]|[+-][0-9:]{5})?");

  private static final String ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~\\-[^\\p{ASCII}]]++";
  private static final String LABEL = "[\\p{L}\\p{M}\\p{N}]++(?:-++[\\p{L}\\p{M}\\p{N}]++)*+";
  private static final Pattern EMAIL =
      Pattern.compile(ATOM + "(?:\\." + ATOM + ")*+@" + LABEL + "(?:\\." + LABEL + ")*+");

  /** The calendar went from 4 to 15 October 1582; java.sql.Date, which jOOQ uses, does too. */
  private static final LocalDate LAST_JULIAN = LocalDate.of(1582, 10, 4);

  private static final LocalDate FIRST_GREGORIAN = LocalDate.of(1582, 10, 15);

  private static final int LAST_YEAR = 9999;

  private static final int LENGTH_WITH_SECONDS = "00:00:00".length();

  private static final LocalTime LAST_SECOND = LocalTime.of(23, 59, 59);

  private static final DateTimeFormatter SHOWN =
      new DateTimeFormatterBuilder()
          .append(DateTimeFormatter.ISO_LOCAL_DATE_TIME)
          .appendOffset("+HH:MM", "+00:00")
          .toFormatter(Locale.ROOT);

  private Formats() {}

  public static Optional<UUID> uuid(String text) {
    return isUuid(text) ? Optional.of(UUID.fromString(text)) : Optional.empty();
  }

  /** Java also reads shorter groups of digits, and those of other scripts. */
  private static boolean isUuid(String text) {
    boolean is = text.length() == UUID_LENGTH;
    for (int i = 0; is && i < UUID_LENGTH; i++) {
      boolean isHyphen = i == 8 || i == 13 || i == 18 || i == 23;
      is = isHyphen ? text.charAt(i) == '-' : HexFormat.isHexDigit(text.charAt(i));
    }
    return is;
  }

  /**
   * An exact decimal: a string in plain notation, or a JSON number. At most {@value
   * #DECIMAL_DIGITS} digits, {@value #DECIMAL_SCALE} of them after the point.
   */
  public static Optional<BigDecimal> decimal(JsonNode node) {
    if (node.isNumber()) {
      return bounded(node.decimalValue());
    }
    String text = node.asText();
    boolean fits = text.length() <= DECIMAL_DIGITS + 2;
    return fits && PLAIN_DECIMAL.matcher(text).matches()
        ? bounded(new BigDecimal(text))
        : Optional.empty();
  }

  private static Optional<BigDecimal> bounded(BigDecimal value) {
    long whole = Math.max(1L, (long) value.precision() - value.scale());
    long fraction = Math.max(0, value.scale());
    if (fraction > DECIMAL_SCALE || whole + fraction > DECIMAL_DIGITS) {
      return Optional.empty();
    }
    return Optional.of(value.scale() < 0 ? value.setScale(0) : value);
  }

  /** A text or a number as a code: a number without a fraction of zeros, 17 for 17.0. */
  public static String code(JsonNode value) {
    BigDecimal number = value.isNumber() ? value.decimalValue() : BigDecimal.ONE;
    boolean isWhole = number.scale() > 0 && number.remainder(BigDecimal.ONE).signum() == 0;
    return isWhole ? number.toBigInteger().toString() : value.asText();
  }

  /** A calendar date, {@code 2026-11-21}, from the year 1 on, that is a day of the calendar. */
  public static Optional<LocalDate> date(String text) {
    if (!DATE.matcher(text).matches()) {
      return Optional.empty();
    }
    try {
      LocalDate date = LocalDate.parse(text);
      boolean skipped = date.isAfter(LAST_JULIAN) && date.isBefore(FIRST_GREGORIAN);
      return date.getYear() >= 1 && !skipped ? Optional.of(date) : Optional.empty();
    } catch (DateTimeException notADay) {
      return Optional.empty();
    }
  }

  /**
   * An instant with its offset (RFC 3339); or a date, a blank and a time, or a date, which stands
   * for noon of that day. Both count in the time zone of the service.
   */
  public static Optional<OffsetDateTime> dateTime(String text) {
    return instantOr(text, Formats::noon);
  }

  /** Where the clocks skip noon of a day, java.time takes an instant as long after the gap. */
  static OffsetDateTime noon(LocalDate day, ZoneId zone) {
    return utc(day.atTime(LocalTime.NOON).atZone(zone));
  }

  /** The first instant of a day; where the clocks skip midnight, the end of the gap. */
  static OffsetDateTime start(LocalDate day, ZoneId zone) {
    return utc(day.atStartOfDay(zone));
  }

  private static OffsetDateTime utc(ZonedDateTime time) {
    return time.toInstant().atOffset(ZoneOffset.UTC);
  }

  private static Optional<OffsetDateTime> instantOr(
      String text, BiFunction<LocalDate, ZoneId, OffsetDateTime> ofDay) {
    return date(text)
        .map(day -> ofDay.apply(day, ZoneId.systemDefault()))
        .or(() -> time(text))
        .filter(instant -> instant.getYear() >= 1 && instant.getYear() <= LAST_YEAR);
  }

  /**
   * An instant without the digits past the microsecond. Spreadsheets and forms write a blank before
   * a time, and no offset: it is a time of the service's zone. A leap second, which is always
   * 23:59:60 in UTC, becomes the second after it.
   */
  private static Optional<OffsetDateTime> time(String text) {
    Matcher parts = TIME.matcher(text);
    if (!parts.matches()) {
      return Optional.empty();
    }
    String clock = parts.group(3);
    String fraction = Objects.requireNonNullElse(parts.group(4), "");
    String offset = parts.group(5);
    if (offset == null ? !parts.group(2).equals(" ") : clock.length() < LENGTH_WITH_SECONDS) {
      return Optional.empty();
    }
    boolean isLeap = clock.endsWith(":60") && offset != null;
    String shown = isLeap ? clock.substring(0, clock.length() - 2) + "59" : clock;
    try {
      ZoneId zone =
          offset == null ? ZoneId.systemDefault() : ZoneOffset.of(offset.toUpperCase(Locale.ROOT));
      LocalDateTime time = LocalDateTime.parse(parts.group(1) + "T" + shown + fraction);
      OffsetDateTime instant = utc(time.atZone(zone));
      boolean isDayEnd = instant.toLocalTime().truncatedTo(ChronoUnit.SECONDS).equals(LAST_SECOND);
      return !isLeap || isDayEnd
          ? Optional.of(instant.plusSeconds(isLeap ? 1 : 0))
          : Optional.empty();
    } catch (DateTimeException notATime) {
      return Optional.empty();
    }
  }

  /** The day of an instant in the service's time zone. */
  public static LocalDate day(OffsetDateTime instant) {
    return instant.atZoneSameInstant(ZoneId.systemDefault()).toLocalDate();
  }

  /**
   * An instant as a spreadsheet shows it: with the offset of the service's time zone. It stays in
   * UTC where the clock of the zone cannot write it: with the seconds of an offset before standard
   * time, or outside the years 1 to 9999.
   */
  public static String shown(OffsetDateTime instant) {
    OffsetDateTime there = instant.atZoneSameInstant(ZoneId.systemDefault()).toOffsetDateTime();
    boolean isPlain = there.getOffset().getTotalSeconds() % 60 == 0;
    boolean isInRange = there.getYear() >= 1 && there.getYear() <= LAST_YEAR;
    return SHOWN.format(isPlain && isInRange ? there : instant);
  }

  /** Reads what {@link #dateTime} reads, but a date stands for its first instant. */
  public static Optional<OffsetDateTime> dayOrTime(String text) {
    return instantOr(text, Formats::start);
  }

  /** Whether it is a URI with its scheme (RFC 3986). */
  public static boolean isUri(String text) {
    try {
      return new URI(text).isAbsolute();
    } catch (URISyntaxException notOne) {
      return false;
    }
  }

  /**
   * Returns whether the text is a Mailbox (RFC 5321, 4.1.2) with a Dot-string as its local part and
   * a name as its domain, with the letters of other scripts that RFC 6531, 3.3 adds.
   */
  public static boolean isEmail(String text) {
    return EMAIL.matcher(text).matches();
  }
}
