package supplychain.records;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.BiConsumer;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.core.Problem;
import supplychain.validation.Body;

/** Records bodies together, in one transaction: each creates a record, or changes one. */
@FunctionalInterface
public interface Recording {
  /**
   * Records those bodies that have no mistakes, in the transaction of {@code sql}. Their names are
   * replaced by ids already ({@link RecordKind#replaceNames}). It runs the batch at least once,
   * unless the transaction may assume; its last statements may wait in it. A body that changes a
   * record has its id ({@link Body#record}). If several requests are recorded together, this locks
   * the records that they change, and it can leave out a body, which is then done alone.
   *
   * @param refused receives each body with mistakes
   * @return the ids of the records by body
   */
  Map<Body, UUID> record(
      DSLContext sql, Map<Body, Caller> bodies, BiConsumer<Body, Problem> refused);

  /** Records one body, or throws a {@link Problem} if it has mistakes. Returns the record's id. */
  default UUID recordOne(DSLContext sql, Caller caller, Body body) {
    return record(
            sql,
            Map.of(body, caller),
            (refused, problem) -> {
              throw problem;
            })
        .get(body);
  }

  /** Records one body. Returns the id of its record, or throws a {@link Problem}. */
  @FunctionalInterface
  interface Single {
    UUID record(DSLContext sql, Caller caller, Body body);
  }

  /**
   * Changes one record by a body, or throws a {@link Problem} if the body has mistakes. Its last
   * statements may wait in the batch. The caller sees the record, and its row is locked.
   */
  @FunctionalInterface
  interface SingleChange {
    void change(DSLContext sql, Caller caller, UUID id, Body body);
  }

  /** How a request shares a transaction with those that arrive at the same time. */
  enum Grouping {
    /** It has a transaction of its own. */
    ALONE,
    TOGETHER,
    /**
     * Such bodies lock the same rows. So their groups are recorded one after the other, and none
     * waits for the locks of another one.
     */
    IN_TURN
  }

  /** Records one body after the other. */
  static Recording oneByOne(Single single) {
    return (sql, bodies, refused) -> {
      Map<Body, UUID> ids = new LinkedHashMap<>();
      bodies.forEach(
          (body, caller) -> {
            try {
              ids.put(body, single.record(sql, caller, body));
            } catch (Problem problem) {
              refused.accept(body, problem);
            }
          });
      return ids;
    };
  }

  /** Changes one record after the other. */
  static Recording oneByOne(SingleChange single) {
    return oneByOne(
        (sql, caller, body) -> {
          UUID record = body.record().orElseThrow();
          single.change(sql, caller, record, body);
          return record;
        });
  }
}
