package supplychain.backup;

import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.list;
import static org.jooq.impl.DSL.name;

import java.util.List;
import org.jooq.DSLContext;
import org.jooq.impl.DSL;

/** What is done to the tables of the present schema so that rows can be put back as they were. */
final class TableChanges {
  /** Statements that take foreign keys away and make triggers keep still, with their opposites. */
  private static final String IN_THE_WAY =
      """
      select format('alter table %s drop constraint %I', conrelid::regclass, conname),
             format('alter table %s add constraint %I %s',
                    conrelid::regclass, conname, pg_get_constraintdef(oid))
      from pg_constraint
      where connamespace = current_schema()::regnamespace and contype = 'f' and conparentid = 0
      union all
      select format('alter table %s disable trigger %I', tgrelid::regclass, tgname),
             format('alter table %s enable %s trigger %I', tgrelid::regclass,
                    case tgenabled when 'A' then 'always' when 'R' then 'replica' end, tgname)
      from pg_trigger
      join pg_class on pg_class.oid = tgrelid
      where relnamespace = current_schema()::regnamespace and not tgisinternal and tgenabled <> 'D'
      order by 1
      """;

  /** Statements that make the next number of a column follow the last one that is there. */
  private static final String NUMBERS =
      """
      select format('select setval(%L, coalesce(max(%I), 1), max(%I) is not null) from %s',
                    sequence, attname, attname, attrelid::regclass)
      from pg_attribute
      join pg_class on pg_class.oid = attrelid
      cross join pg_get_serial_sequence(attrelid::regclass::text, attname) sequence
      where relnamespace = current_schema()::regnamespace
        and relkind = 'r'
        and attnum > 0
        and not attisdropped
        and sequence is not null
      """;

  /** Statements that take everything that the schema holds into another. */
  private static final String MOVES =
      """
      select format('alter routine %s set schema %I', oid::regprocedure, {0})
      from pg_proc
      where pronamespace = current_schema()::regnamespace
      union all
      select format('alter %s %s set schema %I',
                    case relkind when 'v' then 'view' when 'm' then 'materialized view'
                                 when 'S' then 'sequence' else 'table' end,
                    pg_class.oid::regclass, {0})
      from pg_class
      where relnamespace = current_schema()::regnamespace
        and relkind in ('r', 'p', 'v', 'm', 'S')
        and not exists (select from pg_depend
                        where classid = 'pg_class'::regclass and objid = pg_class.oid
                          and relkind = 'S' and deptype in ('a', 'i'))
      union all
      select format('alter %s %s set schema %I',
                    case typtype when 'd' then 'domain' else 'type' end, oid::regtype, {0})
      from pg_type
      where typnamespace = current_schema()::regnamespace and typtype in ('d', 'e')
      """;

  private TableChanges() {}

  /** Takes foreign keys away and makes triggers keep still; returns what puts them back. */
  static List<String> setAside(DSLContext sql) {
    return sql.fetch(IN_THE_WAY).stream()
        .map(
            row -> {
              sql.execute(row.get(0, String.class));
              return row.get(1, String.class);
            })
        .toList();
  }

  /** Removes all rows. */
  static void empty(DSLContext sql, List<String> tables) {
    sql.execute("truncate {0}", list(tables.stream().map(DSL::name).toList()));
  }

  /** Makes numbers that PostgreSQL gives follow those that are there. */
  static void continueNumbers(DSLContext sql) {
    sql.fetch(NUMBERS).forEach(row -> sql.fetch(row.get(0, String.class)));
  }

  /** Lets PostgreSQL know how the tables are filled. */
  static void analyze(DSLContext sql, List<String> tables) {
    sql.execute("analyze {0}", list(tables.stream().map(DSL::name).toList()));
  }

  /** Takes everything that the present schema holds into another, and drops it, empty. */
  static int moveInto(DSLContext sql, String other) {
    String emptied = Catalogue.currentSchema(sql).orElseThrow();
    sql.fetch(MOVES, inline(other)).forEach(row -> sql.execute(row.get(0, String.class)));
    // Without cascade: what a move has forgotten stops it here.
    return sql.execute("drop schema {0}", name(emptied));
  }
}
