package supplychain.verify;

import java.text.Normalizer;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import supplychain.core.Texts;

/**
 * Finds the code of a country (ISO 3166-1) from a code or a name, with a list beside this class.
 * The list of Java itself changes between versions, and the same records must give the same file.
 */
public final class Countries {
  private static final Pattern MARKS = Pattern.compile("[\\p{M}'’.]+");
  private static final Pattern BETWEEN_WORDS = Pattern.compile("[^\\p{L}\\p{N}]+");

  /** By code in capitals, and by the key of each name. */
  private static final Map<String, String> CODES = new HashMap<>();

  /** The first name of each country, by code. */
  private static final Map<String, String> NAMES = new HashMap<>();

  static {
    Texts.ofResource("/supplychain/verify/countries.txt")
        .lines()
        .filter(line -> !line.startsWith("#"))
        .forEach(Countries::add);
  }

  private Countries() {}

  static String name(String code) {
    return NAMES.getOrDefault(code, code);
  }

  /** The code of two letters for a code of two or three letters or for a name, if it is known. */
  public static Optional<String> code(String written) {
    if (written == null) {
      return Optional.empty();
    }
    String code = CODES.get(written.strip().toUpperCase(Locale.ROOT));
    return Optional.ofNullable(code == null ? CODES.get(key(written)) : code);
  }

  private static void add(String line) {
    String[] parts = line.split(" ", 3);
    CODES.put(parts[0], parts[0]);
    CODES.put(parts[1], parts[0]);
    String[] names = parts[2].split(" \\| ", -1);
    NAMES.put(parts[0], names[0]);
    for (String name : names) {
      CODES.put(key(name), parts[0]);
    }
  }

  /** A key that is the same for all ways to write a name. */
  private static String key(String written) {
    String bare = MARKS.matcher(Normalizer.normalize(written, Normalizer.Form.NFKD)).replaceAll("");
    String words = BETWEEN_WORDS.matcher(bare.toLowerCase(Locale.ROOT)).replaceAll(" ");
    return (" " + words + " ")
        .replace(" the ", " ")
        .replace(" st ", " saint ")
        .replace(" and ", " ")
        .strip();
  }
}
