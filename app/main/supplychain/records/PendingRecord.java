package supplychain.records;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.core.Problem;
import supplychain.database.Ids;
import supplychain.validation.Body;

/** A body before it is recorded, with the records that it names. */
public abstract class PendingRecord {
  public final Caller caller;
  public final Body body;
  public final References references;

  /** The id of the record that the body creates or changes. */
  public final UUID id;

  protected PendingRecord(Caller caller, Body body) {
    this(body, new References(caller, body));
  }

  /** A part of a body, whose references are those of the whole body. */
  protected PendingRecord(Body body, References references) {
    this.caller = references.caller();
    this.body = body;
    this.references = references;
    id = body.record().orElseGet(Ids::next);
  }

  protected static <R extends PendingRecord> List<R> readAll(
      Map<Body, Caller> bodies, BiFunction<Caller, Body, R> reader) {
    List<R> all = new ArrayList<>();
    bodies.forEach((body, caller) -> all.add(reader.apply(caller, body)));
    return all;
  }

  /** Looks up the records that the bodies name: runs the batch. */
  protected static void resolve(DSLContext sql, List<? extends PendingRecord> all) {
    References.resolve(sql, all.stream().map(one -> one.references).toList());
  }

  /**
   * Uses the known records that the bodies name, or looks the records up and runs the batch ({@link
   * References#assumeOrResolve}).
   */
  protected static void assumeOrResolve(DSLContext sql, List<? extends PendingRecord> all) {
    References.assumeOrResolve(sql, all.stream().map(one -> one.references).toList());
  }

  /** Those that pass a step. {@code refused} receives the bodies of the others. */
  protected static <R extends PendingRecord> List<R> keepValid(
      List<R> all, BiConsumer<Body, Problem> refused, Consumer<R> step) {
    List<R> valid = new ArrayList<>();
    for (R one : all) {
      try {
        step.accept(one);
        valid.add(one);
      } catch (Problem problem) {
        refused.accept(one.body, problem);
      }
    }
    return valid;
  }

  protected static Map<Body, UUID> ids(List<? extends PendingRecord> recorded) {
    Map<Body, UUID> ids = new LinkedHashMap<>();
    recorded.forEach(one -> ids.put(one.body, one.id));
    return ids;
  }
}
