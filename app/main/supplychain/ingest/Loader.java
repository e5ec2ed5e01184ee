package supplychain.ingest;

import static supplychain.schema.Tables.LOAD_REF;
import static supplychain.validation.ValueTypes.ID;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.apache.commons.io.function.IOSupplier;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.core.Finding;
import supplychain.core.Problem;
import supplychain.core.Progress;
import supplychain.core.Role;
import supplychain.database.Author;
import supplychain.database.Database;
import supplychain.ingest.KnownRecords.Known;
import supplychain.records.company.CompanyResource;
import supplychain.validation.Body;
import supplychain.validation.Hints;

/**
 * Loads a JSON document in one transaction: an object with an array for each {@link IngestKind}.
 * Its records name each other by their refs. All of a document is recorded, or nothing.
 */
public final class Loader {
  /**
   * The numbers of records with new refs, and with refs that an earlier load has noted.
   *
   * @param different the known records that the document writes in another way than they are
   */
  public record Count(long recorded, long known, long different) {
    /** The counts of a kind of records after its title. */
    public List<Object> row(String title) {
      return List.of(title, recorded, known, different);
    }

    Count plus(Count other) {
      return new Count(recorded + other.recorded, known + other.known, different + other.different);
    }
  }

  /** The counts by title of each kind in a document, the first differences, and warnings. */
  public record Loaded(
      Map<String, Count> counts, List<Finding> differences, List<String> warnings) {}

  /** Records of these kinds may name earlier ones of the same kind. */
  private static final Set<IngestKind> MAY_NAME_THEIR_OWN =
      Set.of(IngestKind.COMPANIES, IngestKind.TRANSACTIONS);

  private static final String ENTITY_CARD = "entity_card";

  private static final int MOST_DIFFERENCES = 20;

  private final DSLContext sql;
  private final Progress progress;
  private final GroupedFindings refusals = new GroupedFindings("Line", 2);
  private final LongTransaction transaction;
  private final DocumentReader document;
  private final Refs refs;
  private final Map<String, Count> counts = new LinkedHashMap<>();
  private final List<SourceRecord> postponedCards = new ArrayList<>();
  private final List<Finding> differences = new ArrayList<>();
  private final GroupedFindings warnings = new GroupedFindings("Line", 2);
  private final Hints hints = new Hints();
  private long done;
  private long total;

  private Loader(DSLContext sql, IOSupplier<InputStream> source, Progress progress) {
    this.sql = sql;
    this.progress = progress;
    transaction = new LongTransaction(sql);
    document = new DocumentReader(source, refusals);
    refs = new Refs(sql, refusals);
  }

  /**
   * Loads a document, which it opens several times: it may be longer than the memory. A record
   * whose ref an earlier load has noted stays as it is, and is compared with the document.
   *
   * @param isDryRun whether the service checks everything, and records nothing
   * @param progress receives the number of records done; it starts over if PostgreSQL rolls the
   *     transaction back for another's sake
   * @throws Problem if the document has mistakes; nothing is recorded
   */
  public static Loaded load(
      Database database,
      Author author,
      boolean isDryRun,
      IOSupplier<InputStream> source,
      Progress progress) {
    return database.write(author, isDryRun, sql -> new Loader(sql, source, progress).load());
  }

  /** The id of the record with this ref in a loaded document, also of an erased one. */
  public static Optional<UUID> idOf(Database database, String kind, String ref) {
    return database.read(
        sql ->
            sql.select(LOAD_REF.ID)
                .from(LOAD_REF)
                .where(LOAD_REF.KIND.eq(kind))
                .and(LOAD_REF.REF.in(ref, Refs.erased(kind, ref)))
                .fetchOptional(LOAD_REF.ID));
  }

  private Loaded load() {
    Map<String, Long> inDocument = document.survey();
    total = inDocument.values().stream().mapToLong(Long::longValue).sum();
    for (IngestKind kind : IngestKind.ALL) {
      if (inDocument.containsKey(kind.title())) {
        load(kind);
      }
      if (kind.equals(IngestKind.CARDS)) {
        postponedCards.forEach(this::giveCard);
      }
    }
    refusals.refuseIfAny();
    return new Loaded(counts, differences, warnings.warnings());
  }

