package supplychain.validation;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import supplychain.core.Texts;
import supplychain.validation.ValueType.Read;

/** The types of values in the tables of the interface. */
public final class ValueTypes {
  public static final ValueType<UUID> ID =
      string(
          Formats::uuid,
          "an id: a UUID of 36 characters, without spaces or quotes",
          any -> Optional.empty());

  /** An instant, or a date, which stands for noon of that day in the service's time zone. */
  public static final ValueType<OffsetDateTime> DATE_TIME =
      string(
          Formats::dateTime,
          "a date, like 2026-11-21, or a date and time with its offset, like 2026-11-21T08:00:00Z",
          Corrections::dateTime);

  public static final ValueType<LocalDate> DATE =
      string(Formats::date, "a date, like 2026-11-21", Corrections::date);

  /** An instant, or a date, which stands for its first instant in that zone, in a query. */
  public static final ValueType<OffsetDateTime> DAY_OR_TIME =
      string(
          Formats::dayOrTime,
          "a date, or a date and time with its offset",
          Corrections::timeInQuery);

  /** A flag that is a string: in a query, and in a product. */
  public static final ValueType<Boolean> FLAG_TEXT =
      value ->
          switch (value.asText()) {
            case "true" -> Read.right(true);
            case "false" -> Read.right(false);
            default -> Read.wrong("not_a_choice", "must be true or false.");
          };

  public static final ValueType<Boolean> FLAG =
      value -> value.isBoolean() ? Read.right(value.asBoolean()) : type("true or false");

  /** No currency is left out of a correction, because that of the record may be another. */
  private static final String NO_WORD = "(?!)";

  /** Degrees north, WGS 84. */
  public static final ValueType<Double> LATITUDE = number(-90, 90);

  /** Degrees east, WGS 84. */
  public static final ValueType<Double> LONGITUDE = number(-180, 180);

  /** Kilograms: an exact decimal of 0 or more, as a string or a number. */
  public static final ValueType<BigDecimal> QUANTITY =
      decimal("kg", "kgs?|kilos?|kilogram(?:me)?s?");

  /** Hectares: an exact decimal of 0 or more, as a string or a number. */
  public static final ValueType<BigDecimal> AREA = decimal("hectares", "ha|hectares?");

  /** An amount of a currency: an exact decimal of 0 or more, as a string or a number. */
  public static final ValueType<BigDecimal> AMOUNT = decimal("the currency of the record", NO_WORD);

  /** The id of a record, alone or in the document of the record. */
  public static final ValueType<UUID> RECORD =
      value -> {
        boolean hasNoId = value.isObject() && !value.hasNonNull("id");
        return hasNoId
            ? Read.wrong("type", "must be an id, or an object with its id.")
            : ID.read(value.isObject() ? value.get("id") : value);
      };

  public static final int URI_LENGTH = 2_000;

  public static final ValueType<String> URI =
      textLike(URI_LENGTH, Formats::isUri, "a URI, like https://example.org/photo.jpg");

  /**
   * Characters that PostgreSQL or UTF-8 cannot store: NUL, and half of a pair of surrogates. A
   * whole pair is one character for the pattern.
   */
  private static final Pattern NOT_STORED = Pattern.compile("[\\x00\\p{Cs}]");

  /** Control and format characters (categories Cc and Cf). */
  private static final Pattern UNSEEN = Pattern.compile("[\\p{Cc}\\p{Cf}]");

  /** Only spaces and invisible characters of Unicode. */
  private static final Pattern BLANK = Pattern.compile("[\\p{Z}\\p{Cc}\\p{Cf}]*");

  private ValueTypes() {}

  /** Text of at most {@code max} code points, which can be empty. */
  public static ValueType<String> text(int max) {
    return value -> {
      if (!value.isTextual()) {
        return type("a string");
      }
      String text = value.asText();
      Matcher flaw = NOT_STORED.matcher(text);
      if (flaw.find()) {
        String surrogate = "has an unpaired surrogate, which is not a Unicode character.";
        boolean isNul = flaw.group().equals("\0");
        return Read.wrong("character", isNul ? "has a NUL character." : surrogate);
      }
      int length = text.codePointCount(0, text.length());
      return length <= max
          ? Read.right(text)
          : Read.wrong("too_long", "has %d characters. The limit is %d.".formatted(length, max));
    };
  }

  /** Whether PostgreSQL can store all characters of a text. */
  public static boolean isStored(String text) {
    return !NOT_STORED.matcher(text).find();
  }

  public static ValueType<String> filledText(int max) {
    return new FilledText(max);
  }

  /** Text that is not blank, of at most {@code max} code points. */
  public record FilledText(int max) implements ValueType<String> {
    @Override
    public Read<String> read(JsonNode value) {
      Read<String> text = text(max).read(value);
      return text.isWrong() || !BLANK.matcher(text.value()).matches()
          ? text
          : Read.wrong("blank", "must not be blank.");
    }
  }

  /** The name of a person or a thing: text that is not blank, with one blank between two words. */
  public static ValueType<String> name(int max) {
    return tidy(filledText(max));
  }

  /** A code such as the number of a card: text without characters that nobody sees. */
  public static ValueType<String> code(int max) {
    return code(text(max));
  }

