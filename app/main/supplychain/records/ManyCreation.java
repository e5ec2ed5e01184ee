package supplychain.records;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.core.Problem;
import supplychain.validation.Body;

/** Creates records together, in one transaction. */
@FunctionalInterface
public interface ManyCreation {
  /**
   * Creates records from those bodies that have no mistakes, in the transaction of {@code sql}. Its
   * last statements may wait in the batch. If several requests are recorded together, it can leave
   * out a body, which is then done alone.
   *
   * @param refused receives each other body with its mistakes
   * @return the ids by body
   */
  Map<Body, UUID> create(
      DSLContext sql, Map<Body, Caller> bodies, BiConsumer<Body, Problem> refused);

  /** Creates one record, or throws a {@link Problem} if the body has mistakes. */
  default UUID createOne(DSLContext sql, Caller caller, Body body) {
    return create(
            sql,
            Map.of(body, caller),
            (refused, problem) -> {
              throw problem;
            })
        .get(body);
  }

  /** The records that pass a step. {@code refused} receives the bodies of the others. */
  static <R> List<R> keepValid(
      Collection<R> all,
      Function<R, Body> body,
      BiConsumer<Body, Problem> refused,
      Consumer<R> step) {
    List<R> valid = new ArrayList<>();
    for (R one : all) {
      try {
        step.accept(one);
        valid.add(one);
      } catch (Problem problem) {
        refused.accept(body.apply(one), problem);
      }
    }
    return valid;
  }
}
