package supplychain.ingest;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import java.util.Map;
import supplychain.records.SubmissionColumns;

/** The columns of a table that have the values of a form: {@code submission.} and a field's key. */
final class FormColumns {
  /** The form itself, if the company has several of its type. */
  static final String FORM = "submission.form";

  private static final JsonPointer PLACE = JsonPointer.compile("/submission");

  private FormColumns() {}

  /** Where a row has the values of a column of a form until {@link #gather}; null for others. */
  static JsonPointer place(String title, Map<String, CellType> known) {
    int start = SubmissionColumns.PREFIX.length();
    boolean isValue =
        known.containsKey(FORM)
            && title.length() > start
            && title.toLowerCase(Locale.ROOT).startsWith(SubmissionColumns.PREFIX);
    return isValue ? PLACE.appendProperty(title.substring(start)) : null;
  }

  static boolean isOfForm(Column column) {
    return column.place() != null && PLACE.equals(column.place().head());
  }

  static boolean isValue(Column column) {
    return isOfForm(column) && !column.place().last().getMatchingProperty().equals("form");
  }

  /**
   * Makes the submission of a row, which the form's rules then check. A row without values has one
   * too, so that it lacks the required fields, unless it names a recorded one.
   */
  static void gather(ObjectNode row, Map<String, CellType> known) {
    ObjectNode cells = row.withObject("/submission");
    row.remove("submission");
    if (cells.isEmpty() && row.has(KnownRecords.ID)) {
      return;
    }
    boolean isOfGoods = known.containsKey("quantity");
    ObjectNode submission =
        isOfGoods ? row.withArray("/submissions").addObject() : row.putObject("submission");
    if (cells.has("form")) {
      submission.set("form", cells.remove("form"));
    } else {
      submission.putObject("form").put("form_type", isOfGoods ? "TRANSACTION" : "FARMER");
    }
    ArrayNode values = submission.putArray("values");
    cells
        .properties()
        .forEach(
            cell -> values.addObject().put("field", cell.getKey()).set("value", cell.getValue()));
  }
}
