package supplychain;

import java.util.Map;
import java.util.TreeMap;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Table;
import org.jooq.impl.DSL;
import supplychain.schema.Public;

/** What is in the database altogether, to see that a refused request wrote nothing. */
public final class Records {
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
