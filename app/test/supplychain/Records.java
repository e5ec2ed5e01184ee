package supplychain;

import static java.util.stream.Collectors.joining;

import java.util.Map;
import java.util.TreeMap;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Table;
import org.jooq.impl.DSL;
import supplychain.database.Database;
import supplychain.schema.Public;

/** What is in the database altogether, to see that a refused request wrote nothing. */
public final class Records {
  private static final String CONTENT =
      Public.PUBLIC
          .tableStream()
          .map(Table::getName)
          .map(
              name ->
                  """
                  select '%1$s', count(*), sum(hashtextextended(t::text, 0)) from %1$s t
                  """
                      .formatted(name))
          .collect(joining("union all "));

  private Records() {}

  /** Per table how many records there are, and when the last of them changed. */
  public static Map<String, String> all() {
    return Installation.shared()
        .database()
        .read(
            sql -> {
              Map<String, String> all = new TreeMap<>();
              for (Table<?> table : Public.PUBLIC.getTables()) {
                all.put(table.getName(), state(sql, table));
              }
              return all;
            });
  }

  /**
   * All that stands in a table.
   *
   * @param rows how many rows
   * @param hash of every value of every row, in whatever order; null of none
   */
  public record Content(long rows, String hash) {}

  /** All that stands in a database, per table. */
  public static Map<String, Content> content(Database database) {
    return database.read(
        sql -> {
          Map<String, Content> all = new TreeMap<>();
          sql.fetch(CONTENT)
              .forEach(
                  row ->
                      all.put(
                          row.get(0, String.class),
                          new Content(row.get(1, Long.class), row.get(2, String.class))));
          return all;
        });
  }

  /** How many records of one table meet a condition. */
  public static int count(Table<?> table, Condition where) {
    return Installation.shared().database().read(sql -> sql.fetchCount(table, where));
  }

  private static String state(DSLContext sql, Table<?> table) {
    Field<?> updatedOn = table.field("updated_on");
    return updatedOn == null
        ? sql.select(DSL.count()).from(table).fetchSingle().toString()
        : sql.select(DSL.count(), DSL.max(updatedOn)).from(table).fetchSingle().toString();
  }
}
