package supplychain.ingest;

import static java.util.Comparator.comparingLong;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.apache.commons.io.function.IOSupplier;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.core.Problem;
import supplychain.database.Batch;
import supplychain.database.Ids;
import supplychain.http.LinesType;
import supplychain.ingest.Batches.Entry;
import supplychain.ingest.KnownRecords.Known;
import supplychain.ingest.Outcome.Result;
import supplychain.validation.Body;
import supplychain.validation.DecimalSign;
import supplychain.validation.Hints;

/**
 * Records a table, JSON lines or features of one kind, in one transaction: all of them, or only
 * those without mistakes.
 *
 * @param isLenient whether the service ignores unknown fields
 * @param proceeds whether the service records the right records if others have mistakes
 * @param sign the decimal sign of all numbers of a table; null if their columns tell it
 * @param match the field by which records are known, of which those that differ are changed if
 *     their kind can change; null for the usual field, which changes nothing
 */
public record Importer(
    IngestKind kind,
    LinesType type,
    boolean isLenient,
    boolean proceeds,
    DecimalSign sign,
    String match) {
  /**
   * Records them, and gives the outcome of each in their order. Returns whether the file, sent
   * again, would create records again: new ones that have no key.
   *
   * @throws Problem if there is no record, or one is refused and the import does not proceed
   */
  public boolean record(
      DSLContext sql, Caller caller, IOSupplier<InputStream> source, Consumer<Outcome> outcomes) {
    String unit = type == LinesType.FEATURES ? "Feature" : "Line";
    GroupedFindings refusals = new GroupedFindings(unit, 1);
    KnownRecords known = new KnownRecords(sql, caller, kind, field());
    known.lock(caller.company());
    Map<KnownRecords.Key, Long> lines = new HashMap<>();
    Set<Long> created = new HashSet<>();
    LineNames names =
        LineNames.of(kind, unit, each -> read(source, new GroupedFindings(unit, 1), each));
    Hints hints = new Hints(names.hint()::about);
    Batches batches =
        new Batches(
            names,
            waves -> {
              for (Outcome outcome : record(known, lines, hints, waves)) {
                outcomes.accept(outcome);
                if (outcome.result() == Result.NEW) {
                  created.add(outcome.line());
                }
                if (!proceeds || refusals.areAny()) {
                  refusals.refuse(outcome);
                }
              }
            });
    read(source, refusals, batches::add);
    long count = batches.finish();
    refusals.refuseIfAny();
    if (count == 0) {
      throw SourceRecord.refusal("", "required", "The file has no record.");
    }
    lines.values().forEach(created::remove);
    return !created.isEmpty();
  }

  /** The field by which records without an id are known; empty if there is none. */
  private String field() {
    return match != null ? match : kind.keys().stream().findFirst().orElse("");
  }

  /**
   * Records the waves of a batch. The outcomes, the ids and the warnings are those of the order in
   * the source.
   */
  private List<Outcome> record(
      KnownRecords recorded,
      Map<KnownRecords.Key, Long> lines,
      Hints hints,
      List<List<SourceRecord>> waves) {
    Map<Long, Entry> entries = new HashMap<>();
    waves.stream()
        .flatMap(List::stream)
        .sorted(comparingLong(SourceRecord::line))
        .forEach(source -> entries.put(source.line(), entry(source, recorded.caller(), hints)));
    List<Outcome> outcomes = new ArrayList<>();
    for (List<SourceRecord> wave : waves) {
      List<Entry> own = wave.stream().map(source -> entries.get(source.line())).toList();
      outcomes.addAll(recordWave(recorded, lines, own));
    }
    outcomes.sort(comparingLong(Outcome::line));
    return Batches.withWarnings(recorded.sql(), kind, outcomes);
  }

  /**
   * Creates the unknown records among records that do not name each other.
   *
   * @param lines the lines of the keys so far: of all records if the caller names the key, else of
   *     those that are new
   */
  private List<Outcome> recordWave(
      KnownRecords recorded, Map<KnownRecords.Key, Long> lines, List<Entry> entries) {
    DSLContext sql = recorded.sql();
    Map<Body, Caller> bodies = Batches.callers(entries);
    bodies.keySet().forEach(recorded::refuseOwnCode);
    kind.records().replaceNames(sql, bodies);
    recorded.lockOwners(bodies.keySet());
    if (match != null) {
      entries.forEach(entry -> refuseSecond(recorded, lines, entry));
    }
    Map<Body, Known> known =
        recorded.find(
            bodies.keySet().stream().filter(body -> mayBeKnown(recorded, lines, body)).toList());
    bodies.keySet().removeAll(known.keySet());
    List<Entry> unknown =
        entries.stream().filter(entry -> bodies.containsKey(entry.body())).toList();
    Iterator<Outcome> created = Batches.record(sql, kind, unknown).iterator();
    List<Outcome> outcomes = new ArrayList<>();
    for (Entry entry : entries) {
      Known same = known.get(entry.body());
      Outcome outcome = same == null ? created.next() : reconcileExisting(sql, lines, entry, same);
      Optional<KnownRecords.Key> key = recorded.keyOf(entry.body());
      outcomes.add(
          key.filter(lines::containsKey)
              .map(one -> takenInFile(entry, outcome, one, lines.get(one)))
              .orElse(outcome));
      if (outcome.result() == Result.NEW) {
        key.ifPresent(one -> lines.put(one, outcome.line()));
      }
    }
    return outcomes;
  }

  /** Whether no line before it has created a record with its key. */
  private boolean mayBeKnown(KnownRecords recorded, Map<KnownRecords.Key, Long> lines, Body body) {
    return match != null || recorded.keyOf(body).filter(lines::containsKey).isEmpty();
  }

  private static void refuseSecond(
      KnownRecords recorded, Map<KnownRecords.Key, Long> lines, Entry entry) {
    recorded
        .keyOf(entry.body())
        .ifPresent(
            key -> {
              Long first = lines.putIfAbsent(key, entry.source().line());
              if (first != null) {
                entry.body().refuse(key.field(), "duplicate", same(first, key));
              }
            });
  }

  /** Names the earlier line in place of a record that the user has never recorded. */
  private static Outcome takenInFile(
      Entry entry, Outcome outcome, KnownRecords.Key key, long first) {
    String place = entry.source().place().apply(entry.body().pointer(key.field()));
    return outcome.withDetail(place, "taken", same(first, key));
  }

  private static String same(long line, KnownRecords.Key key) {
    return "Line " + line + " of this file has the same " + key.field() + ".";
  }

  private Outcome reconcileExisting(
      DSLContext sql, Map<KnownRecords.Key, Long> lines, Entry entry, Known same) {
    long line = entry.source().line();
    KnownRecords.Key id = new KnownRecords.Key(KnownRecords.ID, same.id().toString());
    long first = match == null ? line : lines.computeIfAbsent(id, each -> line);
    if (first != line) {
      String detail = "Line " + first + " of this file is the same record.";
      Problem second = SourceRecord.refusal(entry.body().pointer(), "duplicate", detail);
      return Outcome.refused(entry.source(), entry.judged(), second);
    }
    if (same.differences().isEmpty()) {
      return Outcome.done(entry.source(), Result.KNOWN, same.id());
    }
    if (match == null || !kind.records().canChange()) {
      return Outcome.different(entry.source(), same.id(), same.differences());
    }
    try {
      kind.records().lock(Batch.of(sql), entry.caller(), same.id());
      kind.records().changes().recordOne(sql, entry.caller(), entry.body().forRecord(same.id()));
      Batch.of(sql).run();
      return Outcome.done(entry.source(), Result.CHANGED, same.id());
    } catch (Problem problem) {
      return Outcome.refused(entry.source(), entry.judged(), problem);
    }
  }

  private Entry entry(SourceRecord record, Caller caller, Hints hints) {
    if (kind.equals(IngestKind.TRANSACTIONS) && record.node() instanceof ObjectNode goods) {
      addDestination(goods, caller);
    }
    // Features have members of the tool that wrote them (RFC 7946, 6.1).
    boolean ignoresUnknown = isLenient || type == LinesType.FEATURES;
    Body body = Body.of(record.node(), record.pointer(), ignoresUnknown, hints);
    return new Entry(record, body.forRecord(Ids.next()), caller, Set.of());
  }

  /** A purchase that names no destination goes to the company of the caller. */
  private static void addDestination(ObjectNode goods, Caller caller) {
    UUID company = caller.company();
    boolean isSale = goods.has("parents") || goods.path("source").asText().equals(company + "");
    if (company != null && !isSale && !goods.hasNonNull("destination")) {
      goods.put("destination", company.toString());
    }
  }

  private void read(
      IOSupplier<InputStream> source, GroupedFindings refusals, Consumer<SourceRecord> records) {
    try (InputStream in = source.get()) {
      switch (type) {
        case TABLE ->
            new TableReader(kind.columns(), sign, isLenient, refusals, records).read(source);
        case DOCUMENTS -> new LinesReader(records).read(in);
        case FEATURES -> new FeaturesReader(records).read(in);
      }
    } catch (CharacterCodingException e) {
      throw SourceRecord.refusal("", "encoding", "The file is not UTF-8. Save it as UTF-8.");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
