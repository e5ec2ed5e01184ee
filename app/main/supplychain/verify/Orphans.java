package supplychain.verify;

import static java.util.Map.entry;
import static org.jooq.impl.DSL.*;
import static supplychain.schema.Tables.*;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jooq.Cursor;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record2;
import org.jooq.Select;
import org.jooq.Table;
import supplychain.schema.Public;

/** References to absent records. The tables that each request writes have no foreign keys. */
final class Orphans {
  private static final Set<Table<?>> WITHOUT_RECORDS =
      Set.of(HISTORY, CHANGE_FEED, IDEMPOTENCY_KEY, LOAD_REF, RECORDED_FILE);

  /** The tables of columns that do not have the table's name. */
  private static final Map<String, Table<?>> NAMED =
      Map.ofEntries(
          entry("creator", APP_USER),
          entry("updater", APP_USER),
          entry("owner", COMPANY),
          entry("buyer", COMPANY),
          entry("source", ENTITY),
          entry("destination", ENTITY),
          entry("transaction", PRODUCT_TRANSACTION),
          entry("child", PRODUCT_TRANSACTION),
          entry("parent", PRODUCT_TRANSACTION),
          entry("field", FORM_FIELD),
          entry("replaces", TOKEN),
          entry("replaced_by", FARMER));

  private Orphans() {}

  /** The ids of the rows that name no record in a column that names one, and a sentence. */
  static Cursor<Record2<UUID[], String>> find(DSLContext sql) {
    Select<Record2<UUID[], String>> all =
        Public.PUBLIC
            .tableStream()
            .filter(table -> !WITHOUT_RECORDS.contains(table))
            .flatMap(
                table -> table.fieldStream().filter(Orphans::namesRecord).map(of -> of(table, of)))
            .reduce(Select::unionAll)
            .orElseThrow();
    Table<Record2<UUID[], String>> orphans = all.asTable("orphan");
    return sql.selectFrom(orphans).orderBy(orphans.fields()).fetchSize(100).fetchLazy();
  }

  private static boolean namesRecord(Field<?> column) {
    return column.getType() == UUID.class && !column.getName().equals("id");
  }

  private static Select<Record2<UUID[], String>> of(Table<?> table, Field<?> column) {
    String name = column.getName();
    Table<?> named = NAMED.getOrDefault(name, Public.PUBLIC.getTable(name));
    Table<?> other = named.as("named");
    List<Field<UUID>> ids =
        table.getPrimaryKey().getFields().stream()
            .filter(field -> field.getType() == UUID.class)
            .map(field -> field.coerce(UUID.class))
            .toList();
    return select(
            array(ids).as("ids"),
            concat(
                    inline(table.getName() + "." + name + " is "),
                    column.cast(String.class),
                    inline(", which is no " + named.getName()))
                .as("says"))
        .from(table)
        .where(column.isNotNull())
        .andNotExists(
            selectOne()
                .from(other)
                .where(other.field("id", UUID.class).eq(column.coerce(UUID.class))));
  }
}
