package supplychain.ingest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.core.Problem;
import supplychain.http.LinesType;
import supplychain.validation.Body;

/**
 * Many records of one kind, recorded in one transaction: all of them, or where that is asked those
 * that are right.
 *
 * @param kind what they are
 * @param lenient whether unknown fields are ignored
 * @param proceeds whether those that are right are recorded though others are not
 * @param progress is told how many records have just been done
 */
public record Bulk(
    BulkKind kind, LinesType type, boolean lenient, boolean proceeds, LongConsumer progress) {
  /** How many records are recorded together at the most. */
  static final int TOGETHER = 1_000;

  /** After how much text they are not made to wait for more. */
  static final long TOGETHER_LENGTH = 1 << 20;

  /**
   * Records them.
   *
   * @param outcomes is told what came of each, in their order
   * @throws Problem if there is nothing to record, or something is wrong and it does not proceed
   * @throws UncheckedIOException if they cannot be read
   */
  public void record(DSLContext sql, Caller caller, LoadSource source, Consumer<Outcome> outcomes) {
    Run run = new Run(this, sql, caller, outcomes);
    try (var in = source.open()) {
      LineReader.read(in, type, kind, lenient, run::take);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    run.finish();
  }

  /** Features have members of the tool that wrote them (RFC 7946, 6.1). */
  private boolean isLenient() {
    return lenient || type == LinesType.FEATURES;
  }

  /** One run, in its transaction. */
  private static final class Run {
    private final Bulk bulk;
    private final DSLContext sql;
    private final Caller caller;
    private final Consumer<Outcome> outcomes;
    private final Refusals refusals = new Refusals();
    private final List<Line> waiting = new ArrayList<>();
    private long waitingLength;
    private boolean any;

    Run(Bulk bulk, DSLContext sql, Caller caller, Consumer<Outcome> outcomes) {
      this.bulk = bulk;
      this.sql = sql;
      this.caller = caller;
      this.outcomes = outcomes;
    }

    void take(Line line) {
      any = true;
      waiting.add(line);
      waitingLength += line.length();
      if (waiting.size() == TOGETHER || waitingLength >= TOGETHER_LENGTH) {
        recordWaiting();
      }
    }

    void finish() {
      recordWaiting();
      if (!any) {
        throw LineReader.refused("", "required", "There is no record in it.");
      }
      refusals.refuseIfAny();
    }

    private void recordWaiting() {
      List<Line> lines = List.copyOf(waiting);
      waiting.clear();
      waitingLength = 0;
      tell(record(lines));
      bulk.progress().accept(lines.size());
    }

    private List<Outcome> record(List<Line> lines) {
      Map<Line, Body> bodies = new LinkedHashMap<>();
      Map<Body, Caller> callers = new LinkedHashMap<>();
      Map<Body, Problem> refused = new LinkedHashMap<>();
      for (Line line : lines) {
        if (line.flaw() == null) {
          Body body = Body.of(line.node(), line.pointer(), bulk.isLenient());
          bodies.put(line, body);
          callers.put(body, caller);
        }
      }
      Map<Body, UUID> ids = bulk.kind().record(sql, callers, refused::put);
      List<Outcome> all = new ArrayList<>();
      for (Line line : lines) {
        Body body = bodies.get(line);
        all.add(
            body == null
                ? new Outcome(line.number(), null, line.flaw())
                : new Outcome(line.number(), ids.get(body), refused.get(body)));
      }
      return all;
    }

    private void tell(List<Outcome> all) {
      for (Outcome outcome : all) {
        outcomes.accept(outcome);
        if (outcome.isRefused() && !bulk.proceeds()) {
          refusals.add(outcome);
        }
      }
    }
  }
}
