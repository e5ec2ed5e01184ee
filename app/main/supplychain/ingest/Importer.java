package supplychain.ingest;

import static java.util.Comparator.comparingLong;
import static supplychain.schema.Tables.COMPANY;
import static supplychain.schema.Tables.CURRENCY;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.core.Problem;
import supplychain.database.Batch;
import supplychain.database.Ids;
import supplychain.http.LinesRequest;
import supplychain.http.LinesType;
import supplychain.ingest.KnownRecords.Known;
import supplychain.ingest.Outcome.Result;
import supplychain.validation.Body;
import supplychain.validation.Hints;

/** Records many records of one kind in one transaction: all, or only those without mistakes. */
public final class Importer {
  private final DSLContext sql;
  private final Caller caller;
  private final IngestKind kind;
  private final LinesRequest request;
  private final LineNames names;
  private final Hints hints;
  private final KnownRecords known;
  private final GroupedFindings refusals;
  private final ColumnNames columns;
  private final RowMoney money;

  /** How the table was understood; null for other formats, and before it is read. */
  private TableSummary table;

  /** The lines of the keys so far: of new records, or of all if the caller names the key. */
  private final Map<KnownRecords.Key, Long> lines = new HashMap<>();

  private boolean hasNewWithoutKey;

  /** Records for this caller, in the transaction of {@code sql}. */
  public Importer(DSLContext sql, Caller caller, IngestKind kind, LinesRequest request) {
    this.sql = sql;
    this.caller = caller;
    this.kind = kind;
    this.request = request;
    String unit = request.type().unit();
    names = new LineNames(kind, unit, records -> read(new GroupedFindings(unit, 1), records));
    hints = new Hints(names::hint);
    Stream<String> keys = Stream.concat(Stream.ofNullable(request.match()), kind.keys().stream());
    known = new KnownRecords(sql, caller, kind, keys.findFirst().orElse(""));
    columns = new ColumnNames(kind, request.table(), () -> kind.records().formKeys(sql, caller));
    money = new RowMoney(this::usualCurrency);
    refusals = new GroupedFindings(unit, 1);
  }

  /** The code of the currency of the caller's company; empty if it has none. */
  private Optional<String> usualCurrency() {
    return sql.select(CURRENCY.CODE)
        .from(CURRENCY)
        .join(COMPANY)
        .on(COMPANY.CURRENCY.eq(CURRENCY.ID))
        .where(COMPANY.ID.eq(caller.company()))
        .fetchOptional(CURRENCY.CODE);
  }

  /**
   * Records them, and gives the outcome of each in their order.
   *
   * @param name the name of the request, for the message about the same file
   * @param since a file that was recorded earlier can be recorded again
   * @throws Problem if there is no record, if one is refused and the import does not proceed, or if
   *     the file was recorded before and would create records again: new ones that have no key
   */
  public void record(String name, OffsetDateTime since, Consumer<Outcome> outcomes) {
    known.lock(caller.company());
    RecordedFile file = RecordedFile.of(caller, kind, request);
    if (!request.again()) {
      file.refuseRepeat(sql, since);
    }
    Batches batches = new Batches(batch -> record(batch).forEach(one -> take(one, outcomes)));
    read(refusals, one -> addTo(batches, one));
    long count = batches.finish();
    refusals.refuseIfAny();
    if (count == 0) {
      throw SourceRecord.refusal("", "required", "The file has no record.");
    }
    if (hasNewWithoutKey) {
      file.note(sql, name, (int) count);
    }
  }

  /** A transfer is divided by what is open after all payments before it. */
  private void addTo(Batches batches, SourceRecord record) {
    if (Transfer.is(kind, record)) {
      batches.finish();
      Transfer.payments(sql, caller, record, request.match()).forEach(batches::add);
    } else {
      batches.add(record);
    }
  }

  /** How the table was understood, after it was recorded; empty for other formats. */
  public Optional<TableSummary> table() {
    return Optional.ofNullable(table);
  }

  private void take(Outcome outcome, Consumer<Outcome> outcomes) {
    outcomes.accept(outcome);
    if (!request.proceeds() || refusals.areAny()) {
      refusals.refuse(outcome);
    }
  }

