package supplychain.backup;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jooq.DSLContext;
import supplychain.database.SqlFile;

/**
 * The indexes with their constraints, the foreign keys and the triggers of tables. A restore
 * removes them first, because it fills tables without them much faster.
 *
 * @param creations statements that create one index each, by table
 * @param rest statements that restore everything else, in this order
 */
record Indexes(Map<String, List<String>> creations, List<String> rest) {
  private static final SqlFile SQL = SqlFile.beside(Indexes.class, "indexes.sql");

  /**
   * The removal of one thing.
   *
   * @param index the statement that creates the index again; null for anything else
   * @param rest the statement that restores all but the index; null if there is no more
   */
  private record Removal(String removal, String index, String rest, String table) {}

  /** Removes them from all tables in the current schema. */
  static Indexes remove(DSLContext sql) {
    Map<String, List<String>> creations = new HashMap<>();
    List<String> rest = new ArrayList<>();
    List<Removal> removals =
        SQL.call("removals")
            .set("versions", Catalogue.VERSIONS)
            .list(
                sql,
                row ->
                    new Removal(
                        row.getString("removal"),
                        row.getString("index"),
                        row.getString("rest"),
                        row.getString("table")));
    for (Removal one : removals) {
      sql.execute(one.removal());
      if (one.index() != null) {
        creations.computeIfAbsent(one.table(), table -> new ArrayList<>()).add(one.index());
      }
      if (one.rest() != null) {
        // Constraints come before the foreign keys that refer to them.
        rest.add(0, one.rest());
      }
    }
    return new Indexes(creations, rest);
  }
}
