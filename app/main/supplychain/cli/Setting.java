package supplychain.cli;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * One setting as it is in force.
 *
 * @param flag its flag; null for a secret, which a list of processes would show
 * @param variable its environment variable
 * @param source where the text comes from
 * @param text the value as it was given; null when it was not given and has no default
 */
record Setting(String flag, String variable, Source source, String text) {
  /** Where a value comes from. */
  enum Source {
    FLAG,
    ENVIRONMENT,
    DEFAULT
  }

  private static final int LONGEST_SHOWN = 300;
  private static final Pattern WHOLE_NUMBER = Pattern.compile("[0-9]{1,9}");
  private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");
  private static final Pattern USER_INFO = Pattern.compile("//[^/@?]*@");
  private static final Pattern PARAMETER = Pattern.compile("(?i)([?&][^=&]*password)=[^&]*");

  /** The name by which the person who set it knows it. */
  String name() {
    return source == Source.ENVIRONMENT || flag == null ? variable : flag;
  }

  boolean isGiven() {
    return source != Source.DEFAULT;
  }

  /** The text, which must not be blank. */
  String words(String rule) {
    if (text.isBlank()) {
      throw wrong(rule);
    }
    return text;
  }

  Path path() {
    try {
      return Path.of(words("a path"));
    } catch (InvalidPathException notOne) {
      throw wrong("a path");
    }
  }

  int wholeNumber(int least, int most) {
    if (WHOLE_NUMBER.matcher(text).matches()) {
      int number = Integer.parseInt(text);
      if (number >= least && number <= most) {
        return number;
      }
    }
    throw wrong("a whole number from " + least + " to " + most);
  }

  Failure wrong(String rule) {
    return Failure.wrongUse(name() + " is \"" + shown() + "\"; it must be " + rule + ".");
  }

  /** The value for people to see: a secret never, nor one inside a URL. */
  String shown() {
    if (text == null) {
      return "";
    }
    if (flag == null) {
      return "(hidden)";
    }
    String line = CONTROL.matcher(open(text)).replaceAll(" ");
    return line.length() > LONGEST_SHOWN ? line.substring(0, LONGEST_SHOWN) + "…" : line;
  }

  /** A URL without the secrets in it. */
  static String open(String url) {
    String anonymous = USER_INFO.matcher(url).replaceAll("//(hidden)@");
    return PARAMETER.matcher(anonymous).replaceAll("$1=(hidden)");
  }
}
