package supplychain.records;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jooq.Field;
import org.jooq.Table;
import supplychain.core.Problem;
import supplychain.database.Rows;
import supplychain.validation.Body;

/** Creates records from many bodies, with the same few statements for one as for many. */
public final class NewRecords {
  private static final Set<String> BY_DEFAULT = Set.of("created_on", "updated_on");

  private NewRecords() {}

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
      List<R> all, Function<R, Body> body, BiConsumer<Body, Problem> refused, Consumer<R> step) {
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
