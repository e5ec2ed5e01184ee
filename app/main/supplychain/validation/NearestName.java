package supplychain.validation;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the name that a person probably meant. */
public final class NearestName {
  private static final int MOST_EDITS = 2;
  private static final int LONGEST_NAME = 64;

  /** Two edits make another word of a shorter name: name is not page, nor CARD cash. */
  private static final int SHORT_NAME = 6;

  private NearestName() {}

  /** The closest name, at most {@value #MOST_EDITS} edits away (Levenshtein distance). */
  public static Optional<String> closest(String written, Collection<String> names) {
    if (written.length() > LONGEST_NAME) {
      return Optional.empty();
    }
    return names.stream()
        .filter(name -> isNear(written, name))
        .min(Comparator.comparingInt(name -> distance(written, name)));
  }

  /**
   * The hint for a finding about an unknown name; empty if no name is close, or after {@link
   * Findings#MOST_HINTS} hints.
   */
  public static String hint(String written, Collection<String> names, Findings findings) {
    return findings.mayHint() ? hint(written, names) : "";
  }

  /** The same without a limit, for few names. */
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
