package supplychain.ingest;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.core.Problem;
import supplychain.records.farmer.NewFarmers;
import supplychain.validation.Body;

/** Records some records of one kind, with what they share looked up once. */
final class LoadBatch {
  private final DSLContext sql;
  private final Mistakes mistakes;
  private final SeenRefs seen;
  private final Refs refs;
  private final Names names;
  private final CompanyCardPass companyCards;

  LoadBatch(DSLContext sql, Mistakes mistakes) {
    this.sql = sql;
    this.mistakes = mistakes;
    seen = new SeenRefs(sql);
    refs = new Refs(sql);
    names = new Names(sql, refs, mistakes);
    companyCards = new CompanyCardPass(sql, refs, names, mistakes);
  }

  /** Records them; those whose refs are known are left as they are. */
  LoadReport.Count record(LoadKind kind, List<LoadRecord> records) {
    List<NamedRecord> named = seen.once(named(records), mistakes);
    if (kind == LoadKind.COMPANIES) {
      named.forEach(one -> companyCards.postpone(one.record()));
    }
    names.lookUp(named);
    List<NamedRecord> fresh = named.stream().filter(one -> !refs.knows(one.key())).toList();
    if (kind == LoadKind.FARMERS) {
      recordTogether(fresh);
    } else {
      Recorder recorder = Recorder.of(kind);
      fresh.forEach(one -> record(recorder, one));
    }
    refs.flush();
    return new LoadReport.Count(fresh.size(), named.size() - fresh.size());
  }

  /** What is left to do once all cards are recorded. */
  CompanyCardPass companyCards() {
    return companyCards;
  }

  private List<NamedRecord> named(List<LoadRecord> records) {
    List<NamedRecord> named = new ArrayList<>();
    for (LoadRecord record : records) {
      if (record.isObject()) {
        named.add(new NamedRecord(record, record.ref(mistakes).orElse(null)));
      } else {
        mistakes.add(record.pointer(), record.line(), "type", "A record must be an object.");
      }
    }
    return named;
  }

  private void record(Recorder recorder, NamedRecord named) {
    Entry entry = Entry.of(named, names.rewrite(named.record()));
    try {
      note(entry, recorder.record(sql, entry.caller(), entry.body()));
    } catch (Problem problem) {
      refuse(entry, problem);
    }
  }

  private void recordTogether(List<NamedRecord> records) {
    Map<Body, Entry> entries = new LinkedHashMap<>();
    Map<Body, Caller> callers = new LinkedHashMap<>();
    for (NamedRecord named : records) {
      Entry entry = Entry.of(named, names.rewrite(named.record()));
      entries.put(entry.body(), entry);
      callers.put(entry.body(), entry.caller());
    }
    NewFarmers.record(sql, callers, (body, problem) -> refuse(entries.get(body), problem))
        .forEach((body, id) -> note(entries.get(body), id));
  }

  private void refuse(Entry entry, Problem problem) {
    entry.refuse(problem, mistakes);
    note(entry, Refs.MISTAKEN);
  }

  private void note(Entry entry, UUID id) {
    if (entry.named().isNamed()) {
      refs.put(entry.named().key(), id);
    }
  }
}
