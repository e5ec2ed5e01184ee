package supplychain.eudr;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Consumer;
import org.jooq.Cursor;
import org.jooq.DSLContext;
import org.jooq.Record;

/** Puts the plots of producers into a file, as long as there is room, and says what is wrong. */
final class PlotGathering {
  private final UUID lot;
  private final Map<UUID, UUID> transactions;
  private final Issues blockers;
  private final Issues warnings;
  private final Consumer<Feature> also;
  private final PlotRules rules;
  private final OriginsFile file = new OriginsFile(OriginsReader.MOST_BYTES);
  private final Set<UUID> producers = new HashSet<>();
  private final Set<String> countries = new TreeSet<>();
  private boolean isFull;

  /**
   * A file without plots.
   *
   * @param transactions of each farmer the one that a remark names
   * @param also gets each plot of the file
   */
  PlotGathering(
      UUID lot,
      Map<UUID, UUID> transactions,
      Issues blockers,
      Issues warnings,
      Consumer<Feature> also) {
    this.lot = lot;
    this.transactions = transactions;
    this.blockers = blockers;
    this.warnings = warnings;
    this.also = also;
    this.rules = new PlotRules(transactions, blockers, warnings);
  }

  /** Adds what each of them has, in their order, which is that of their ids. */
  void add(DSLContext sql, Collection<Producer> all) {
    Deque<Producer> left = new ArrayDeque<>(all);
    try (PlotCursor plots = new PlotCursor(sql, ids(left))) {
      while (!left.isEmpty() && !isFull) {
        addPlots(left.remove(), plots);
      }
    }
    if (isFull) {
      checkRest(sql, left);
    }
  }

  private void addPlots(Producer producer, PlotCursor plots) {
    checkCountry(producer);
    if (!plots.isNextOf(producer.id())) {
      addOwnPlace(producer);
    }
    while (plots.isNextOf(producer.id()) && !isFull) {
      add(producer, plots.next());
    }
  }

  /** None of their plots fits: that anybody knows where they are is all that is looked at. */
  private void checkRest(DSLContext sql, Collection<Producer> left) {
    Set<UUID> located = OriginQueries.withPlots(sql, ids(left));
    for (Producer producer : left) {
      checkCountry(producer);
      if (!located.contains(producer.id())) {
        addOwnPlace(producer);
      }
    }
  }

  private static List<UUID> ids(Collection<Producer> producers) {
    return producers.stream().map(Producer::id).toList();
  }

  private void checkCountry(Producer producer) {
    if (producer.countryCode().isEmpty()) {
      String detail =
          producer.country() == null
              ? "Nobody said in which country it is."
              : "Its country is none of ISO 3166-1: write its code of two letters.";
      blockers.add(remark(IssueKind.UNKNOWN_COUNTRY, detail, producer));
    }
  }

  /** The farmer's own coordinates, which stand for a plot where there is none. */
  private void addOwnPlace(Producer producer) {
    if (producer.latitude() == null || producer.longitude() == null) {
      String detail = "It has no plot in use and no coordinates.";
      blockers.add(remark(IssueKind.NO_LOCATION, detail, producer));
    } else {
      String detail = "It has no plot: its own coordinates stand for one.";
      warnings.add(remark(IssueKind.FARMERS_LOCATION, detail, producer));
      add(producer, RecordedPlot.ofCoordinates(producer));
    }
  }

  private Issue remark(IssueKind concern, String detail, Producer producer) {
    return new Issue(concern, detail, transactions.get(producer.id()), producer.id(), null);
  }

  private void add(Producer producer, RecordedPlot plot) {
    if (!isFull) {
      rules.feature(producer, plot).ifPresent(feature -> add(producer, feature));
    }
  }

  private void add(Producer producer, Feature feature) {
    if (file.add(feature)) {
      producers.add(producer.id());
      producer.countryCode().ifPresent(countries::add);
      also.accept(feature);
    } else {
      isFull = true;
      String detail =
          "It would have more than %d bytes: %d plots of it fit."
              .formatted(OriginsReader.MOST_BYTES, file.count());
      blockers.add(new Issue(IssueKind.TOO_LARGE, detail, lot, null, null));
    }
  }

  /** The file, as it is when all is added. */
  OriginsFile file() {
    return file;
  }

  /** How many producers have a plot in it. */
  int producers() {
    return producers.size();
  }

  /** Their countries, by code, in order. */
  List<String> countries() {
    return List.copyOf(countries);
  }

  /**
   * The plots of farmers that are in use, in the order of the farmers. A polygon may have ten
   * thousand positions: few are read ahead, and none after it is closed.
   */
  private static final class PlotCursor implements AutoCloseable {
    private final Cursor<Record> rows;
    private RecordedPlot next;

    /** Those of these farmers; to be closed. */
    PlotCursor(DSLContext sql, Collection<UUID> farmers) {
      this.rows = OriginQueries.plots(sql, farmers);
      read();
    }

    /** Whether the next plot is this farmer's. */
    boolean isNextOf(UUID farmer) {
      return next != null && farmer.equals(next.farmer());
    }

    /** The next plot; there must be one. */
    RecordedPlot next() {
      RecordedPlot present = next;
      read();
      return present;
    }

    private void read() {
      Record row = rows.fetchNext();
      next = row == null ? null : OriginQueries.plot(row);
    }

    @Override
    public void close() {
      rows.close();
    }
  }
}
