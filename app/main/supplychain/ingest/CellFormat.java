package supplychain.ingest;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * How a sheet shows the number of a cell. A date is a number of days there (ECMA-376, part 1,
 * 18.8.30 and 18.17.4).
 *
 * @param digits the least digits before the point
 */
record CellFormat(Shows shows, int digits) {
  enum Shows {
    NUMBER,
    PERCENT,
    DATE,
    TIME
  }

  static final CellFormat GENERAL = new CellFormat(Shows.NUMBER, 0);

  private static final CellFormat PERCENT = new CellFormat(Shows.PERCENT, 0);
  private static final CellFormat DATE = new CellFormat(Shows.DATE, 0);
  private static final CellFormat TIME = new CellFormat(Shows.TIME, 0);

  /** Texts, colours and fillers in a format, but not the hours that go on after a day. */
  private static final Pattern WITHOUT_MEANING =
      Pattern.compile("\"[^\"]*\"|\\\\.|_.|\\*.|\\[(?!(?:h+|m+|s+)])[^\\]]*]");

  private static final Pattern ZEROS = Pattern.compile("0{2,30}");

  private static final int LONGEST_CODE = 255;

  private static final int EXCEL_DIGITS = 15;
  private static final int LONGEST_NUMBER = 64;
  private static final int MOST_ZEROS = 30;

  /** The day with the number 0 for all days after February 1900. */
  private static final LocalDate START = LocalDate.of(1899, 12, 30);

  private static final LocalDate START_1904 = LocalDate.of(1904, 1, 1);

  /** 29 February 1900, which the sheet has, but no calendar. */
  private static final int NO_DAY = 60;

  /** The number of the first day of the year 10,000. */
  private static final int END = 2_958_466;

  private static final int MOST_SCALE = 1_000;
  private static final long SECOND = 1_000_000;
  private static final long DAY = Duration.ofDays(1).toSeconds() * SECOND;

  /** How many microseconds fifteen digits of a day of our time can be wrong. */
  private static final long MOST_NOISE = 10;

  /** The formats that a workbook names by their numbers alone. */
  static CellFormat ofNumber(int number) {
    if (Set.of(9, 10).contains(number)) {
      return PERCENT;
    }
    if (number >= 18 && number <= 21) {
      return TIME;
    }
    boolean isDate =
        (number >= 14 && number <= 22)
            || (number >= 27 && number <= 36)
            || (number >= 50 && number <= 58);
    return isDate ? DATE : GENERAL;
  }

  /** A format such as {@code dd/mm/yyyy}; its first part is that of positive numbers. */
  static CellFormat ofCode(String code) {
    if (code.length() > LONGEST_CODE) {
      return GENERAL;
    }
    String plain = WITHOUT_MEANING.matcher(code.toLowerCase(Locale.ROOT)).replaceAll("");
    String first = plain.split(";", 2)[0].strip();
    if (first.contains("general") || first.contains("standard") || first.contains("[")) {
      return GENERAL;
    }
    boolean isClock = first.contains("h") || first.contains("s");
    if (first.contains("y") || first.contains("d") || (first.contains("m") && !isClock)) {
      return DATE;
    }
    if (isClock) {
      return TIME;
    }
    boolean isZeros = ZEROS.matcher(first).matches();
    return first.contains("%")
        ? PERCENT
        : isZeros ? new CellFormat(Shows.NUMBER, first.length()) : GENERAL;
  }

  /** The cell of a number; null if it is none. On old Macs, the days count from 1904. */
  Cell cell(String number, boolean isFrom1904) {
    BigDecimal exact = exact(number);
    if (exact == null) {
      return null;
    }
    boolean isDay = shows == Shows.DATE || shows == Shows.TIME;
    String day = isDay ? day(exact, isFrom1904) : null;
    if (day != null) {
      return new Cell(day, Cell.Form.DATE);
    }
    String sign = shows == Shows.PERCENT ? "%" : "";
    BigDecimal shown =
        (shows == Shows.PERCENT ? exact.movePointRight(2) : exact)
            .round(new MathContext(EXCEL_DIGITS, RoundingMode.HALF_UP));
    return new Cell(text(shown) + sign, sign.isEmpty() ? Cell.Form.NUMBER : Cell.Form.TEXT);
  }

  private static BigDecimal exact(String number) {
    try {
      BigDecimal exact =
          number.length() > LONGEST_NUMBER ? null : new BigDecimal(number).stripTrailingZeros();
      boolean isSmall = exact != null && Math.abs((long) exact.scale()) < MOST_SCALE;
      return isSmall ? exact : null;
    } catch (NumberFormatException e) {
      return null;
    }
  }

  /** The number in digits; a number with more digits than Excel keeps as Excel shows it. */
  private String text(BigDecimal shown) {
    BigDecimal plain = shown.stripTrailingZeros();
    boolean isLong = plain.precision() - plain.scale() > EXCEL_DIGITS || plain.scale() > MOST_ZEROS;
    if (isLong) {
      return String.format(Locale.ROOT, "%.5E", plain);
    }
    String text = plain.toPlainString();
    boolean isPadded = digits > text.length() && plain.scale() <= 0 && plain.signum() >= 0;
    return isPadded ? "0".repeat(digits - text.length()) + text : text;
  }

  private String day(BigDecimal number, boolean isFrom1904) {
    long micros =
        number.multiply(BigDecimal.valueOf(DAY)).setScale(0, RoundingMode.HALF_UP).longValue();
    long second = Math.floorDiv(micros + SECOND / 2, SECOND) * SECOND;
    boolean isNoise = number.precision() <= EXCEL_DIGITS && Math.abs(micros - second) <= MOST_NOISE;
    long instant = isNoise ? second : micros;
    long day = Math.floorDiv(instant, DAY);
    LocalTime time = LocalTime.MIDNIGHT.plus(Math.floorMod(instant, DAY), ChronoUnit.MICROS);
    if (shows == Shows.TIME && day == 0) {
      return time.format(DateTimeFormatter.ISO_LOCAL_TIME);
    }
    boolean isNone = !isFrom1904 && (day == 0 || day == NO_DAY);
    if (number.signum() < 0 || number.compareTo(BigDecimal.valueOf(END)) >= 0 || isNone) {
      return null;
    }
    int isBeforeMarch = !isFrom1904 && day < NO_DAY ? 1 : 0;
    LocalDate date = (isFrom1904 ? START_1904 : START).plusDays(day + isBeforeMarch);
    return time.equals(LocalTime.MIDNIGHT)
        ? date.toString()
        : DateTimeFormatter.ISO_LOCAL_DATE_TIME
            .format(LocalDateTime.of(date, time))
            .replace('T', ' ');
  }
}
