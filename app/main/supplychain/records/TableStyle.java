package supplychain.records;

import java.util.List;
import supplychain.http.Query;
import supplychain.validation.Body;

/**
 * How a client wants a list as a table.
 *
 * @param isNamed whether the table names other records by their names, or by their ids
 * @param forms the columns for filled-in forms, after the beginning of their names
 */
record TableStyle(boolean isNamed, List<String> forms) {
  private static final String COLUMNS = "columns";
  private static final String NAMES = "names";

  /** Reads the parameter of a table. A list in another format has none. */
  static TableStyle read(Body query, ListFormat format) {
    if (query.has(COLUMNS) && !format.isTable()) {
      query.refuse(
          COLUMNS,
          "no_table",
          "This parameter needs the header `Accept: text/csv`, or the media type of a workbook.");
    }
    String usual = format == ListFormat.WORKBOOK ? NAMES : "";
    return new TableStyle(
        query.get(COLUMNS, Query.word("ids", NAMES)).or(usual).equals(NAMES), List.of());
  }

  TableStyle with(List<String> columnsOfForms) {
    return new TableStyle(isNamed, columnsOfForms);
  }
}
