package supplychain.validation;

import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The value that a person probably meant by a text of another format; empty if unclear. */
public final class Corrections {
  private static final int LONGEST = 40;

  private static final Pattern DAY_FIRST =
      Pattern.compile("([0-9]{1,2})([./-])([0-9]{1,2})\\2([0-9]{4})(?![0-9]).*");
  private static final Pattern YEAR_FIRST =
      Pattern.compile("([0-9]{4})([./-])([0-9]{1,2})\\2([0-9]{1,2})(?![0-9]).*");

  /** The clock of a date and time. */
  private static final Pattern CLOCK =
      Pattern.compile(
          ".*[0-9][Tt\\h]+([0-9]{1,2}):([0-9]{2})(?::([0-9]{2})(?:\\.[0-9]+)?)?"
              + "\\h*(?:[Zz]|[+-][0-9:]+)?");

  /** A number with a unit before or after it. */
  private static final Pattern NUMBER =
      Pattern.compile(
          "[\\p{L}\\p{Sc}\\h]*([+-]?[.,]?[0-9](?:[0-9.,'\u2019\\h]*[0-9.,])?)[\\p{L}\\h]*");

  private static final Pattern BEFORE_THREE_DIGITS =
      Pattern.compile("(?<=[0-9])['\u2019\\h](?=[0-9]{3}(?![0-9]))");
  private static final String GROUP = "-?[0-9]{1,3}([.,])[0-9]{3}";
  private static final Pattern GROUPS = Pattern.compile(GROUP + "(?:\\1[0-9]{3})*");
  private static final Pattern THOUSANDS = Pattern.compile(GROUP + "(?:\\1[0-9]{3})+");
  private static final Pattern SEPARATOR = Pattern.compile("[.,]");

  private Corrections() {}

  /** The decimal of a text like {@code 120,5} or {@code 1,200 kg}. */
  public static Optional<String> decimal(String text) {
    Matcher found = NUMBER.matcher(text);
    if (text.length() > LONGEST || !found.matches()) {
      return Optional.empty();
    }
    String number = BEFORE_THREE_DIGITS.matcher(found.group(1)).replaceAll("").replace("+", "");
    int last = Math.max(number.lastIndexOf('.'), number.lastIndexOf(','));
    String digits = SEPARATOR.matcher(number).replaceAll("");
    if (last < 0 || THOUSANDS.matcher(number).matches()) {
      return choices(right(digits));
    }
    String whole = number.substring(0, last);
    boolean isUsual =
        !SEPARATOR.matcher(whole).find()
            || (GROUPS.matcher(whole).matches() && whole.indexOf(number.charAt(last)) < 0);
    if (!isUsual) {
      return Optional.empty();
    }
    Stream<String> decimal =
        right(SEPARATOR.matcher(whole).replaceAll("") + "." + number.substring(last + 1));
    return number.matches("-?[1-9][0-9]{0,2},[0-9]{3}")
        ? choices(Stream.concat(decimal, right(digits)))
        : choices(decimal);
  }

  /** The number as the interface writes it, without zeros before it or a point behind it. */
  private static Stream<String> right(String number) {
    String plain = number.replaceFirst("^(-?)0*(?=[0-9])", "$1").replaceFirst("\\.$", "");
    String full = plain.replaceFirst("^(-?)\\.", "$10.");
    return Formats.decimal(TextNode.valueOf(full)).map(any -> full).stream();
  }

  /** The date of a text like {@code 21.11.2026}, or both dates of {@code 05/06/2026}. */
  public static Optional<String> date(String text) {
    return choices(dates(text));
  }

  /** The same for a date with a time, which keeps its time. */
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
    String both = "%1$s, or %1$sT%2$s with an offset like +03:00 at its end";
    return full.equals("00:00:00") ? day : day.map(one -> both.formatted(one, full));
  }

  /** The same in a query, where a + that is not encoded is a blank. */
  public static Optional<String> timeInQuery(String text) {
    return Formats.dayOrTime(text.replace(' ', '+'))
        .map(any -> text.replace(" ", "%2B"))
        .or(() -> dateTime(text));
  }

  private static Stream<String> dates(String text) {
    String start = text.length() > LONGEST ? "" : text.strip();
    Matcher yearFirst = YEAR_FIRST.matcher(start);
    if (yearFirst.matches()) {
      return date(yearFirst.group(1), yearFirst.group(3), yearFirst.group(4));
    }
    Matcher dayFirst = DAY_FIRST.matcher(start);
    if (!dayFirst.matches()) {
      return Stream.empty();
    }
    String year = dayFirst.group(4);
    Stream<String> usual = date(year, dayFirst.group(3), dayFirst.group(1));
    return dayFirst.group(2).equals(".")
        ? usual
        : Stream.concat(usual, date(year, dayFirst.group(1), dayFirst.group(3))).distinct();
  }

  private static Stream<String> date(String year, String month, String day) {
    int[] parts = {Integer.parseInt(year), Integer.parseInt(month), Integer.parseInt(day)};
    String date = String.format(Locale.ROOT, "%04d-%02d-%02d", parts[0], parts[1], parts[2]);
    return Formats.date(date).map(any -> date).stream();
  }

  private static Optional<String> choices(Stream<String> texts) {
    return Optional.of(texts.collect(Collectors.joining(" or "))).filter(text -> !text.isEmpty());
  }
}