  private void load(IngestKind kind) {
    counts.put(kind.title(), new Count(0, 0, 0));
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

  private Count record(IngestKind kind, List<SourceRecord> batch) {
    refs.lookUp(kind, batch);
    List<SourceRecord> fresh = refs.fresh(kind, batch);
    List<SourceRecord> known =
        batch.stream().filter(record -> refs.get(Refs.of(kind, record)) != null).toList();
    long different = countDifferent(kind, known);
    if (kind.equals(IngestKind.COMPANIES)) {
      fresh.forEach(this::postponeCard);
    }
    if (MAY_NAME_THEIR_OWN.contains(kind)) {
      fresh.forEach(record -> recordTogether(kind, List.of(record)));
    } else {
      recordTogether(kind, fresh);
    }
    refs.flush();
    return new Count(fresh.size(), known.size(), different);
  }

  private long countDifferent(IngestKind kind, List<SourceRecord> known) {
    Map<Body, List<UUID>> ids = new LinkedHashMap<>();
    Map<Body, Caller> callers = new HashMap<>();
    for (SourceRecord record : known) {
      UUID id = refs.get(Refs.of(kind, record));
      if (!id.equals(Refs.FAILED_REF)) {
        refs.replace(kind, record);
        Body body = Body.at(record.node(), record.pointer().replaceFirst("/[0-9]+", ""), hints);
        ids.put(body, List.of(id));
        callers.put(body, Caller.OPERATOR);
      }
    }
    kind.records().replaceNamesAndCodes(sql, callers);
    long different = 0;
    KnownRecords recorded = new KnownRecords(sql, Caller.OPERATOR, kind, "");
    for (Known one : recorded.compare(ids).values()) {
      different += one.differences().isEmpty() ? 0 : 1;
      one.differences().stream()
          .limit(MOST_DIFFERENCES - differences.size())
          .forEach(differences::add);
    }
    return different;
  }

  /** Records records that do not name each other. */
  private void recordTogether(IngestKind kind, List<SourceRecord> records) {
    List<Draft> drafts = records.stream().map(record -> draft(kind, record)).toList();
    kind.records().replaceNames(sql, Draft.callers(drafts));
    Iterator<SourceRecord> each = records.iterator();
    for (Outcome outcome : Outcome.withWarnings(sql, kind, Draft.create(sql, kind, drafts))) {
      refusals.refuse(outcome);
      warnings.addWarnings(outcome);
      UUID id = outcome.isRefused() ? Refs.FAILED_REF : outcome.id();
      refs.note(Refs.of(kind, each.next()), id);
    }
  }

  /** A company records the transactions that name it. An operator records everything else. */
  private Draft draft(IngestKind kind, SourceRecord record) {
    Set<String> judged = refs.replace(kind, record);
    Body body = Body.at(record.node(), record.pointer(), hints);
    body.required("ref", Refs.REF);
    UUID creator = known(body, "creator");
    UUID user = creator == null ? Caller.SYSTEM : creator;
    boolean isTransaction =
        kind.equals(IngestKind.TRANSACTIONS) || kind.equals(IngestKind.PAYMENTS);
    UUID company = isTransaction ? known(body, "company") : null;
    Role role = company == null ? Role.OPERATOR : Role.ADMIN;
    return new Draft(record, body, new Caller(user, company, role), judged);
  }

  private static UUID known(Body body, String name) {
    UUID id = body.get(name, ID).value();
    return Refs.FAILED_REF.equals(id) ? null : id;
  }

  /**
   * Leaves out the card of a company if the card is a record of its own. Companies name the cards
   * that they hold, and cards name the companies that own them. So the load creates both first, and
   * gives the companies their cards then.
   */
  private void postponeCard(SourceRecord company) {
    if (company.node().path(ENTITY_CARD).path("card").path("id").isTextual()) {
      ObjectNode node = (ObjectNode) company.node();
      ObjectNode card = node.deepCopy().retain("ref", "creator", ENTITY_CARD);
      postponedCards.add(SourceRecord.of(company.line(), company.pointer(), 0, card));
      node.remove(ENTITY_CARD);
    }
  }

  /** Gives a new company its card, unless the company has a mistake. */
  private void giveCard(SourceRecord card) {
    refs.lookUp(IngestKind.COMPANIES, List.of(card));
    UUID company = refs.get(Refs.of(IngestKind.COMPANIES, card));
    if (company == null || company.equals(Refs.FAILED_REF)) {
      return;
    }
    Draft draft = draft(IngestKind.COMPANIES, card);
    try {
      CompanyResource.recordCard(sql, draft.caller(), company, draft.body());
    } catch (Problem problem) {
      refusals.refuse(draft.refused(problem));
    }
  }
}
