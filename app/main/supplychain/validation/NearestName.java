package supplychain.validation;

import java.text.Normalizer;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Finds the name that a person probably meant. */
public final class NearestName {
  private static final int MOST_EDITS = 2;
  private static final int LONGEST_NAME = 64;

  /** Two edits make another word of a shorter name: name is not page, nor CARD cash. */
  private static final int SHORT_NAME = 6;

  private static final Pattern ACCENTS = Pattern.compile("\\p{M}+");
  private static final Pattern BETWEEN_PARTS = Pattern.compile("[^\\p{L}\\p{N}]+");
  private static final Pattern ZEROS_IN_FRONT = Pattern.compile("(?<![0-9])0+(?=[0-9])");

  /** A hyphen that changes nothing: it separates digits from letters. */
  private static final Pattern PLAIN_HYPHEN =
      Pattern.compile("^-|-$|(?<=[0-9])-(?![0-9])|(?<![0-9])-(?=[0-9])");

  private NearestName() {}

  /**
   * The closest name, at most {@value #MOST_EDITS} edits away (Levenshtein distance). Letter case
   * and accents count less than an edit.
   */
  public static Optional<String> closest(String written, Collection<String> names) {
    if (written.length() > LONGEST_NAME) {
      return Optional.empty();
    }
    String plain = plain(written);
    return names.stream()
        .filter(name -> isNear(plain, plain(name)))
        .min(
            Comparator.<String>comparingInt(name -> distance(plain, plain(name)))
                .thenComparing(name -> distance(written, name)));
  }

  private static String plain(String name) {
    String parts = Normalizer.normalize(name, Normalizer.Form.NFD);
    return ACCENTS.matcher(parts).replaceAll("").toLowerCase(Locale.ROOT);
  }

  /**
   * The code that is the written one in another spelling: its letter case, blanks, hyphens, zeros
   * in front of a number, or the letter O for a zero. Empty if several codes are, because all other
   * codes, however similar, are those of neighbours.
   */
  public static Optional<String> sameCode(String written, Collection<String> codes) {
    String code = code(written);
    List<String> same =
        codes.stream().distinct().filter(each -> isSameCode(code, code(each))).toList();
    return same.size() == 1 ? Optional.of(same.get(0)) : Optional.empty();
  }

  /** A code without what its spelling may leave out, but with the hyphens between two numbers. */
  private static String code(String text) {
    String zeros = text.toUpperCase(Locale.ROOT).replace('O', '0');
    String parts = BETWEEN_PARTS.matcher(zeros).replaceAll("-");
    String short0 = ZEROS_IN_FRONT.matcher(parts).replaceAll("");
    return PLAIN_HYPHEN.matcher(short0).replaceAll("");
  }

  /** All hyphens may be left out; 1-10 and 11-0 are two codes. */
  private static boolean isSameCode(String a, String b) {
    boolean hasHyphens = a.contains("-") && b.contains("-");
    return hasHyphens ? a.equals(b) : a.replace("-", "").equals(b.replace("-", ""));
  }

  /**
   * The hint for a finding about an unknown name; empty if no name is close, or after {@link
   * Hints#MOST} hints.
   */
  public static String hint(String written, Collection<String> names, Findings findings) {
    return findings.hints().about(List.of(written, Set.copyOf(names)), () -> hint(written, names));
  }

  /** The hint for an unknown name among few; empty if none is close. */
  public static String hint(String written, Collection<String> names) {
    return closest(written, names).map(near -> " Did you mean `" + near + "`?").orElse("");
  }

  private static boolean isNear(String written, String name) {
    int edits = distance(written, name);
    boolean mayHaveTwo = name.length() >= SHORT_NAME || hasSameLetters(written, name);
    return edits <= Math.min(mayHaveTwo ? MOST_EDITS : 1, name.length() / 2);
  }

  /** True if only the order differs. Two letters in the wrong order count as two edits. */
  private static boolean hasSameLetters(String a, String b) {
    return Arrays.equals(a.chars().sorted().toArray(), b.chars().sorted().toArray());
  }

  private static int distance(String a, String b) {
    int longer = Math.abs(a.length() - b.length());
    if (longer > MOST_EDITS) {
      return longer;
    }
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int substituted = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(substituted, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
