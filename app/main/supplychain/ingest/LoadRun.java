package supplychain.ingest;

import static supplychain.validation.Kinds.ID;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.core.Problem;
import supplychain.core.Role;
import supplychain.ingest.Batches.Entry;
import supplychain.ingest.Loader.Count;
import supplychain.ingest.Refs.Ref;
import supplychain.records.company.Companies;
import supplychain.records.company.CompanyQueries;
import supplychain.validation.Body;

/** One load, in its transaction: a pass of the document for each kind, batch by batch. */
final class LoadRun {
  private static final String ENTITY_CARD = "entity_card";

  private final DSLContext sql;
  private final Loader.Progress progress;
  private final Refusals refusals = new Refusals(true);
  private final LongTransaction transaction;
  private final DocumentReader document;
  private final Refs refs;
  private final Names names;
  private final Map<String, Count> counts = new LinkedHashMap<>();
  private boolean hasPostponedCards;
  private long done;
  private long total;

  LoadRun(DSLContext sql, Source source, Loader.Progress progress) {
    this.sql = sql;
    this.progress = progress;
    transaction = new LongTransaction(sql);
    document = new DocumentReader(source, refusals);
    refs = new Refs(sql, refusals);
    names = new Names(sql, refs, refusals);
  }

  /** Loads the document; a mistake throws, so that the transaction is rolled back. */
  Loader.Report run() {
    Map<String, Long> inDocument = document.survey();
    total = inDocument.values().stream().mapToLong(Long::longValue).sum();
    for (IngestKind kind : IngestKind.ALL) {
      if (inDocument.containsKey(kind.title())) {
        load(kind);
      }
      if (kind.equals(IngestKind.CARDS) && hasPostponedCards) {
        document.read(IngestKind.COMPANIES, this::giveCard);
      }
    }
    refusals.refuseIfAny();
    return new Loader.Report(counts);
  }

  private void load(IngestKind kind) {
    counts.put(kind.title(), Count.NONE);
    progress.at(kind.title(), done, total);
    transaction.startKind();
    Batches batches =
        new Batches(
            batch -> {
              counts.merge(kind.title(), record(kind, batch), Count::plus);
              done += batch.size();
              progress.at(kind.title(), done, total);
              transaction.wrote(batch.size());
            });
    document.read(kind, batches::add);
    batches.finish();
  }

  /** Records a batch; records whose refs an earlier load has noted are left as they are. */
  private Count record(IngestKind kind, List<SourceRecord> batch) {
    List<SourceRecord> sound = new ArrayList<>();
    for (SourceRecord record : batch) {
      if (record.flaw() == null) {
        sound.add(record);
      } else {
        refusals.add(new Entry(record, null, null, Set.of()).outcome(null, null));
      }
    }
    List<SourceRecord> once = refs.once(kind, sound);
    if (kind.equals(IngestKind.COMPANIES)) {
      once.forEach(this::postponeCard);
    }
    names.lookUp(kind, once);
    List<SourceRecord> fresh =
        once.stream().filter(record -> !refs.know(Refs.of(kind, record))).toList();
    if (Names.nameTheirOwn(kind)) {
      fresh.forEach(record -> recordTogether(kind, List.of(record)));
    } else {
      recordTogether(kind, fresh);
    }
    refs.flush();
    return new Count(fresh.size(), once.size() - fresh.size());
  }

  /** Records records of which none names another. */
  private void recordTogether(IngestKind kind, List<SourceRecord> records) {
    List<Entry> entries = records.stream().map(record -> entry(kind, record)).toList();
    List<Outcome> outcomes = Batches.record(sql, kind, entries);
    for (int i = 0; i < outcomes.size(); i++) {
      Outcome outcome = outcomes.get(i);
      refusals.add(outcome);
      UUID id = outcome.isRefused() ? Refs.MISTAKEN : outcome.id();
      refs.note(Refs.of(kind, records.get(i)), id);
    }
  }

  /** A transaction is its company's, where it names one; an operator writes all else. */
  private Entry entry(IngestKind kind, SourceRecord record) {
    Set<String> judged = names.replace(kind, record);
    Body body = Body.at(record.node(), record.pointer());
    body.ignore("ref");
    UUID creator = known(body, "creator");
    UUID user = creator == null ? Caller.SYSTEM : creator;
    boolean isTransaction =
        kind.equals(IngestKind.TRANSACTIONS) || kind.equals(IngestKind.PAYMENTS);
    UUID company = isTransaction ? known(body, "company") : null;
    Role role = company == null ? Role.OPERATOR : Role.ADMIN;
    return new Entry(record, body, new Caller(user, company, role), judged);
  }

  private static UUID known(Body body, String name) {
    UUID id = body.get(name, ID).value();
    return Refs.MISTAKEN.equals(id) ? null : id;
  }

  /**
   * Leaves out the card of a company, if it is a record of its own. Companies name the cards that
   * they hold, and cards the companies that own them: so companies get their cards after both.
   */
  private void postponeCard(SourceRecord company) {
    if (namesCard(company.node())) {
      ((ObjectNode) company.node()).remove(ENTITY_CARD);
      hasPostponedCards = true;
    }
  }

  private static boolean namesCard(JsonNode company) {
    return company.path(ENTITY_CARD).path("card").path("id").isTextual();
  }

  /** Gives a company of the document its card, if this load created the company. */
  private void giveCard(SourceRecord company) {
    if (company.flaw() != null || !namesCard(company.node())) {
      return;
    }
    Ref ref = Refs.of(IngestKind.COMPANIES, company);
    ((ObjectNode) company.node()).retain("ref", "creator", ENTITY_CARD);
    names.lookUp(IngestKind.COMPANIES, List.of(company));
    UUID id = refs.get(ref);
    if (id != null && CompanyQueries.isNew(sql, id)) {
      Entry entry = entry(IngestKind.COMPANIES, company);
      try {
        Companies.recordCard(sql, entry.caller(), id, entry.body());
      } catch (Problem problem) {
        refusals.add(entry.outcome(null, problem));
      }
    }
  }
}
