package supplychain.validation;

import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.time.Month;
import java.time.format.TextStyle;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The value that a person probably meant by a text of another format; empty if unclear. */
public final class Corrections {
  private static final int LONGEST = 40;

  /** The forms of a date, with its day, month and year. */
  private static final List<Pattern> DATES =
      Stream.of(
              "(?<y>[0-9]{4})([./-])(?<m>[0-9]{1,2})\\2(?<d>[0-9]{1,2})",
              "(?<d>[0-9]{1,2})[\\h./-]*(?:de\\h+)?(?<m>\\p{L}{3,})[\\h.,/-]*(?:de\\h+)?"
                  + "(?<y>[0-9]{4}|[0-9]{2})",
              "(?<m>\\p{L}{3,})\\.?\\h+(?<d>[0-9]{1,2}),?\\h+(?<y>[0-9]{4})",
              "(?<d>[0-9]{1,2})([./-])(?<m>[0-9]{1,2})\\2(?<y>[0-9]{4}|[0-9]{2})",
              "(?<m>[0-9]{1,2})([/-])(?<d>[0-9]{1,2})\\2(?<y>[0-9]{4}|[0-9]{2})",
              "(?<y>[0-9]{2})([/-])(?<m>[0-9]{1,2})\\2(?<d>[0-9]{2})")
          .map(form -> Pattern.compile(form + "(?![0-9]).*"))
          .toList();

  /** The languages of the names of months. */
  private static final List<Locale> LANGUAGES =
      Stream.of("en", "es", "fr", "pt", "sw").map(Locale::forLanguageTag).toList();

  /** Excel's number of a day from 1927 to 2173, and perhaps of a time of the day. */
  private static final Pattern EXCEL_DAY = Pattern.compile("([1-9][0-9]{4})(?:[.,][0-9]+)?");

  /** The day with the number 0, for all days after February 1900. */
  private static final LocalDate EXCEL_START = LocalDate.of(1899, 12, 30);

  /** Excel reads two digits of a year from this one on as a year of 1900. */
  private static final int FIRST_OF_1900 = 30;

  /** The clock of a date and time. */
  private static final Pattern CLOCK =
      Pattern.compile(
          ".*[0-9][Tt\\h]+([0-9]{1,2}):([0-9]{2})(?::([0-9]{2})(?:\\.[0-9]+)?)?"
              + "\\h*([Zz]|[+-][0-9:]+)?");

  private static final Pattern NUMBER =
      Pattern.compile("\\h*([+-]?[.,]?[0-9](?:[0-9.,'\u2019\\h]*[0-9.,])?)\\h*");

  /** Degrees with a direction or with minutes, such as 1°24'30.5"N. */
  private static final Pattern DEGREES =
      Pattern.compile(
          "([NSEW]?)\\h*(-?)([0-9]{1,3}(?:[.,][0-9]{1,15})?)\\h*(?:[°º]\\h*"
              + "(?:([0-9]{1,2}(?:[.,][0-9]{1,15})?)\\h*['′’]\\h*"
              + "(?:([0-9]{1,2}(?:[.,][0-9]{1,15})?)\\h*(?:[\"″”]|'')\\h*)?)?)?([NSEW]?)");

  private static final BigDecimal SIXTY = BigDecimal.valueOf(60);
  private static final int DEGREE_DECIMALS = 6;

  private static final Pattern BEFORE_THREE_DIGITS =
      Pattern.compile("(?<=[0-9])['\u2019\\h](?=[0-9]{3}(?![0-9]))");
  private static final Pattern NOTHING_BEFORE_SIGN = Pattern.compile("^(-?)(?=[.,])");
  private static final Pattern NOTHING_AFTER_SIGN = Pattern.compile("^(-?[0-9]+)[.,]$");

  private Corrections() {}

  /**
   * The decimal of a text like {@code 120,5}, or both decimals of {@code 1,200}. They are written
   * so that a table can have them, where {@code 1.200} has two readings, too.
   */
  public static Optional<String> decimal(String text) {
    Matcher found = NUMBER.matcher(text);
    if (text.length() > LONGEST || !found.matches()) {
      return Optional.empty();
    }
    String joined = BEFORE_THREE_DIGITS.matcher(found.group(1)).replaceAll("").replace("+", "");
    String full = NOTHING_BEFORE_SIGN.matcher(joined).replaceFirst("$10");
    String number = NOTHING_AFTER_SIGN.matcher(full).replaceFirst("$1");
    String oneMoreDigit = DecimalSign.isAmbiguous(number) ? "0" : "";
    return choices(
        DecimalSign.readings(number)
            .map(one -> one.replaceFirst("^(-?)0*(?=[0-9])", "$1"))
            .map(one -> one.contains(".") ? one + oneMoreDigit : one)
            .filter(one -> Formats.decimal(TextNode.valueOf(one)).isPresent()));
  }

