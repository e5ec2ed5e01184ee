package supplychain.validation;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import supplychain.core.Finding;

/** A mistake in one line of text, after its place. */
public final class FindingLine {
  private static final Pattern POINTER = Pattern.compile("^/([0-9]+)(?=/|$)");
  private static final Pattern INDEX = Pattern.compile("/([0-9]+)(?=/|$)");
  private static final Pattern LINES =
      Pattern.compile("((?:Lines|Rows|Features) [0-9][^:]*): (.*)", Pattern.DOTALL);

  private FindingLine() {}

  /** The mistake in a file, {@code line 12, column product: …}, with this word before a field. */
  public static String inFile(Finding finding, String field) {
    Matcher pointer = POINTER.matcher(finding.pointer());
    Matcher lines = LINES.matcher(finding.detail());
    String line = pointer.lookingAt() ? "line " + pointer.group(1) : "";
    String path = path(pointer.replaceFirst(""));
    String place =
        Stream.of(
                lines.matches() ? lines.group(1).toLowerCase(Locale.ROOT) : line,
                path.isEmpty() ? "" : field + path)
            .filter(part -> !part.isEmpty())
            .collect(Collectors.joining(", "));
    return after(place, lines.matches() ? lines.group(2) : finding.detail());
  }

  /** The mistake in a JSON body or in a query, such as {@code /product: …}. */
  public static String inBody(Finding finding) {
    return after(finding.pointer(), finding.detail());
  }

  /** Whether the mistake is in a line of a file. */
  public static boolean hasLine(Finding finding) {
    return POINTER.matcher(finding.pointer()).lookingAt();
  }

  private static String after(String place, String detail) {
    return TerminalText.of(place.isEmpty() ? detail : place + ": " + detail);
  }

  /** A JSON Pointer in words, such as {@code companies[0].name}. */
  private static String path(String pointer) {
    return INDEX
        .matcher(pointer)
        .replaceAll("[$1]")
        .replaceFirst("^/", "")
        .replace('/', '.')
        .replace("~1", "/")
        .replace("~0", "~");
  }
}
