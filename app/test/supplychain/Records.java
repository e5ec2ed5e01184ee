package supplychain;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jooq.Condition;
import org.jooq.Table;
import org.jooq.impl.DSL;
import supplychain.database.Database;
import supplychain.schema.Public;
import supplychain.verify.Books;
import supplychain.verify.Discrepancy;

/** The whole content of the database, to prove that a refused request wrote nothing. */
public final class Records {
  private static final String CONTENT =
      Public.PUBLIC
          .tableStream()
          .map(Table::getName)
          // The service writes it some time after a request, and commands at their end.
          .filter(name -> !Set.of("token_use", "maintenance").contains(name))
          .map(
              name ->
                  """
                  select '%1$s', count(*), %2$s from %1$s t
                  """
                      .formatted(
                          name,
                          // Nobody changes it, so that where it ends says all.
                          name.equals("history")
                              ? "max(id)::numeric"
                              : "sum(hashtextextended(t::text, 0))"))
          .collect(joining("union all "));

  private Records() {}

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

  /**
   * Another one after every change of a record, and after every answer that is kept for repeats.
   */
  public static String lastWrite() {
    String last =
        "select concat_ws(' ', (select max(id) from history), (select count(*) from"
            + " idempotency_key))";
    return World.read(sql -> sql.fetchSingle(last).get(0, String.class));
  }

  /** The tables of which any row has a text in it. */
  public static List<String> holding(String text) {
    String each =
        Public.PUBLIC
            .tableStream()
            .map(Table::getName)
            .map(name -> "select '%1$s' from %1$s t where strpos(t::text, {0}) > 0".formatted(name))
            .collect(joining(" union "));
    return World.read(sql -> sql.fetch(each, DSL.val(text)).getValues(0, String.class));
  }

  /** The mistakes that {@code verify} finds in a database. */
  public static List<Discrepancy> mistakes(Database database) {
    return Books.verify(database).findings().stream().filter(found -> !found.isWarning()).toList();
  }

  /** How many records of one table meet a condition. */
  public static int count(Table<?> table, Condition where) {
    return World.read(sql -> sql.fetchCount(table, where));
  }
}