  /** The decimal degrees of a text like {@code 1°24'30.5"N}. */
  static Optional<String> degrees(String text) {
    Matcher found = DEGREES.matcher(text.strip());
    if (text.length() > LONGEST || !found.matches()) {
      return Optional.empty();
    }
    BigDecimal minutes = part(found.group(4)).add(sixtieth(part(found.group(5))));
    BigDecimal degrees = part(found.group(3)).add(sixtieth(minutes));
    String direction = found.group(1) + found.group(6);
    boolean isNegative = !found.group(2).isEmpty() || direction.matches("[SW]");
    BigDecimal rounded = degrees.setScale(DEGREE_DECIMALS, RoundingMode.HALF_UP);
    return direction.length() > 1
        ? Optional.empty()
        : Optional.of(
            (isNegative ? rounded.negate() : rounded).stripTrailingZeros().toPlainString());
  }

  private static BigDecimal part(String number) {
    return number == null ? BigDecimal.ZERO : new BigDecimal(number.replace(',', '.'));
  }

  private static BigDecimal sixtieth(BigDecimal number) {
    return number.divide(SIXTY, MathContext.DECIMAL64);
  }

  /** The date of a text like {@code 21.11.2026}, or both dates of {@code 05/06/2026}. */
  public static Optional<String> date(String text) {
    return choices(dates(text));
  }

  /** The time of a text like {@code 21.11.2026 14:30}, as a time of the service's zone. */
  public static Optional<String> dateTime(String text) {
    Optional<String> day = date(text);
    Matcher clock = CLOCK.matcher(text.strip());
    boolean hasOneDay = day.flatMap(Formats::date).isPresent();
    if (!hasOneDay || !clock.matches()) {
      return day;
    }
    String seconds = clock.group(3) == null ? "00" : clock.group(3);
    String time = ("0" + clock.group(1)).replaceFirst("^0(?=..)", "");
    String full = "%s:%s:%s".formatted(time, clock.group(2), seconds);
    // Spreadsheets write midnight after a date alone.
    String inZone = "%1$s %2$s (in the time zone of the service), or ";
    String form =
        (clock.group(4) == null ? inZone : "") + "%1$sT%2$s with an offset like +03:00 at its end";
    return full.equals("00:00:00") ? day : day.map(one -> form.formatted(one, full));
  }

  /** The date or time of a text in a query, where a + that is not encoded is a blank. */
  public static Optional<String> timeInQuery(String text) {
    return Formats.dayOrTime(text.replace(' ', '+'))
        .map(any -> text.replace(" ", "%2B"))
        .or(() -> dateTime(text))
        .filter(proposed -> !proposed.equals(text));
  }

  private static Stream<String> dates(String text) {
    String start = text.length() > LONGEST ? "" : text.strip();
    Matcher excel = EXCEL_DAY.matcher(start);
    if (excel.matches()) {
      String number = excel.group(1);
      LocalDate day = EXCEL_START.plusDays(Long.parseLong(number));
      return Stream.of("%1$s (%2$s is Excel's number of %1$s)".formatted(day, number));
    }
    return DATES.stream()
        .map(form -> form.matcher(start))
        .filter(Matcher::matches)
        .flatMap(date -> dates(date.group("y"), date.group("m"), date.group("d")))
        .distinct();
  }

  private static Stream<String> dates(String year, String month, String day) {
    return months(month)
        .mapToObj(
            each ->
                String.format(
                    Locale.ROOT, "%04d-%02d-%02d", year(year), each, Integer.parseInt(day)))
        .filter(date -> Formats.date(date).isPresent());
  }

  /** Of two digits Excel makes a year from 1930 to 2029. */
  private static int year(String digits) {
    int number = Integer.parseInt(digits);
    int century = digits.length() == 4 ? 0 : number < FIRST_OF_1900 ? 2000 : 1900;
    return century + number;
  }

  /** The month of a number, or those whose names begin with three letters or more. */
  private static IntStream months(String month) {
    if (Character.isDigit(month.charAt(0))) {
      return IntStream.of(Integer.parseInt(month));
    }
    String start = month.toLowerCase(Locale.ROOT);
    return Stream.of(Month.values())
        .filter(
            each ->
                LANGUAGES.stream()
                    .map(language -> each.getDisplayName(TextStyle.FULL, language))
                    .anyMatch(name -> name.toLowerCase(Locale.ROOT).startsWith(start)))
        .mapToInt(Month::getValue);
  }

  private static Optional<String> choices(Stream<String> texts) {
    return Optional.of(texts.collect(Collectors.joining(" or "))).filter(text -> !text.isEmpty());
  }
}
