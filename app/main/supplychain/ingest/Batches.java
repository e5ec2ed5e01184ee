package supplychain.ingest;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.core.Finding;
import supplychain.core.Problem;
import supplychain.core.ProblemType;
import supplychain.validation.Body;

/** Gathers the records of a source, so that the records of a batch share their statements. */
final class Batches {
  /** How many records a batch has at most. */
  static final int MOST_RECORDS = 1_000;

  /** The length of the records at which a batch is full. */
  private static final long FULL_LENGTH = 1 << 20;

  private final Consumer<List<SourceRecord>> work;
  private List<SourceRecord> waiting = new ArrayList<>();
  private long waitingLength;
  private long count;

  /** Gives each batch to {@code work}. */
  Batches(Consumer<List<SourceRecord>> work) {
    this.work = work;
  }

  void add(SourceRecord record) {
    count++;
    waiting.add(record);
    waitingLength += record.length();
    if (waiting.size() == MOST_RECORDS || waitingLength >= FULL_LENGTH) {
      give();
    }
  }

  /** Gives the records that wait: how many records there were in all. */
  long finish() {
    give();
    return count;
  }

  private void give() {
    List<SourceRecord> batch = waiting;
    waiting = new ArrayList<>();
    waitingLength = 0;
    if (!batch.isEmpty()) {
      work.accept(batch);
    }
  }

  /**
   * A record on its way to be recorded.
   *
   * @param body its body; null where the record has a flaw
   * @param caller the caller who records it
   * @param judged the pointers at which nothing more is to be said
   */
  record Entry(SourceRecord record, Body body, Caller caller, Set<String> judged) {
    Outcome outcome(UUID id, Problem refusal) {
      Problem problem = record.flaw() == null ? refusal : record.flaw();
      return problem == null
          ? new Outcome(record.line(), id, null, List.of())
          : new Outcome(record.line(), null, problem.type(), findings(problem));
    }

    private List<Finding> findings(Problem problem) {
      String code = problem.type().name().toLowerCase(Locale.ROOT);
      Finding whole = new Finding(record.pointer(), code, problem.getMessage());
      List<Finding> all = problem.findings().isEmpty() ? List.of(whole) : problem.findings();
      return all.stream()
          .filter(finding -> judged.stream().noneMatch(judge -> isAt(judge, finding.pointer())))
          .map(finding -> complete(problem, finding))
          .toList();
    }

    private static boolean isAt(String pointer, String above) {
      return (pointer + "/").startsWith(above + "/");
    }

    /** A finding of a conflict begins with the message: the finding alone explains too little. */
    private static Finding complete(Problem problem, Finding finding) {
      String message = problem.getMessage();
      boolean saysAll =
          problem.type() == ProblemType.INVALID_BODY || finding.detail().equals(message);
      String detail = saysAll ? finding.detail() : message + " " + finding.detail();
      return new Finding(finding.pointer(), finding.code(), detail);
    }
  }

  /** Records entries of one kind together: the outcome of each, in their order. */
  static List<Outcome> record(DSLContext sql, IngestKind kind, List<Entry> entries) {
    Map<Body, Caller> callers = new LinkedHashMap<>();
    for (Entry entry : entries) {
      if (entry.body() != null) {
        callers.put(entry.body(), entry.caller());
      }
    }
    Map<Body, Problem> refused = new LinkedHashMap<>();
    Map<Body, UUID> ids = kind.creation().create(sql, callers, refused::put);
    return entries.stream()
        .map(entry -> entry.outcome(ids.get(entry.body()), refused.get(entry.body())))
        .toList();
  }
}
