package supplychain.backup;

import static org.jooq.impl.DSL.*;

import java.util.ArrayList;
import java.util.List;
import org.jooq.DSLContext;
import org.jooq.Name;
import org.jooq.impl.DSL;

/** The tables of the present schema and the version of PostgreSQL, as PostgreSQL lists them. */
final class Catalogue {
  /** Flyway keeps the version of the schema here. A restored database has its own. */
  static final String VERSIONS = "flyway_schema_history";

  private Catalogue() {}

  static List<String> tables(DSLContext sql) {
    return sql.resultQuery(
            """
            select relname::text
            from pg_class
            where relnamespace = current_schema()::regnamespace
              and relkind in ('r', 'p')
              and relname <> {0}
            order by relname collate "C"
            """,
            inline(VERSIONS))
        .fetch(0, String.class);
  }

  static List<String> columns(DSLContext sql, String table) {
    return sql.resultQuery(
            """
            select attname::text
            from pg_attribute
            where attrelid = {0}::regclass
              and attnum > 0
              and not attisdropped
              and attgenerated = ''
            order by attnum
            """,
            inline(sql.render(name(table))))
        .fetch(0, String.class);
  }

  /** A command {@code copy} with the name of a table and its columns. */
  static String copy(DSLContext sql, String command, String table, List<String> columns) {
    return sql.renderInlined(DSL.sql(command, name(table), list(names(columns))));
  }

  private static List<Name> names(List<String> names) {
    return names.stream().map(DSL::name).toList();
  }

  /** Keeps others from changing the columns of tables until the transaction ends. */
  static void lock(DSLContext sql, List<String> tables) {
    List<Name> all = new ArrayList<>(names(tables));
    all.add(name(VERSIONS));
    sql.execute("lock table {0} in access share mode", list(all));
  }

  static String schemaVersion(DSLContext sql) {
    return sql.resultQuery(
            """
            select version
            from {0}
            where success and version is not null
            order by installed_rank desc
            limit 1
            """,
            name(VERSIONS))
        .fetchSingle(0, String.class);
  }

  /** The schema in which new tables are created; null if the search path names none. */
  static String currentSchema(DSLContext sql) {
    return sql.fetchValue(field("current_schema()::text", String.class));
  }
}
