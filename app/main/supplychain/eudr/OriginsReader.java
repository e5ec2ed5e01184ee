package supplychain.eudr;

import static java.util.Comparator.comparing;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Consumer;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.core.Finding;
import supplychain.eudr.Issues.Kind;
import supplychain.eudr.OriginQueries.Plot;
import supplychain.eudr.OriginQueries.Producer;
import supplychain.eudr.OriginsFile.Feature;
import supplychain.http.JsonRequest;
import supplychain.records.farmer.Geometry;
import supplychain.records.farmer.Position;
import supplychain.trace.Lineage;
import supplychain.trace.Lineage.Step;
import supplychain.trace.LineageQueries;
import supplychain.validation.Body;
import supplychain.verify.Countries;
import supplychain.verify.Warning;
import supplychain.verify.Warnings;

/**
 * Gathers the origins of a lot: all plots of every farmer that the lot came from, even if only a
 * part of the farmer's goods is in the lot. The same records give the same bytes.
 */
final class OriginsReader {
  /** The largest number of producers of one commodity; the goods of a lot are one commodity. */
  private static final int MOST_PRODUCERS = 1_000;

  /** The largest area of a point, in hectares. A point of unknown area counts as this. */
  private static final BigDecimal MOST_OF_POINT = BigDecimal.valueOf(4);

  /** From this factor on, one of the stated and the measured area is wrong. */
  private static final BigDecimal MOST_TIMES = BigDecimal.valueOf(3);

  /** A larger plot, in hectares, needs a stated area: a wrong position can make any boundary. */
  private static final BigDecimal MOST_UNSTATED = BigDecimal.valueOf(10_000);

  /** To look for the overlaps of more plots would take too long. */
  private static final int MOST_COMPARED = 500;

  private final Lineage lineage;
  private final Consumer<Feature> listener;
  private final Issues issues = new Issues();
  private final OriginsFile file = new OriginsFile();

  /** By farmer, the first transaction with the farmer as its source. */
  private final Map<UUID, UUID> transactions = new HashMap<>();

  /** The farmers of the plots in the file. */
  private final Map<UUID, UUID> plots = new HashMap<>();

  private final Map<String, String> ownFarmers = new HashMap<>();
  private final Set<UUID> checked = new HashSet<>();
  private final Set<UUID> producers = new HashSet<>();
  private final Set<String> countries = new TreeSet<>();
  private boolean isFull;

  private OriginsReader(Lineage lineage, Consumer<Feature> listener) {
    this.lineage = lineage;
    this.listener = listener;
  }

  /** The origins, as far as the caller sees them. The listener receives each plot of the file. */
  static Origins read(DSLContext sql, Caller caller, UUID lot, Consumer<Feature> listener) {
    Lineage lineage = LineageQueries.upstream(sql, caller, lot);
    return new OriginsReader(lineage, listener).read(sql, caller);
  }

  private Origins read(DSLContext sql, Caller caller) {
    Step lot = lineage.start();
    checkLot(lot);
    List<Step> steps = new ArrayList<>(lineage.steps().values());
    steps.sort(comparing(step -> step.id().toString()));
    steps.forEach(this::checkStep);
    int farmers = transactions.size();
    if (farmers > MOST_PRODUCERS) {
      String detail =
          farmers + " farmers delivered. A file can have at most " + MOST_PRODUCERS + ".";
      note(Kind.TOO_MANY_PRODUCERS, detail, lot.id());
    }
    OriginQueries.read(sql, caller, transactions.keySet(), this::take);
    List<Warning> warnings =
        plots.size() > MOST_COMPARED
            ? Warnings.ofPlotsAlone(sql, plots.keySet())
            : Warnings.of(sql, "plots", plots.keySet());
    warnings.forEach(warning -> noteWarning(caller, warning));
    List<UUID> ids = steps.stream().map(Step::id).toList();
    return new Origins(
        lot, ids, file.count, producers.size(), countries, file.end(issues), issues, ownFarmers);
  }

