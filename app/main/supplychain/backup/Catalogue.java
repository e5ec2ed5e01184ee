package supplychain.backup;

import static org.jooq.impl.DSL.*;

import java.util.List;
import org.jooq.DSLContext;
import org.jooq.Name;
import org.jooq.impl.DSL;
import supplychain.database.SqlFile;

/** What PostgreSQL knows about the tables of the current schema. */
final class Catalogue {
  static final SqlFile SQL = SqlFile.beside(Catalogue.class, "catalogue.sql");

  private Catalogue() {}

  static List<String> tables(DSLContext sql) {
    return SQL.call("tables").fetch(sql).getValues(0, String.class);
  }

  static List<String> columns(DSLContext sql, String table) {
    return SQL.call("columns").set("table", table).fetch(sql).getValues(0, String.class);
  }

  /** A command {@code copy}; in the template, {0} is the table and {1} its columns. */
  static String copy(DSLContext sql, String template, String table, List<String> columns) {
    return sql.renderInlined(DSL.sql(template, name(table), list(names(columns))));
  }

  private static List<Name> names(List<String> names) {
    return names.stream().map(DSL::name).toList();
  }

  /** Keeps others from changing the columns of tables until the transaction ends. */
  static void lock(DSLContext sql, List<String> tables) {
    sql.execute("lock table {0}, flyway_schema_history in access share mode", list(names(tables)));
  }

  static String schemaVersion(DSLContext sql) {
    return SQL.call("version").fetch(sql).get(0).get(0, String.class);
  }

  /** The schema in which new tables are created; null if the search path names none. */
  static String currentSchema(DSLContext sql) {
    return sql.fetchValue(field("current_schema()::text", String.class));
  }
}
