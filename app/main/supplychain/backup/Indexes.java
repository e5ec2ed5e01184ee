package supplychain.backup;

import static org.jooq.impl.DSL.inline;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jooq.DSLContext;
import org.jooq.Record;

/**
 * The indexes with their constraints, the foreign keys and the triggers of tables. A restore
 * removes them first, because it fills tables without them much faster.
 *
 * @param creations statements that create one index each, by table
 * @param rest statements that restore everything else, in this order
 */
record Indexes(Map<String, List<String>> creations, List<String> rest) {
  /** For each thing, the statement that removes it, and the statements that create it again. */
  private static final String REMOVALS =
      """
      select 1 as stage,
             format('alter table %s drop constraint %I', conrelid::regclass, conname),
             null,
             format('alter table %s add constraint %I %s',
                    conrelid::regclass, conname, pg_get_constraintdef(oid)),
             null
      from pg_constraint
      where connamespace = current_schema()::regnamespace and contype = 'f' and conparentid = 0
      union all
      select 2,
             format('alter table %s disable trigger %I', tgrelid::regclass, tgname),
             null,
             format('alter table %s enable trigger %I', tgrelid::regclass, tgname),
             null
      from pg_trigger
      join pg_class on pg_class.oid = tgrelid
      where relnamespace = current_schema()::regnamespace and not tgisinternal
      union all
      select 3,
             case when contype is null
                  then format('drop index %s', indexrelid::regclass)
                  else format('alter table %s drop constraint %I', indrelid::regclass, conname) end,
             pg_get_indexdef(indexrelid),
             case when contype is not null
                  then format('alter table %s add constraint %I %s', indrelid::regclass, conname,
                              regexp_replace(pg_get_constraintdef(pg_constraint.oid), '[(].*?[)]',
                                             format('using index %I', conname))) end,
             relname
      from pg_index
      join pg_class on pg_class.oid = indrelid
      left join pg_constraint on conindid = indexrelid and contype in ('p', 'u')
      where relnamespace = current_schema()::regnamespace and relname <> {0}
      order by 1
      """;

  /** Removes them from all tables in the current schema. */
  static Indexes remove(DSLContext sql) {
    Map<String, List<String>> creations = new HashMap<>();
    List<String> rest = new ArrayList<>();
    for (Record removal : sql.fetch(REMOVALS, inline(Catalogue.VERSIONS))) {
      sql.execute(removal.get(1, String.class));
      if (removal.get(2) != null) {
        creations
            .computeIfAbsent(removal.get(4, String.class), table -> new ArrayList<>())
            .add(removal.get(2, String.class));
      }
      if (removal.get(3) != null) {
        // Constraints come before the foreign keys that refer to them.
        rest.add(0, removal.get(3, String.class));
      }
    }
    return new Indexes(creations, rest);
  }
}