  /** Notes a warning. A company that may not know of it learns which plots of the lot overlap. */
  private void noteWarning(Caller caller, Warning warning) {
    if (warning.isFor(caller) || plots.containsKey(warning.other())) {
      UUID farmer = plots.get(warning.record());
      Issues.Kind kind = Kind.valueOf(warning.code().toUpperCase(Locale.ROOT));
      String detail =
          warning.isFor(caller)
              ? warning.detail()
              : "The plot overlaps plot " + warning.other() + ".";
      issues.add(kind, detail, transactions.get(farmer), farmer, warning.record());
    }
  }

  private void checkLot(Step lot) {
    if (lot.isReversed()) {
      String detail = "The transaction is reversed, so the goods did not move.";
      note(Kind.REVERSED, detail, lot.id());
    }
    if (lot.quantity() == null || lot.quantity().signum() == 0) {
      String detail = "The quantity of the lot is %s. The file needs the net mass in kilograms.";
      String quantity = lot.quantity() == null ? "unknown" : "0";
      note(Kind.UNKNOWN_QUANTITY, detail.formatted(quantity), lot.id());
    }
  }

  private void checkStep(Step step) {
    int hidden = lineage.hidden(step.id()).size();
    if (hidden > 0) {
      String detail = "The source does not share its suppliers with you: %d parents are hidden.";
      note(Kind.NOT_SHARED, detail.formatted(hidden), step.id());
    }
    if (step.source().isFarmer()) {
      transactions.putIfAbsent(step.source().id(), step.id());
    } else if (lineage.isGap(step)) {
      String detail = "The transaction from %s has no parents, and its source is not a farmer.";
      note(Kind.GAP, detail.formatted(step.source().name()), step.id());
    }
  }

  /** Takes a farmer with one of the farmer's plots, or a farmer without a plot. */
  private void take(Producer producer, Plot plot) {
    if (checked.add(producer.id())) {
      check(producer);
      if (producer.isOwn()) {
        ownFarmers.put(producer.id().toString(), producer.shownToCaller());
      }
    }
    if (producer.isShared() && plot != null) {
      add(producer, plot);
    } else if (producer.isShared()) {
      addOwnCoordinates(producer);
    }
  }

  private void check(Producer producer) {
    if (!producer.isShared()) {
      String detail = "The goods come from a farmer of a company that does not share its origins.";
      note(Kind.NOT_SHARED, detail, transactions.get(producer.id()));
    } else if (Countries.code(producer.country()).isEmpty()) {
      String detail =
          producer.country() == null
              ? "The country of the farmer is missing."
              : "The country of the farmer is not in ISO 3166-1. Write its code of two letters,"
                  + " such as UG.";
      note(Kind.UNKNOWN_COUNTRY, detail, producer);
    }
  }

  private void addOwnCoordinates(Producer producer) {
    if (producer.latitude() == null || producer.longitude() == null) {
      note(Kind.NO_LOCATION, "The farmer has no active plot and no coordinates.", producer);
    } else {
      String detail = "The farmer has no plot. The file has the farmer's own coordinates instead.";
      note(Kind.FARMERS_LOCATION, detail, producer);
      add(producer, Plot.ofCoordinates(producer));
    }
  }

  private void note(Issues.Kind kind, String detail, UUID transaction) {
    issues.add(kind, detail, transaction, null, null);
  }

  private void note(Issues.Kind kind, String detail, Producer producer) {
    issues.add(kind, detail, transactions.get(producer.id()), producer.id(), null);
  }

  private void note(Issues.Kind kind, String detail, Plot plot) {
    issues.add(kind, detail, transactions.get(plot.farmer()), plot.farmer(), plot.id());
  }

