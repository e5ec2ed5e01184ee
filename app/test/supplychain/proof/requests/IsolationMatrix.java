package supplychain.proof.requests;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toCollection;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which status each caller of an operation gets, as {@code isolation-matrix.txt} has it: a
 * REPORTER, MEMBER, ADMIN of the company; the same of another company; an OPERATOR; and nobody:
 * without a token, with one that is unknown, revoked, expired.
 *
 * <p>The request is about the company's own records or about the other's; or about the own ones
 * with another id in the path, or in one of the references of the body, each in turn. In the rows
 * {@code moved}, the farmer moves to the other company while the request waits.
 */
final class IsolationMatrix {
  /** Where nothing is asserted: an OPERATOR may mix what is not its own in more than one way. */
  static final String ANY = "-";

  private static final List<String> ROWS =
      assertDoesNotThrow(
          () ->
              Files.readAllLines(
                  Path.of("app/test/supplychain/proof/requests/isolation-matrix.txt")));

  private IsolationMatrix() {}

  /** The columns by what is asked, of an operation or of one of its references. */
  static Map<String, List<String>> of(String name) {
    Map<String, List<String>> columns = new LinkedHashMap<>();
    for (String row : ROWS) {
      List<String> cells = List.of(row.split(" +", -1));
      if (cells.get(0).equals(name)) {
        columns.put(cells.get(1), cells.subList(2, cells.size()));
      }
    }
    return columns;
  }

  /** The operations that have rows. */
  static Set<String> operations() {
    return ROWS.stream()
        .map(row -> row.replaceFirst("[ /].*", ""))
        .collect(toCollection(TreeSet::new));
  }

  /** A row with a question mark for each status. */
  static String row(Operation operation, String what) {
    return "%-27s %-20s ??? ??? ???  ??? ??? ???  ???  ???".formatted(operation, what);
  }

  /** The columns of what is asked, at one of its references if that has a row of its own. */
  static List<String> of(Operation operation, String pointer, String what) {
    List<String> whole = of(operation.name).get(what);
    List<String> columns = of(operation + pointer).getOrDefault(what, whole);
    return requireNonNull(
        columns, () -> "Add this row to isolation-matrix.txt:\n" + row(operation, what));
  }
}
