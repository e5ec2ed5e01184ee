package supplychain.validation;

import java.util.regex.Pattern;

/** The unit of a decimal. A user may write it beside the number. */
enum Unit {
  KILOGRAM("kg", "kgs?|kilos?|kilogram(?:me)?s?"),
  HECTARE("hectares", "ha|hectares?"),
  /** Its name is never removed, because the currency of the record may be another. */
  MONEY("the currency of the record", "(?!)");

  private final String shown;
  private final Pattern written;

  Unit(String shown, String words) {
    this.shown = shown;
    String word = "(?:" + words + ")\\.?";
    written =
        Pattern.compile(
            "^\\h*" + word + "\\h*(?=[0-9.,+-])|(?<=[0-9.,])\\h*" + word + "\\h*$",
            Pattern.CASE_INSENSITIVE);
  }

  /** The text without this unit; a text with another unit stays as it is. */
  String removedFrom(String text) {
    return written.matcher(text).replaceAll("");
  }

  /** The unit as messages show it. */
  @Override
  public String toString() {
    return shown;
  }
}
