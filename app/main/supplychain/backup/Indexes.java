package supplychain.backup;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jooq.DSLContext;

/**
 * The indexes with their constraints, the foreign keys and the triggers of tables. A restore
 * removes them first, because it fills tables without them much faster.
 *
 * @param creations statements that create one index each, in the order of their tables
 * @param rest statements that restore everything else, in this order
 */
record Indexes(List<String> creations, List<String> rest) {
  /**
   * The removal of one thing.
   *
   * @param index the statement that creates the index again; null for anything else
   * @param rest the statement that restores all but the index; null if there is no more
   */
  private record Removal(String removal, String index, String rest, String table) {}

  /** Removes them from these tables, which are all in the current schema. */
  static Indexes remove(DSLContext sql, List<String> tables) {
    List<Removal> removals = Catalogue.SQL.call("removals").fetch(sql).into(Removal.class);
    removals.forEach(one -> sql.execute(one.removal()));
    List<String> rest =
        new ArrayList<>(removals.stream().map(Removal::rest).filter(Objects::nonNull).toList());
    // Constraints come before the foreign keys that refer to them.
    Collections.reverse(rest);
    return new Indexes(
        removals.stream()
            .filter(one -> one.index() != null)
            .sorted(Comparator.comparing(one -> tables.indexOf(one.table())))
            .map(Removal::index)
            .toList(),
        rest);
  }
}