  /** Adds a plot to the file, unless it has a blocker or the file is full. */
  private void add(Producer producer, Plot plot) {
    Geometry geometry = isFull ? null : geometry(plot).orElse(null);
    BigDecimal area = geometry == null ? null : area(plot, geometry);
    if (area == null) {
      return;
    }
    warnOfFewDecimals(plot, geometry);
    Feature feature = new Feature(producer, plot.name(), plot.productionPlace(), area, geometry);
    isFull = !file.add(feature);
    if (isFull) {
      String detail = "The file would have more than %d bytes. Only %d plots fit.";
      String counts = detail.formatted(OriginsFile.MOST_BYTES, file.count);
      note(Kind.TOO_LARGE, counts, lineage.start().id());
      return;
    }
    producers.add(producer.id());
    if (plot.id() != null) {
      plots.put(plot.id(), producer.id());
    }
    Countries.code(producer.country()).ifPresent(countries::add);
    listener.accept(feature);
  }

  private Optional<Geometry> geometry(Plot plot) {
    // Checked like the geometry of a request: the row may be older than a rule, or written in SQL.
    byte[] json = plot.geometry().getBytes(StandardCharsets.UTF_8);
    Body body = Body.of(JsonRequest.parse(json), true);
    Optional<Geometry> geometry = Geometry.read(body);
    for (Finding finding : body.findings().named()) {
      if (finding.code().equals(Position.NOWHERE)) {
        note(Kind.ZERO_LOCATION, finding.detail(), plot);
      } else {
        note(Kind.INVALID_GEOMETRY, finding.pointer() + ": " + finding.detail(), plot);
      }
    }
    return geometry;
  }

  /** The area in hectares; null if it has a blocker. */
  private BigDecimal area(Plot plot, Geometry geometry) {
    boolean isPoint = geometry.isPoint();
    if (isPoint && plot.area() == null) {
      String detail = "The area of the plot is missing. A point without an area counts as 4 ha.";
      note(Kind.AREA_ASSUMED, detail, plot);
      return MOST_OF_POINT;
    }
    BigDecimal area = plot.area() == null ? geometry.hectares() : plot.area();
    if (isPoint && area.compareTo(MOST_OF_POINT) > 0) {
      String detail =
          "The plot has " + area.toPlainString() + " ha. A plot over 4 ha needs a polygon.";
      note(Kind.POINT_OVER_4_HA, detail, plot);
      return null;
    }
    if (!isPoint && !isCredible(plot, geometry.hectares())) {
      return null;
    }
    if (area.compareTo(OriginsFile.LEAST_AREA) < 0) {
      String detail =
          "The plot has %s ha. The file has 0.0001, the smallest area that it can have.";
      note(Kind.AREA_RAISED, detail.formatted(area.toPlainString()), plot);
      return OriginsFile.LEAST_AREA;
    }
    return area;
  }

  /** Whether the stated area and the measured one may both be right; a blocker if not. */
  private boolean isCredible(Plot plot, BigDecimal measured) {
    if (plot.area() == null && measured.compareTo(MOST_UNSTATED) > 0) {
      String detail = "The boundary encloses %s ha. If that is right, state it as `area`.";
      note(Kind.UNSTATED_AREA, detail.formatted(measured.toPlainString()), plot);
      return false;
    }
    BigDecimal stated = plot.area() == null ? measured : plot.area();
    if (stated.max(measured).compareTo(stated.min(measured).multiply(MOST_TIMES)) >= 0
        && stated.compareTo(measured) != 0) {
      String detail =
          "The stated area is %s ha, but the boundary encloses %s ha. Correct `area`, in hectares,"
              + " or the boundary.";
      String areas = detail.formatted(stated.toPlainString(), measured.toPlainString());
      note(Kind.WRONG_AREA, areas, plot);
      return false;
    }
    return true;
  }

  private void warnOfFewDecimals(Plot plot, Geometry geometry) {
    int decimals = geometry.decimals();
    if (decimals < Position.DECIMALS) {
      String detail =
          "The coordinates have %d decimals, but the law asks for six. The file adds zeros, which"
              + " nobody measured.";
      note(Kind.FEW_DECIMALS, detail.formatted(decimals), plot);
    }
  }
}
