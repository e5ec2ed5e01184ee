package supplychain.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.schema.Tables.PRODUCT;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BiConsumer;
import org.jooq.Field;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import supplychain.World;
import supplychain.backup.Room;

/** A statement for one row is prepared once, whichever of its columns are null. */
class PreparedOnceTest {
  private static final SqlText RUNS =
      new SqlText(
          "select generic_plans + custom_plans from pg_prepared_statements where statement like ?");
  private static final int ROWS = 20;

  /** The driver prepares a statement when it runs for the fifth time. */
  private static final int UNPREPARED = 4;

  @AutoClose private final Room room = Room.ofDemo();

  /** How often the statement ran since it was prepared. */
  private List<Integer> runs(String statement, BiConsumer<Batch, Map<Field<?>, Object>> write) {
    return room.database()
        .write(
            World.AUTHOR,
            sql -> {
              for (int i = 0; i < ROWS; i++) {
                Map<Field<?>, Object> values = new HashMap<>();
                values.put(PRODUCT.DESCRIPTION, i % 2 == 0 ? null : "Washed");
                values.put(PRODUCT.IMAGE, i % 3 == 0 ? null : "https://example.org/" + i);
                write.accept(Batch.of(sql), values);
                Batch.of(sql).run();
              }
              return RUNS.with(statement).list(sql, row -> row.getInt(1));
            });
  }

  private static NewRow product(Map<Field<?>, Object> values) {
    return new NewRow(PRODUCT, Ids.next(), World.AUTHOR.user())
        .set(PRODUCT.NAME, "Coffee " + UUID.randomUUID())
        .set(PRODUCT.IS_ACTIVE, true)
        .set(PRODUCT.DESCRIPTION, (String) values.get(PRODUCT.DESCRIPTION))
        .set(PRODUCT.IMAGE, (String) values.get(PRODUCT.IMAGE));
  }

  @Test
  void anInsertIsPreparedOnce() {
    List<Integer> runs =
        runs(
            "insert into \"product\"%",
            (batch, values) -> NewRows.of(PRODUCT).add(product(values)).insert(batch));
    assertEquals(List.of(ROWS - UNPREPARED), runs);
  }

  @Test
  void anUpdateIsPreparedOnce() {
    NewRow made = product(Map.of());
    room.database()
        .write(
            World.AUTHOR,
            sql -> {
              made.insert(sql);
              return made;
            });
    UUID id = (UUID) made.values().get(PRODUCT.ID.getName());
    List<Integer> runs =
        runs(
            "update \"product\"%",
            (batch, values) ->
                new ChangedRows(PRODUCT.ID).add(id, World.AUTHOR.user(), values).change(batch));
    assertEquals(List.of(ROWS - UNPREPARED), runs);
  }
}
