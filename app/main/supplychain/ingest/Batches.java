package supplychain.ingest;

import static java.util.stream.Collectors.groupingBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.core.Problem;
import supplychain.database.Batch;
import supplychain.ingest.Outcome.Result;
import supplychain.validation.Body;
import supplychain.verify.Warning;
import supplychain.verify.Warnings;

/**
 * Gathers the records of a source, so that the records of a batch share their statements. A record
 * that names another one of its batch is recorded in a later wave than that one.
 */
final class Batches {
  static final int MOST_RECORDS = 1_000;

  /** The length of the records at which a batch is full. */
  private static final long FULL_LENGTH = 1 << 20;

  private final LineNames names;
  private final Consumer<List<List<SourceRecord>>> work;
  private List<List<SourceRecord>> waves = new ArrayList<>();
  private int waiting;
  private long waitingLength;
  private long count;

  /** The waves of the records that have these names; another record can name them afterwards. */
  private final Map<String, Integer> given = new HashMap<>();

  /** The last waves with records that want these things, of which each is for one record. */
  private final Map<String, Integer> wanted = new HashMap<>();

  /** Batches of records that do not name each other. */
  Batches(Consumer<List<SourceRecord>> work) {
    this(new LineNames(null, "", each -> {}), waves -> work.accept(waves.get(0)));
  }

  /**
   * Batches of records that may name each other.
   *
   * @param work receives the waves of a batch
   */
  Batches(LineNames names, Consumer<List<List<SourceRecord>>> work) {
    this.names = names;
    this.work = work;
  }

  void add(SourceRecord record) {
    int wave = wave(record.node());
    if (wave == waves.size()) {
      waves.add(new ArrayList<>());
    }
    waves.get(wave).add(record);
    count++;
    waiting++;
    waitingLength += record.length();
    if (waiting == MOST_RECORDS || waitingLength >= FULL_LENGTH) {
      give();
    }
  }

  /** After the records that it names, and not before an earlier record that wants the same. */
  private int wave(JsonNode record) {
    int wave = 0;
    for (String name : names.used(record)) {
      wave = Math.max(wave, given.getOrDefault(name, -1) + 1);
    }
    Set<String> wants = names.wanted(record);
    for (String one : wants) {
      wave = Math.max(wave, wanted.getOrDefault(one, 0));
    }
    for (String one : wants) {
      wanted.put(one, wave);
    }
    for (String name : names.given(record)) {
      given.put(name, wave);
    }
    return wave;
  }

  long finish() {
    give();
    return count;
  }

  private void give() {
    List<List<SourceRecord>> batch = waves;
    waves = new ArrayList<>();
    waiting = 0;
    waitingLength = 0;
    given.clear();
    wanted.clear();
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

  /**
   * Creates records of one kind together. Returns the outcome of each, in their order, without
   * warnings.
   */
  static List<Outcome> record(DSLContext sql, IngestKind kind, List<Entry> entries) {
    Map<Body, Problem> refused = new LinkedHashMap<>();
    Map<Body, UUID> ids = kind.creation().record(sql, callers(entries), refused::put);
    Batch.of(sql).run();
    List<Outcome> outcomes = new ArrayList<>();
    for (Entry entry : entries) {
      SourceRecord source = entry.source();
      Problem problem = source.flaw() == null ? refused.get(entry.body()) : source.flaw();
      outcomes.add(
          problem == null
              ? Outcome.done(source, Result.NEW, ids.get(entry.body()))
              : Outcome.refused(source, entry.judged(), problem));
    }
    return outcomes;
  }

  /** The outcomes with the warnings about the new records. */
  static List<Outcome> withWarnings(DSLContext sql, IngestKind kind, List<Outcome> outcomes) {
    List<UUID> ids =
        outcomes.stream()
            .filter(outcome -> outcome.result() == Result.NEW)
            .map(Outcome::id)
            .toList();
    Map<UUID, List<Warning>> warnings =
        Warnings.about(kind.path()).map(about -> about.of(sql, ids)).stream()
            .flatMap(List::stream)
            .collect(groupingBy(Warning::record));
    return outcomes.stream()
        .map(outcome -> outcome.with(warnings.getOrDefault(outcome.id(), List.of())))
        .toList();
  }
}
