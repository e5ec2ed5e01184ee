package supplychain.records;

import java.util.List;
import java.util.stream.Stream;
import supplychain.http.Query;
import supplychain.validation.Body;

/**
 * How a client wants a list as a table.
 *
 * @param isNamed whether the table names other records by their names, or by their ids
 * @param excel the decimal mark of the client's Excel; empty for a plain table
 * @param forms the columns for filled-in forms, after the beginning of their names
 */
record TableStyle(boolean isNamed, String excel, List<String> forms) {
  private static final String COLUMNS = "columns";
  private static final String EXCEL = "excel";
  private static final String NAMES = "names";
  private static final String COMMA = "comma";

  /** Reads the parameters of a table. A list in another format has none. */
  static TableStyle read(Body query, boolean isTable) {
    Stream.of(COLUMNS, EXCEL)
        .filter(name -> query.has(name) && !isTable)
        .forEach(
            name ->
                query.refuse(
                    name, "no_table", "This parameter needs the header `Accept: text/csv`."));
    return new TableStyle(
        query.get(COLUMNS, Query.word("ids", NAMES)).or("").equals(NAMES),
        query.get(EXCEL, Query.word("point", COMMA)).or(""),
        List.of());
  }

  TableStyle with(List<String> columnsOfForms) {
    return new TableStyle(isNamed, excel, columnsOfForms);
  }

  /** Whether decimals have a comma. Such an Excel separates cells by semicolons. */
  boolean hasCommas() {
    return excel.equals(COMMA);
  }
}
