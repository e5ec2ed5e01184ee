package supplychain.records;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.TableField;
import org.jooq.impl.DSL;
import org.jooq.impl.QOM;
import org.junit.jupiter.api.Test;
import supplychain.World;
import supplychain.docs.OpenApi;
import supplychain.records.registry.RecordKinds;

/** PostgreSQL can read each list in its order from an index, however many records there are. */
class ListIndexTest {
  private static final Field<UUID> ANY = DSL.val(new UUID(0, 0));

  /** The first and the last column of each index, as {@code card company id}. */
  private final Set<String> indexes =
      Set.copyOf(
          World.read(
              sql ->
                  sql.fetch(
                          """
                          select indrelid::regclass || ' ' || first.attname || ' ' || last.attname
                            from pg_index
                            join pg_attribute first
                              on first.attrelid = indrelid and first.attnum = indkey[0]
                            join pg_attribute last
                              on last.attrelid = indrelid and last.attnum = indkey[indnkeyatts - 1]
                          """)
                      .getValues(0, String.class)));

  @Test
  void everyListIsReadFromAnIndex() {
    Set<String> wanted = new TreeSet<>();
    for (RecordKind kind : kinds()) {
      wanted.add(kind.rows.getName() + " updated_on id");
      for (Condition seen : kind.visibility().of(ANY, ANY)) {
        if (seen instanceof QOM.Eq<?> equal && equal.$arg1() instanceof TableField<?, ?> column) {
          wanted.add(kind.rows.getName() + " " + column.getName() + " id");
        }
      }
    }
    wanted.removeAll(indexes);
    assertEquals(Set.of(), wanted, "Add an index for each of these tables and columns.");
  }

  private static List<RecordKind> kinds() {
    return OpenApi.document()
        .get("paths")
        .propertyStream()
        .filter(path -> path.getValue().at("/get/parameters").toString().contains("/updated_after"))
        .map(path -> path.getKey().replaceFirst(".*/(.+)/$", "$1"))
        .distinct()
        .map(RecordKinds::named)
        .toList();
  }
}
