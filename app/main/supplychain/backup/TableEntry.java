package supplychain.backup;

import java.util.List;

/**
 * A table in a backup.
 *
 * @param columns its columns, in the order of the values in a row
 * @param bytes how long its rows are, unpacked, in the text format of PostgreSQL's COPY
 * @param sha256 of these bytes, in hexadecimal digits
 */
record TableEntry(String name, List<String> columns, long rows, long bytes, String sha256) {
  /** The name of its file in the backup. */
  static String file(String table) {
    return "tables/" + table + ".tsv";
  }
}
