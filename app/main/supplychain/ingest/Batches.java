package supplychain.ingest;

import static java.util.stream.Collectors.groupingBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.core.Problem;
import supplychain.validation.Body;
import supplychain.verify.Warning;
import supplychain.verify.Warnings;

/** Gathers the records of a source, so that the records of a batch share their statements. */
final class Batches {
  static final int MOST_RECORDS = 1_000;

  /** The length of the records at which a batch is full. */
  private static final long FULL_LENGTH = 1 << 20;

  private final LineNames names;
  private final Consumer<List<SourceRecord>> work;
  private List<SourceRecord> waiting = new ArrayList<>();
  private long waitingLength;
  private long count;

  /** The names of the waiting records, which a later record can name only when they exist. */
  private final Set<String> given = new HashSet<>();

  /** Batches of records that do not name each other. */
  Batches(Consumer<List<SourceRecord>> work) {
    this(new LineNames(null, "", each -> {}), work);
  }

  Batches(LineNames names, Consumer<List<SourceRecord>> work) {
    this.names = names;
    this.work = work;
  }

  void add(SourceRecord record) {
    if (!Collections.disjoint(names.used(record.node()), given)) {
      give();
    }
    count++;
    given.addAll(names.given(record.node()));
    waiting.add(record);
    waitingLength += record.length();
    if (waiting.size() == MOST_RECORDS || waitingLength >= FULL_LENGTH) {
      give();
    }
  }

  long finish() {
    give();
    return count;
  }

  private void give() {
    List<SourceRecord> batch = waiting;
    waiting = new ArrayList<>();
    waitingLength = 0;
    given.clear();
    if (!batch.isEmpty()) {
      work.accept(batch);
    }
  }

  /**
   * A record with what the service needs to create it: its body, the caller who records it, and the
   * pointers whose mistakes are not repeated.
   */
  record Entry(SourceRecord source, Body body, Caller caller, Set<String> judged) {}

  /** The bodies of these records, and who records each. */
  static Map<Body, Caller> callers(List<Entry> entries) {
    Map<Body, Caller> callers = new LinkedHashMap<>();
    entries.forEach(entry -> callers.put(entry.body(), entry.caller()));
    return callers;
  }

  /** Creates records of one kind together. Returns the outcome of each, in their order. */
  static List<Outcome> record(DSLContext sql, IngestKind kind, List<Entry> entries) {
    Map<Body, Problem> refused = new LinkedHashMap<>();
    Map<Body, UUID> ids = kind.creation().create(sql, callers(entries), refused::put);
    Map<UUID, List<Warning>> warnings =
        Warnings.about(kind.path()).map(about -> about.of(sql, ids.values())).stream()
            .flatMap(List::stream)
            .collect(groupingBy(Warning::record));
    List<Outcome> outcomes = new ArrayList<>();
    for (Entry entry : entries) {
      SourceRecord source = entry.source();
      Problem problem = source.flaw() == null ? refused.get(entry.body()) : source.flaw();
      UUID id = ids.get(entry.body());
      outcomes.add(
          problem == null
              ? Outcome.created(source, id, warnings.getOrDefault(id, List.of()))
              : Outcome.refused(source, entry.judged(), problem));
    }
    return outcomes;
  }
}
