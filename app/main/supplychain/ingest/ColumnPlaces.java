package supplychain.ingest;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import supplychain.validation.Body;

/**
 * Says in which columns the mistakes of a row are, by the names that the user wrote.
 *
 * @param filled the columns that have a value in the row
 * @param isWrong whether the heading has mistakes
 */
record ColumnPlaces(List<Column> columns, List<Column> filled, boolean isWrong) {
  /** A part of the filled-in form that {@link FormColumns} makes of a row. */
  private static final Pattern FORM =
      Pattern.compile("(/[0-9]+)/submissions?(?:/0)?/(form|values)(?:/([0-9]+)(?:/.*)?)?");

  /**
   * The pointer to the column in place of one to a field. Of several columns for the field, it is
   * the first one with a value in this row. Null for a mistake that a wrong heading may cause: it
   * leaves out fields, such as the quantity of a draw.
   */
  String of(String pointer) {
    Matcher form = FORM.matcher(pointer);
    return form.matches() ? ofForm(form) : ofField(pointer);
  }

  /** The form has the values of the filled columns. An absent value is in an empty one. */
  private String ofForm(Matcher form) {
    if (form.group(2).equals("form")) {
      return form.group(1) + "/" + FormColumns.FORM;
    }
    boolean isAbsent = form.group(3) == null;
    List<Column> own =
        columns.stream()
            .filter(FormColumns::isValue)
            .filter(column -> filled.contains(column) != isAbsent)
            .toList();
    int index = isAbsent ? 0 : Integer.parseInt(form.group(3));
    return isAbsent && own.size() != 1
        ? form.group(1) + "/submission"
        : Body.pointer(form.group(1), own.get(index).title());
  }

  private String ofField(String pointer) {
    int end = pointer.indexOf('/', 1);
    if (end < 0) {
      return pointer;
    }
    String path = pointer.substring(end) + "/";
    List<Column> matching =
        Stream.concat(filled.stream(), columns.stream())
            .filter(
                column ->
                    path.startsWith(column.place() + "/")
                        || (column.place() + "/").startsWith(path))
            .toList();
    boolean isCaused = matching.stream().allMatch(column -> column.cell() == CellType.WORDS);
    if (isCaused && isWrong) {
      return null;
    }
    if (matching.isEmpty()) {
      return pointer.replace("/transaction_payments/0/", "/" + Column.PAYMENT);
    }
    Column column = matching.get(0);
    int rest = Math.min(path.length(), column.place().length() + 1) - 1;
    String name = Body.pointer(pointer.substring(0, end), column.title());
    return name + path.substring(rest, path.length() - 1);
  }
}
