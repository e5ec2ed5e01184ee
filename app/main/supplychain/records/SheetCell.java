package supplychain.records;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.regex.Pattern;
import supplychain.validation.Formats;

/**
 * A cell of a {@link Workbook}. A number has its digits, a day or a time is one of Excel, in the
 * time zone of the service. What Excel would not keep as it is becomes text: a number of more than
 * 15 digits, a day before March 1900, a time of an hour that the clocks repeat, and midnight, which
 * would be the whole day. Text stays text, even if it looks like a formula or a number.
 */
final class SheetCell {
  /** Ends each cell of a row, the empty ones too. It is in no XML. */
  static final char END = '\0';

  /** The most characters in a cell of Excel. */
  static final int MOST_LENGTH = 32_767;

  private static final String TOO_LONG =
      "(%d characters. A cell has up to %d: read this record as JSON.)";

  /** Begins what Excel would read as an escaped character. */
  private static final Pattern ESCAPE = Pattern.compile("_(?=x[0-9A-Fa-f]{4}_)");

  private static final int MOST_DIGITS = 15;

  private static final BigDecimal MICROSECONDS_OF_DAY = BigDecimal.valueOf(86_400_000_000L);

  /** With so many digits, each microsecond has its own number of Excel. */
  private static final MathContext DIGITS_OF_TIME = new MathContext(17, RoundingMode.HALF_UP);

  /** Day 0 for the days from March 1900 on: Excel has a 29 February 1900. */
  private static final LocalDate DAY_0 = LocalDate.of(1899, 12, 30);

  private static final LocalDate FIRST_DAY = LocalDate.of(1900, 3, 1);
  private static final LocalDate LAST_DAY = LocalDate.of(9999, 12, 31);

  /** How a cell is shown: its format among {@link #styles}, and the width of its column. */
  private enum Look {
    PLAIN(0, 14),
    TEXT(1, 20),
    DAY(2, 12),
    TIME(3, 20),
    HEAD(4, 20);

    private final int number;
    private final int width;

    Look(int number, int width) {
      this.number = number;
      this.width = width;
    }
  }

  private SheetCell() {}

  /** The cells of a row, each without its reference. */
  static byte[] row(List<?> values) {
    StringBuilder cells = new StringBuilder();
    values.forEach(value -> append(value, cells));
    return cells.toString().getBytes(UTF_8);
  }

  static byte[] head(List<String> names) {
    StringBuilder cells = new StringBuilder();
    names.forEach(name -> appendText(name, Look.HEAD, cells));
    return cells.toString().getBytes(UTF_8);
  }

  /** A column whose new cells are shown as its values are. */
  static String column(int number, Class<?> type) {
    Look look = Look.TEXT;
    if (Number.class.isAssignableFrom(type) || type == Boolean.class) {
      look = Look.PLAIN;
    } else if (type == LocalDate.class) {
      look = Look.DAY;
    } else if (type == OffsetDateTime.class) {
      look = Look.TIME;
    }
    return "<col min=\"%1$d\" max=\"%1$d\" width=\"%2$d\" style=\"%3$d\" customWidth=\"1\"/>"
        .formatted(number, look.width, look.number);
  }

  /** The formats of cells. 49 is the text of Excel. */
  static String styles(String namespace) {
    return """
    <styleSheet xmlns="%s"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/>\
    <numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>\
    <fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>\
    <font><b/><sz val="11"/><name val="Calibri"/></font></fonts>\
    <fills count="2"><fill><patternFill patternType="none"/></fill>\
    <fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders>\
    <cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf/>\
    <xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/>\
    <xf numFmtId="165" applyNumberFormat="1"/>\
    <xf numFmtId="49" fontId="1" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>\
    """
        .formatted(namespace);
  }

  private static void append(Object value, StringBuilder cells) {
    if (value == null) {
      cells.append(END);
    } else if (value instanceof Boolean flag) {
      cells.append(" t=\"b\"");
      appendValue(Look.PLAIN, flag ? "1" : "0", cells);
    } else if (value instanceof Number number && isKept(new BigDecimal(number.toString()))) {
      appendValue(Look.PLAIN, number.toString(), cells);
    } else if (value instanceof LocalDate day && isKept(day)) {
      appendValue(Look.DAY, String.valueOf(ChronoUnit.DAYS.between(DAY_0, day)), cells);
    } else if (value instanceof OffsetDateTime time) {
      append(time, cells);
    } else {
      appendText(value.toString(), Look.TEXT, cells);
    }
  }

  private static boolean isKept(BigDecimal number) {
    return number.stripTrailingZeros().precision() <= MOST_DIGITS;
  }

  private static boolean isKept(LocalDate day) {
    return !day.isBefore(FIRST_DAY) && !day.isAfter(LAST_DAY);
  }

  private static void append(OffsetDateTime time, StringBuilder cells) {
    ZoneId zone = ZoneId.systemDefault();
    LocalDateTime there = time.atZoneSameInstant(zone).toLocalDateTime();
    boolean isOnce = zone.getRules().getValidOffsets(there).size() == 1;
    boolean isDay = there.toLocalTime().equals(LocalTime.MIDNIGHT);
    if (isKept(there.toLocalDate()) && isOnce && !isDay) {
      long micros = ChronoUnit.MICROS.between(DAY_0.atStartOfDay(), there);
      BigDecimal days = BigDecimal.valueOf(micros).divide(MICROSECONDS_OF_DAY, DIGITS_OF_TIME);
      appendValue(Look.TIME, days.toPlainString(), cells);
    } else {
      appendText(Formats.shown(time), Look.TEXT, cells);
    }
  }

  private static void appendValue(Look look, String value, StringBuilder cells) {
    if (look != Look.PLAIN) {
      cells.append(" s=\"").append(look.number).append('"');
    }
    cells.append("><v>").append(value).append("</v></c>").append(END);
  }

  private static void appendText(String text, Look look, StringBuilder cells) {
    String shown =
        text.length() <= MOST_LENGTH ? text : TOO_LONG.formatted(text.length(), MOST_LENGTH);
    cells
        .append(" s=\"")
        .append(look.number)
        .append("\" t=\"inlineStr\"><is><t xml:space=\"preserve\">")
        .append(escape(shown))
        .append("</t></is></c>")
        .append(END);
  }

  /** A text in XML. What XML cannot have is written as Excel writes it: {@code _x0001_}. */
  static String escape(String text) {
    String plain = text.contains("_x") ? ESCAPE.matcher(text).replaceAll("_x005F_") : text;
    StringBuilder escaped = new StringBuilder(plain.length());
    for (int i = 0; i < plain.length(); i++) {
      char c = plain.charAt(i);
      switch (c) {
        case '&' -> escaped.append("&amp;");
        case '<' -> escaped.append("&lt;");
        case '>' -> escaped.append("&gt;");
        case '"' -> escaped.append("&quot;");
        case '\t', '\n' -> escaped.append(c);
        default -> escaped.append(c < ' ' || c >= '\uFFFE' ? "_x%04X_".formatted((int) c) : c);
      }
    }
    return escaped.toString();
  }
}
