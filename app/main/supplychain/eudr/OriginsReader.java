package supplychain.eudr;

import static java.util.Comparator.comparing;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.core.Problem;
import supplychain.trace.Lineage;
import supplychain.trace.LineageQueries;
import supplychain.trace.Step;

/**
 * Gathers the origins of a lot: every plot of every farmer of whom the lot or any transaction that
 * it came from, partly used ones too, got goods. The same records give the same bytes.
 */
final class OriginsReader {
  /** The most bytes a file may have: 25 MB, read as the fewer 25,000,000. */
  static final int MOST_BYTES = 25_000_000;

  /** The most producers of one commodity; the goods of a lot are one. */
  static final int MOST_OF_COMMODITY = 1_000;

  /** The most producers of a statement. */
  static final int MOST_OF_STATEMENT = 10_000;

  private final Lineage lineage;
  private final Issues blockers = new Issues();
  private final Issues warnings = new Issues();

  /** Of each farmer the first transaction through which it is an origin. */
  private final Map<UUID, UUID> transactions = new HashMap<>();

  private OriginsReader(Lineage lineage) {
    this.lineage = lineage;
  }

  /**
   * The origins, as far as the caller sees them.
   *
   * @param also gets each plot of the file
   * @throws Problem where the caller does not see the lot
   */
  static Origins read(DSLContext sql, Caller caller, UUID lot, Consumer<Feature> also) {
    Lineage lineage = LineageQueries.up(sql, caller, lot).orElseThrow(Problem::notFound);
    return new OriginsReader(lineage).read(sql, caller, also);
  }

  private Origins read(DSLContext sql, Caller caller, Consumer<Feature> also) {
    checkLot(lineage.start());
    List<Step> steps = new ArrayList<>(lineage.steps().values());
    steps.sort(comparing(step -> step.id().toString()));
    steps.forEach(this::checkStep);
    checkCount();
    UUID lot = lineage.start().id();
    PlotGathering plots = new PlotGathering(lot, transactions, blockers, warnings, also);
    plots.add(sql, shared(sql, caller));
    OriginsFile file = plots.file();
    return new Origins(
        lineage.start(),
        steps.stream().map(Step::id).toList(),
        file.count(),
        plots.producers(),
        plots.countries(),
        blockers.total() == 0 ? file.complete() : file.incomplete(blockers),
        blockers,
        warnings);
  }

  /** The producers whose plots the caller may see, in the order of their ids. */
  private List<Producer> shared(DSLContext sql, Caller caller) {
    List<Producer> shared = new ArrayList<>();
    for (Producer producer : OriginQueries.producers(sql, caller, transactions.keySet())) {
      if (producer.isShared()) {
        shared.add(producer);
      } else {
        String detail = "It comes from a farmer of a company that does not share its origins.";
        blockers.add(
            new Issue(IssueKind.NOT_SHARED, detail, transactions.get(producer.id()), null, null));
      }
    }
    return shared;
  }

  private void checkLot(Step lot) {
    if (lot.isReversed()) {
      block(IssueKind.REVERSED, "It was reversed: its goods never moved.", lot);
    }
    if (lot.quantity() == null || lot.quantity().signum() == 0) {
      String detail =
          lot.quantity() == null
              ? "Its quantity is unknown: the net mass in kilograms is mandatory."
              : "Its quantity is 0: the net mass in kilograms is mandatory.";
      block(IssueKind.UNKNOWN_QUANTITY, detail, lot);
    }
  }

  private void checkStep(Step step) {
    int hidden = lineage.hidden(step.id()).size();
    if (hidden > 0) {
      String detail =
          "Its source does not share where it came from: %d of its parents are not shown.";
      block(IssueKind.NOT_SHARED, detail.formatted(hidden), step);
    }
    if (step.source().isFarmer()) {
      transactions.putIfAbsent(step.source().id(), step.id());
    } else if (lineage.isOrigin(step.id()) && !step.isReversed()) {
      String detail = "It begins with %s: it has no parents and comes from no farmer.";
      block(IssueKind.GAP, detail.formatted(step.source().name()), step);
    }
  }

  private void block(IssueKind concern, String detail, Step step) {
    blockers.add(new Issue(concern, detail, step.id(), null, null));
  }

  private void checkCount() {
    int count = transactions.size();
    if (count > MOST_OF_COMMODITY) {
      String detail = "%d producers: a commodity may have %d.";
      block(
          IssueKind.TOO_MANY_PRODUCERS,
          detail.formatted(count, MOST_OF_COMMODITY),
          lineage.start());
    }
    if (count > MOST_OF_STATEMENT) {
      String detail = "%d producers: a statement may have %d.";
      block(
          IssueKind.TOO_MANY_PRODUCERS,
          detail.formatted(count, MOST_OF_STATEMENT),
          lineage.start());
    }
  }
}