  /** A code that is not blank. */
  public static ValueType<String> filledCode(int max) {
    return code(filledText(max));
  }

  private static ValueType<String> code(ValueType<String> type) {
    ValueType<String> tidy = tidy(type);
    return value -> {
      Matcher unseen = UNSEEN.matcher(value.asText());
      Read<String> text = tidy.read(value);
      return text.isWrong() || !unseen.find()
          ? text
          : Read.wrong(
              "character",
              "has a character that nobody sees: U+%04X.".formatted(unseen.group().codePointAt(0)));
    };
  }

  /** The text in the form in which texts are compared. */
  public static ValueType<String> tidy(ValueType<String> type) {
    return value -> {
      Read<String> text = type.read(value);
      return text.isWrong() ? text : Read.right(Texts.tidy(text.value()));
    };
  }

  public static ValueType<String> email(int max) {
    return textLike(max, Formats::isEmail, "an e-mail address");
  }

  public static ValueType<Double> number(double min, double max) {
    return value -> {
      if (!value.isNumber()) {
        return noNumber(value);
      }
      double number = value.doubleValue();
      if (Double.isInfinite(number) || number < min || number > max) {
        String upTo = max == Double.MAX_VALUE ? "" : " to " + plain(max);
        return Read.wrong("range", "must be a number from " + plain(min) + upTo + ".");
      }
      // The answer would write −0.0 as "-0".
      return Read.right(number == 0 ? 0.0 : number);
    };
  }

  public static <E extends Enum<E>> ValueType<E> choice(Class<E> type) {
    return new Choice<>(List.of(type.getEnumConstants()));
  }

  public record Choice<E extends Enum<E>>(List<E> choices) implements ValueType<E> {
    public List<String> names() {
      return choices.stream().map(E::name).toList();
    }

    @Override
    public Read<E> read(JsonNode value) {
      return choices.stream()
          .filter(choice -> value.isTextual() && choice.name().equals(value.asText()))
          .findFirst()
          .map(Read::right)
          .orElseGet(() -> Read.wrong("not_a_choice", rule(value.asText().strip())));
    }

    private String rule(String written) {
      String hint = NearestName.hint(written.toUpperCase(Locale.ROOT), names());
      return "must be one of %s.%s".formatted(String.join(", ", names()), hint);
    }
  }

  /** One of these words, which a query can have. */
  public record Word(List<String> words) implements ValueType<String> {
    @Override
    public Read<String> read(JsonNode value) {
      String text = value.asText();
      return words.contains(text)
          ? Read.right(text)
          : Read.wrong(
              "not_a_choice",
              "must be " + String.join(" or ", words) + "." + NearestName.hint(text, words));
    }
  }

  /** A decimal of a unit. A correction leaves out its words, which users write beside a number. */
  private static ValueType<BigDecimal> decimal(String unit, String words) {
    String word = "(?:" + words + ")\\.?";
    Pattern written =
        Pattern.compile(
            "^\\h*" + word + "\\h*(?=[0-9.,+-])|(?<=[0-9.,])\\h*" + word + "\\h*$",
            Pattern.CASE_INSENSITIVE);
    String form =
        "in %s, as a plain decimal like 1.50, of at most %d digits, at most %d after the point"
            .formatted(unit, Formats.DECIMAL_DIGITS, Formats.DECIMAL_SCALE);
    return value -> {
      if (!value.isTextual() && !value.isNumber()) {
        return type("a decimal, as a string or a number");
      }
      BigDecimal decimal = Formats.decimal(value).orElse(null);
      if (decimal == null) {
        String text = written.matcher(value.asText()).replaceAll("");
        return Read.wrong("format", rule(form, Corrections.decimal(text)));
      }
      return decimal.signum() < 0 ? Read.wrong("range", "must be 0 or more.") : Read.right(decimal);
    };
  }

  private static ValueType<String> textLike(int max, Predicate<String> isLike, String form) {
    return value -> {
      Read<String> text = text(max).read(value);
      return text.isWrong() || isLike.test(text.value())
          ? text
          : Read.wrong("format", rule(form, Optional.empty()));
    };
  }

  private static <T> ValueType<T> string(
      Function<String, Optional<T>> parse,
      String form,
      Function<String, Optional<String>> correct) {
    return value ->
        value.isTextual()
            ? parse
                .apply(value.asText())
                .map(Read::right)
                .orElseGet(() -> Read.wrong("format", rule(form, correct.apply(value.asText()))))
            : type("a string");
  }

  /** The mistake of a value that is no JSON number. */
  public static <T> Read<T> noNumber(JsonNode value) {
    String text = value.asText();
    Optional<String> correction =
        Formats.decimal(value)
            .map(any -> text)
            .or(() -> Corrections.decimal(text))
            .or(() -> Corrections.degrees(text));
    return type("a number" + correction.map(": write "::concat).orElse(""));
  }

  private static <T> Read<T> type(String right) {
    return Read.wrong("type", "must be " + right + ".");
  }

  /** The rule for a value in a wrong format, or the right value if somebody can tell it. */
  private static String rule(String form, Optional<String> correction) {
    return correction.map("must be written "::concat).orElse("must be " + form) + ".";
  }

  private static String plain(double limit) {
    return new BigDecimal(limit).toPlainString();
  }
}
