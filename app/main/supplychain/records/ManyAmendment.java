package supplychain.records;

import java.util.Map;
import java.util.UUID;
import java.util.function.BiConsumer;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.core.Problem;
import supplychain.validation.Body;

/** Changes records together, in one transaction. */
@FunctionalInterface
public interface ManyAmendment {
  /** The record that a body changes. */
  record Target(UUID id, Caller caller) {}

  /**
   * Changes a record by each body that has no mistakes, in the transaction of {@code sql}. Its last
   * statements may wait in the batch. If several requests are recorded together, it locks the
   * records; else the record is locked.
   *
   * @param targets other records than each other
   * @param refused receives each other body with its mistakes
   * @return the ids by body
   */
  Map<Body, UUID> amend(
      DSLContext sql, Map<Body, Target> targets, BiConsumer<Body, Problem> refused);

  /** Changes one record, or throws a {@link Problem} if the body has mistakes. */
  default void amendOne(DSLContext sql, Target target, Body body) {
    amend(
        sql,
        Map.of(body, target),
        (refused, problem) -> {
          throw problem;
        });
  }
}
