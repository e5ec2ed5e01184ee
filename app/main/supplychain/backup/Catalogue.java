package supplychain.backup;

import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.list;
import static org.jooq.impl.DSL.name;

import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jooq.DSLContext;
import org.jooq.Name;
import org.jooq.Param;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;

/** What PostgreSQL knows of the tables of the present schema, and of itself. */
final class Catalogue {
  /** Where Flyway keeps the schema's version; a database that is restored has its own. */
  private static final String VERSIONS = "flyway_schema_history";

  private Catalogue() {}

  /** The tables that hold records, by name. */
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

  /** The columns of a table that hold what was written to them, in their order. */
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
            reference(sql, table))
        .fetch(0, String.class);
  }

  /** A table's name as a value that PostgreSQL finds the table by. */
  private static Param<String> reference(DSLContext sql, String table) {
    return inline(sql.render(name(table)));
  }

  /** Keeps tables from being changed in their shape until the transaction ends. */
  static void lock(DSLContext sql, List<String> tables) {
    List<Name> all = new ArrayList<>(tables.stream().map(DSL::name).toList());
    all.add(name(VERSIONS));
    sql.execute("lock table {0} in access share mode", list(all));
  }

  /** About how many bytes each table has. */
  static Map<String, Long> sizes(DSLContext sql, List<String> tables) {
    return sql.fetch(
            """
            select relname::text, pg_table_size(oid)
            from pg_class
            where relnamespace = current_schema()::regnamespace
              and relname in ({0})
            """,
            list(tables.stream().map(DSL::inline).toList()))
        .intoMap(row -> row.get(0, String.class), row -> row.get(1, Long.class));
  }

  /** The version of the last migration that was applied. */
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

  /** The version of PostgreSQL itself. */
  static String serverVersion(DSLContext sql) {
    return sql.select(DSL.field("current_setting('server_version')", SQLDataType.VARCHAR))
        .fetchSingle()
        .value1();
  }

  /** When the transaction began, in UTC. */
  static String now(DSLContext sql) {
    OffsetDateTime now = sql.select(DSL.currentOffsetDateTime()).fetchSingle().value1();
    return now.withOffsetSameInstant(ZoneOffset.UTC).toString();
  }

  /** The name of the schema where tables are made; none when the search path leads nowhere. */
  static Optional<String> currentSchema(DSLContext sql) {
    return Optional.ofNullable(
        sql.select(DSL.field("current_schema()::text", SQLDataType.VARCHAR))
            .fetchSingle()
            .value1());
  }
}
