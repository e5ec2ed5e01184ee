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
import supplychain.eudr.OriginQueries.Producer;
import supplychain.eudr.OriginsFile.Feature;
import supplychain.trace.Lineage;
import supplychain.trace.Lineage.Step;
import supplychain.trace.LineageQueries;

/**
 * Gathers the origins of a lot: all plots of every farmer that the lot came from, even if only a
 * part of the farmer's goods is in the lot. The same records give the same bytes.
 */
final class OriginsReader {
  /** The largest number of producers of one commodity; the goods of a lot are one commodity. */
  static final int MOST_OF_COMMODITY = 1_000;

  /** The largest number of producers of a statement. */
  static final int MOST_OF_STATEMENT = 10_000;

  private final Lineage lineage;
  private final Issues issues = new Issues();

  /** By farmer, the first transaction with the farmer as its source. */
  private final Map<UUID, UUID> transactions = new HashMap<>();

  private OriginsReader(Lineage lineage) {
    this.lineage = lineage;
  }

  /**
   * The origins, as far as the caller sees them.
   *
   * @param listener receives each plot of the file
   * @throws Problem if the caller does not see the lot
   */
  static Origins read(DSLContext sql, Caller caller, UUID lot, Consumer<Feature> listener) {
    return new OriginsReader(LineageQueries.up(sql, caller, lot)).read(sql, caller, listener);
  }

  private Origins read(DSLContext sql, Caller caller, Consumer<Feature> listener) {
    Step lot = lineage.start();
    checkLot(lot);
    List<Step> steps = new ArrayList<>(lineage.steps().values());
    steps.sort(comparing(step -> step.id().toString()));
    steps.forEach(this::checkStep);
    checkNumberOfProducers(lot);
    PlotGathering plots = new PlotGathering(lot.id(), transactions, issues, listener);
    plots.add(sql, sharedProducers(sql, caller));
    return new Origins(
        lot,
        steps.stream().map(Step::id).toList(),
        plots.file().count(),
        plots.producers(),
        plots.countries(),
        plots.file().end(issues),
        issues);
  }

  private void checkLot(Step lot) {
    if (lot.isReversed()) {
      issues.add(Issues.Kind.REVERSED, "It was reversed: its goods never moved.", lot.id());
    }
    if (lot.quantity() == null || lot.quantity().signum() == 0) {
      String quantity = lot.quantity() == null ? "unknown" : "0";
      String detail = "Its quantity is %s: the net mass in kilograms is mandatory.";
      issues.add(Issues.Kind.UNKNOWN_QUANTITY, detail.formatted(quantity), lot.id());
    }
  }

  private void checkStep(Step step) {
    int hidden = lineage.hidden(step.id()).size();
    if (hidden > 0) {
      String detail =
          "Its source does not share where it came from: %d of its parents are not shown.";
      issues.add(Issues.Kind.NOT_SHARED, detail.formatted(hidden), step.id());
    }
    if (step.source().isFarmer()) {
      transactions.putIfAbsent(step.source().id(), step.id());
    } else if (lineage.isOrigin(step.id()) && !step.isReversed()) {
      String detail = "It begins with %s: it has no parents and comes from no farmer.";
      issues.add(Issues.Kind.GAP, detail.formatted(step.source().name()), step.id());
    }
  }

  private void checkNumberOfProducers(Step lot) {
    int count = transactions.size();
    if (count > MOST_OF_COMMODITY) {
      String detail = "%d producers: a commodity may have %d.".formatted(count, MOST_OF_COMMODITY);
      issues.add(Issues.Kind.TOO_MANY_PRODUCERS, detail, lot.id());
    }
    if (count > MOST_OF_STATEMENT) {
      String detail = "%d producers: a statement may have %d.".formatted(count, MOST_OF_STATEMENT);
      issues.add(Issues.Kind.TOO_MANY_PRODUCERS, detail, lot.id());
    }
  }

  /** The producers whose plots the caller may see, in the order of their ids. */
  private List<Producer> sharedProducers(DSLContext sql, Caller caller) {
    List<Producer> shared = new ArrayList<>();
    for (Producer producer : OriginQueries.producers(sql, caller, transactions.keySet())) {
      if (producer.isShared()) {
        shared.add(producer);
      } else {
        String detail = "It comes from a farmer of a company that does not share its origins.";
        issues.add(Issues.Kind.NOT_SHARED, detail, transactions.get(producer.id()));
      }
    }
    return shared;
  }
}
