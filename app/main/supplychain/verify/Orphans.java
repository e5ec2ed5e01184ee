package supplychain.verify;

import static java.util.Map.entry;
import static java.util.stream.Collectors.joining;
import static supplychain.schema.Tables.*;

import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jooq.Field;
import org.jooq.Table;
import org.jooq.TableField;
import supplychain.schema.Public;

/**
 * References to records that do not exist. The tables that each request writes have no foreign
 * keys.
 */
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

  /** A query for the rows that name no record, in each column that names one. */
  static String sql() {
    return Public.PUBLIC
        .tableStream()
        .filter(table -> !WITHOUT_RECORDS.contains(table))
        .flatMap(table -> table.fieldStream().filter(Orphans::namesRecord))
        .map(column -> of(((TableField<?, ?>) column).getTable(), column.getName()))
        .collect(joining("\nunion all\n"));
  }

  private static boolean namesRecord(Field<?> column) {
    return column.getType() == UUID.class && !column.getName().equals("id");
  }

  private static String of(Table<?> table, String column) {
    Table<?> named = NAMED.getOrDefault(column, Public.PUBLIC.getTable(column));
    String ids =
        Arrays.stream(table.getPrimaryKey().getFieldsArray())
            .filter(field -> field.getType() == UUID.class)
            .map(TableField::getName)
            .collect(joining(", "));
    return """
    select array[%1$s], '%2$s.%3$s is ' || %3$s || ', which is no %4$s'
      from %2$s orphan
     where %3$s is not null
       and not exists (select from %4$s named where named.id = orphan.%3$s)\
    """
        .formatted(ids, table.getName(), column, named.getName());
  }
}
