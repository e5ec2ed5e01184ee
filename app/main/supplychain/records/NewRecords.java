package supplychain.records;

import static org.jooq.impl.DSL.*;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jooq.Field;
import org.jooq.Table;
import supplychain.core.Problem;
import supplychain.database.NewRow;
import supplychain.database.Rows;
import supplychain.validation.Body;
import supplychain.validation.Columns;

/** Creates records: one, or many with the same few statements. */
public final class NewRecords {
  private static final Field<UUID> ID = field(name("id"), UUID.class);
  private static final Field<UUID> CREATOR = field(name("creator"), UUID.class);
  private static final Field<UUID> UPDATER = field(name("updater"), UUID.class);
  private static final Set<String> BY_DEFAULT = Set.of("created_on", "updated_on");

  private NewRecords() {}

  /** A new row with its id, and with this user as its creator and updater. */
  public static NewRow row(Table<?> table, UUID id, UUID user) {
    return new NewRow(table)
        .set(table.field(ID), id)
        .set(table.field(CREATOR), user)
        .set(table.field(UPDATER), user);
  }

  /** The same with the columns of a body. */
  public static NewRow row(Table<?> table, UUID id, UUID user, Columns columns) {
    NewRow row = row(table, id, user);
    row.values().putAll(columns.values());
    return row;
  }

  /** New rows of a table, with all its columns except for the times, which the database sets. */
  public static Rows rows(Table<?> table) {
    return new Rows(
        table,
        Stream.of(table.fields())
            .filter(column -> !BY_DEFAULT.contains(column.getName()))
            .toArray(Field<?>[]::new));
  }

  /** The records that pass a step. {@code refused} receives the bodies of the others. */
  public static <R> List<R> passing(
      Collection<R> all,
      Function<R, Body> body,
      BiConsumer<Body, Problem> refused,
      Consumer<R> step) {
    List<R> passing = new ArrayList<>();
    for (R one : all) {
      try {
        step.accept(one);
        passing.add(one);
      } catch (Problem problem) {
        refused.accept(body.apply(one), problem);
      }
    }
    return passing;
  }
}