  private void read(GroupedFindings headings, Consumer<SourceRecord> records) {
    LinesType type = request.type();
    try {
      FileContent content = FileContent.of(request.source());
      if (!content.isOfPlacemarks() || !type.isOfMap()) {
        content.requireReadable();
      }
      if (type.isTable()) {
        TableReader reader = new TableReader(kind, columns, money, request, headings);
        reader.read(request.source(), records);
        table = reader.summary();
        return;
      }
      boolean namesFarmers = kind.path().equals(IngestKind.PLOTS.path());
      FeatureProperties properties = new FeatureProperties(columns, namesFarmers);
      Consumer<SourceRecord> all =
          record -> records.accept(isFeature(record) ? properties.read(record) : record);
      if (type == LinesType.DOCUMENTS) {
        LinesReader.read(request.source(), all);
      } else if (content.isOfPlacemarks() || type == LinesType.PLACEMARKS) {
        boolean isZip = content == FileContent.KMZ || content == FileContent.WORKBOOK;
        KmlReader.read(request.source(), isZip, all);
      } else {
        FeaturesReader.read(request.source(), all);
      }
      table = properties.summary();
    } catch (CharacterCodingException e) {
      throw SourceRecord.refusal("", "encoding", "The file is not UTF-8. Save it as UTF-8.");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean isFeature(SourceRecord record) {
    return kind.title().equals(IngestKind.PLOTS.title())
        && record.node().path("type").asText().equals("Feature");
  }

  /**
   * The outcomes, the ids and the warnings are those of the order in the source. A mistake of a
   * transfer is one of each of its payments, and told once.
   */
  private List<Outcome> record(List<SourceRecord> batch) {
    List<Draft> drafts = batch.stream().map(this::draft).toList();
    List<Outcome> outcomes = new ArrayList<>();
    names.waves(drafts).forEach(wave -> outcomes.addAll(recordWave(wave)));
    outcomes.sort(comparingLong(Outcome::line));
    return Outcome.withWarnings(sql, kind, outcomes.stream().distinct().toList());
  }

  private Draft draft(SourceRecord record) {
    if (kind.equals(IngestKind.TRANSACTIONS) && record.node() instanceof ObjectNode goods) {
      addDestination(goods);
    }
    if (kind.equals(IngestKind.PAYMENTS) && record.node() instanceof ObjectNode payment) {
      addSource(payment);
    }
    // Features have members of the tool that wrote them (RFC 7946, 6.1).
    boolean ignoresUnknown = request.lenient() || isFeature(record);
    Body body = Body.of(record.node(), record.pointer(), ignoresUnknown, hints);
    return new Draft(record, body.forRecord(Ids.next()), caller, Set.of());
  }

  /** A payment that names only who receives it comes from the company of the caller. */
  private void addSource(ObjectNode payment) {
    UUID company = caller.company();
    boolean isOwn = payment.hasNonNull("destination") && !payment.hasNonNull("transaction");
    boolean isReceived = payment.path("destination").asText().equals(company + "");
    if (company != null && isOwn && !isReceived && !payment.hasNonNull("source")) {
      payment.put("source", company.toString());
    }
  }

  /** A purchase that names no destination goes to the company of the caller. */
  private void addDestination(ObjectNode goods) {
    UUID company = caller.company();
    boolean isSale = goods.has("parents") || goods.path("source").asText().equals(company + "");
    if (company != null && !isSale && !goods.hasNonNull("destination")) {
      goods.put("destination", company.toString());
    }
  }

  /** Creates the unknown records among records that do not name each other. */
  private List<Outcome> recordWave(List<Draft> drafts) {
    Map<Body, Caller> bodies = Draft.callers(drafts);
    bodies.keySet().forEach(known::refuseOwnCode);
    kind.records().replaceNamesAndCodes(sql, bodies);
    known.lockOwners(bodies.keySet());
    if (request.match() != null) {
      drafts.forEach(this::refuseSecond);
    }
    Map<Body, Known> recorded =
        known.find(bodies.keySet().stream().filter(this::mayBeKnown).toList());
    Iterator<Outcome> created =
        Draft.create(
                sql,
                kind,
                drafts.stream().filter(one -> !recorded.containsKey(one.body())).toList())
            .iterator();
    List<Outcome> outcomes = new ArrayList<>();
    for (Draft draft : drafts) {
      Known same = recorded.get(draft.body());
      Outcome outcome = same == null ? created.next() : reconcileExisting(draft, same);
      outcomes.add(namingFirst(draft, outcome));
    }
    return outcomes;
  }

  private void refuseSecond(Draft draft) {
    known
        .keyOf(draft.body())
        .ifPresent(
            key -> {
              Long first = lines.putIfAbsent(key, draft.source().line());
              if (first != null) {
                draft.body().refuse(key.field(), "duplicate", same(first, key));
              }
            });
  }

  /** Whether no line before it has created a record with its key. */
  private boolean mayBeKnown(Body body) {
    return request.match() != null || known.keyOf(body).filter(lines::containsKey).isEmpty();
  }

  /** Names the earlier line with the key, in place of a record that the user has never recorded. */
  private Outcome namingFirst(Draft draft, Outcome outcome) {
    KnownRecords.Key key = known.keyOf(draft.body()).orElse(null);
    Long first = lines.get(key);
    if (key == null) {
      hasNewWithoutKey |= outcome.result() == Result.NEW;
    } else if (outcome.result() == Result.NEW) {
      lines.put(key, outcome.line());
    }
    if (first == null) {
      return outcome;
    }
    String place = draft.source().place().apply(draft.body().pointer(key.field()));
    return outcome.withDetail(place, "taken", same(first, key));
  }

  private static String same(long line, KnownRecords.Key key) {
    return "Line " + line + " of this file has the same " + key.field() + ".";
  }

  private Outcome reconcileExisting(Draft draft, Known same) {
    boolean changes = request.match() != null;
    KnownRecords.Key id = new KnownRecords.Key(KnownRecords.ID, same.id().toString());
    Long first = changes ? lines.putIfAbsent(id, draft.source().line()) : null;
    // A record that is known by its id has noted its own line.
    if (first != null && first != draft.source().line()) {
      String detail = "Line " + first + " of this file is the same record.";
      return draft.refused(SourceRecord.refusal(draft.body().pointer(), "duplicate", detail));
    }
    if (same.differences().isEmpty()) {
      return draft.done(Result.KNOWN, same.id()).withWarnings(same.warnings());
    }
    if (!changes || !kind.records().canChange()) {
      return draft.different(same.id(), same.differences());
    }
    try {
      kind.records().lock(Batch.of(sql), caller, same.id());
      kind.records().amendments().recordOne(sql, caller, draft.body().forRecord(same.id()));
      Batch.of(sql).run();
      return draft.done(Result.CHANGED, same.id());
    } catch (Problem problem) {
      return draft.refused(problem);
    }
  }
}
