package supplychain.records;

import java.util.stream.Stream;
import supplychain.http.Query;
import supplychain.validation.Body;

/**
 * How a client wants a list as a table.
 *
 * @param isNamed whether the table names other records by their names, or by their ids
 * @param excel the decimal mark of the client's Excel; empty for a plain table
 */
record TableStyle(boolean isNamed, String excel) {
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
        query.get(EXCEL, Query.word("point", COMMA)).or(""));
  }

  /** Whether decimals have a comma. Such an Excel separates cells by semicolons. */
  boolean hasCommas() {
    return excel.equals(COMMA);
  }
}
