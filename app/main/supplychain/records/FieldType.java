package supplychain.records;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import supplychain.core.Json;
import supplychain.validation.Formats;

/** The type of a form's field. Every value is stored as text. */
public enum FieldType {
  TEXT,
  INTEGER,
  FLOAT,
  RADIO,
  MULTI_SELECT,
  EMAIL,
  PHONE,
  DATE,
  BOOLEAN,
  DROPDOWN;

  private static final int MOST_SHOWN = 20;

  private static final int LONGEST_SHOWN = 500;

  private static final Pattern WHOLE = Pattern.compile("[+-]?[0-9]{1,25}");
  private static final Pattern DECIMAL =
      Pattern.compile("[+-]?[0-9]{1,25}(\\.[0-9]{1,25})?([eE][+-]?[0-9]{1,2})?");
  private static final Pattern PHONE_NUMBER = Pattern.compile("[+(]?[0-9][0-9 ()./x-]{1,40}");

  /** The rule that a value for a field of this type with these options breaks, if any. */
  Optional<String> flaw(String value, Supplier<Set<String>> options) {
    return switch (this) {
      case TEXT -> Optional.empty();
      case INTEGER -> ruleUnless(WHOLE.matcher(value).matches(), "a whole number");
      case FLOAT -> ruleUnless(DECIMAL.matcher(value).matches(), "a number");
      case EMAIL -> ruleUnless(Formats.isEmail(value), "an e-mail address");
      case PHONE -> ruleUnless(PHONE_NUMBER.matcher(value).matches(), "a phone number");
      case DATE -> ruleUnless(Formats.date(value).isPresent(), "a date, like 2026-11-21");
      case BOOLEAN -> ruleUnless(value.equals("true") || value.equals("false"), "true or false");
      case RADIO, DROPDOWN -> flawOfChoice(value, options.get());
      case MULTI_SELECT -> flawOfChoices(value, options.get());
    };
  }

  private static Optional<String> flawOfChoice(String value, Set<String> options) {
    return options.isEmpty() || options.contains(value)
        ? Optional.empty()
        : Optional.of(rule("one of " + shown(options)));
  }

  private static Optional<String> flawOfChoices(String value, Set<String> options) {
    return areOptions(value, options)
        ? Optional.empty()
        : Optional.of(rule("a JSON array of different options from " + shown(options)));
  }

  /** Whether a value is neither blank nor an empty array of options. */
  public boolean isFilled(String value) {
    boolean choosesNothing = this == MULTI_SELECT && texts(value).filter(List::isEmpty).isPresent();
    return !value.isBlank() && !choosesNothing;
  }

  /** The options for a finding. A form may have thousands of them, so that the text is cut. */
  private static String shown(Set<String> options) {
    String first = options.stream().limit(MOST_SHOWN).toList().toString();
    if (options.size() <= MOST_SHOWN && first.length() <= LONGEST_SHOWN) {
      return first;
    }
    int end = Math.min(first.length() - 1, LONGEST_SHOWN);
    return first.substring(0, Character.isHighSurrogate(first.charAt(end - 1)) ? end - 1 : end)
        + " …], "
        + options.size()
        + " in all";
  }

  private static Optional<String> ruleUnless(boolean isRight, String form) {
    return isRight ? Optional.empty() : Optional.of(rule(form));
  }

  private static String rule(String form) {
    return "must be " + form + ".";
  }

  private static boolean areOptions(String value, Set<String> options) {
    return texts(value)
        .filter(chosen -> new HashSet<>(chosen).size() == chosen.size())
        .filter(chosen -> options.isEmpty() || options.containsAll(chosen))
        .isPresent();
  }

  /** The strings of a JSON array in a text; empty if it is no array of strings. */
  public static Optional<List<String>> texts(String json) {
    try {
      JsonNode array = Json.MAPPER.readTree(json);
      return array.isArray() && array.valueStream().allMatch(JsonNode::isTextual)
          ? Optional.of(array.valueStream().map(JsonNode::textValue).toList())
          : Optional.empty();
    } catch (JsonProcessingException | NumberFormatException notJson) {
      return Optional.empty();
    }
  }
}
