package supplychain.eudr;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Consumer;
import org.jooq.DSLContext;
import supplychain.core.Finding;
import supplychain.eudr.OriginQueries.Plot;
import supplychain.eudr.OriginQueries.Plots;
import supplychain.eudr.OriginQueries.Producer;
import supplychain.eudr.OriginsFile.Feature;
import supplychain.http.JsonRequest;
import supplychain.records.farmer.Geometry;
import supplychain.records.farmer.Position;
import supplychain.validation.Body;

/** Adds the plots of producers to a file of origins, and notes their issues. */
final class PlotGathering {
  /** The largest area of a point, in hectares. A point of unknown area counts as this. */
  private static final BigDecimal MOST_OF_POINT = BigDecimal.valueOf(4);

  /** The smallest area that a file can contain, in hectares. */
  private static final BigDecimal LEAST_AREA = new BigDecimal("0.0001");

  private final UUID lot;
  private final Map<UUID, UUID> transactions;
  private final Issues issues;
  private final Consumer<Feature> listener;
  private final OriginsFile file = new OriginsFile();
  private final Set<UUID> producers = new HashSet<>();
  private final Set<String> countries = new TreeSet<>();
  private boolean isFull;

  /**
   * Starts with an empty file.
   *
   * @param transactions by farmer, the transaction that an issue of the farmer names
   * @param listener receives each plot of the file
   */
  PlotGathering(UUID lot, Map<UUID, UUID> transactions, Issues issues, Consumer<Feature> listener) {
    this.lot = lot;
    this.transactions = transactions;
    this.issues = issues;
    this.listener = listener;
  }

  /** Adds the plots of producers, who must be in the order of their ids. */
  void add(DSLContext sql, Collection<Producer> all) {
    Deque<Producer> left = new ArrayDeque<>(all);
    try (Plots plots = new Plots(sql, ids(left))) {
      while (!left.isEmpty() && !isFull) {
        Producer producer = left.remove();
        checkCountry(producer);
        if (!plots.hasNextOf(producer.id())) {
          addOwnCoordinates(producer);
        }
        while (plots.hasNextOf(producer.id()) && !isFull) {
          add(producer, plots.next());
        }
      }
    }
    if (isFull) {
      checkRest(sql, left);
    }
  }

  /** Checks producers whose plots don't fit: do they have a country and a location? */
  private void checkRest(DSLContext sql, Collection<Producer> left) {
    Set<UUID> located = OriginQueries.withPlots(sql, ids(left));
    for (Producer producer : left) {
      checkCountry(producer);
      if (!located.contains(producer.id())) {
        addOwnCoordinates(producer);
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
      note(Issues.Kind.UNKNOWN_COUNTRY, detail, producer);
    }
  }

  private void addOwnCoordinates(Producer producer) {
    if (producer.latitude() == null || producer.longitude() == null) {
      note(Issues.Kind.NO_LOCATION, "It has no plot in use and no coordinates.", producer);
    } else {
      String detail = "It has no plot: its own coordinates stand for one.";
      note(Issues.Kind.FARMERS_LOCATION, detail, producer);
      add(producer, Plot.ofCoordinates(producer));
    }
  }

  private void note(Issues.Kind kind, String detail, Producer producer) {
    issues.add(kind, detail, transactions.get(producer.id()), producer.id(), null);
  }

  private void note(Issues.Kind kind, String detail, Plot plot) {
    issues.add(kind, detail, transactions.get(plot.farmer()), plot.farmer(), plot.id());
  }

  private void add(Producer producer, Plot plot) {
    if (isFull) {
      return;
    }
    Optional<Feature> checked = feature(producer, plot);
    if (checked.isEmpty()) {
      return;
    }
    if (file.add(checked.get())) {
      producers.add(producer.id());
      producer.countryCode().ifPresent(countries::add);
      listener.accept(checked.get());
    } else {
      isFull = true;
      String detail = "It would have more than %d bytes: %d plots of it fit.";
      issues.add(
          Issues.Kind.TOO_LARGE, detail.formatted(OriginsFile.MOST_BYTES, file.count()), lot);
    }
  }

  /** The plot as the file shows it; empty if it has a blocker. */
  private Optional<Feature> feature(Producer producer, Plot plot) {
    Optional<Geometry> geometry = geometry(plot);
    Optional<BigDecimal> area = geometry.flatMap(shape -> area(plot, shape));
    if (area.isEmpty()) {
      return Optional.empty();
    }
    warnOfFewDecimals(plot, geometry.get());
    return Optional.of(
        new Feature(producer, plot.name(), plot.productionPlace(), area.get(), geometry.get()));
  }

  private Optional<Geometry> geometry(Plot plot) {
    // Checked like the geometry of a request: the row may be older than a rule, or written in SQL.
    byte[] json = plot.geometry().getBytes(StandardCharsets.UTF_8);
    Body body = Body.of(JsonRequest.parse(json), true);
    Optional<Geometry> geometry = Geometry.read(body);
    for (Finding finding : body.findings().named()) {
      if (finding.code().equals(Position.NOWHERE)) {
        note(Issues.Kind.ZERO_LOCATION, finding.detail(), plot);
      } else {
        String detail = finding.pointer() + ": " + finding.detail();
        note(Issues.Kind.INVALID_GEOMETRY, detail, plot);
      }
    }
    return geometry;
  }

  private Optional<BigDecimal> area(Plot plot, Geometry geometry) {
    if (geometry.isPolygon()) {
      BigDecimal measured = plot.area() == null ? geometry.hectares().orElseThrow() : plot.area();
      return Optional.of(atLeast(plot, measured));
    }
    if (plot.area() == null) {
      String detail = "Nobody said how large it is: as a point it counts as 4 ha.";
      note(Issues.Kind.AREA_ASSUMED, detail, plot);
      return Optional.of(MOST_OF_POINT);
    }
    if (plot.area().compareTo(MOST_OF_POINT) > 0) {
      String detail = "It has %s ha: more than 4 ha need a polygon.";
      note(Issues.Kind.POINT_OVER_4_HA, detail.formatted(plot.area().toPlainString()), plot);
      return Optional.empty();
    }
    return Optional.of(atLeast(plot, plot.area()));
  }

  private BigDecimal atLeast(Plot plot, BigDecimal area) {
    if (area.compareTo(LEAST_AREA) >= 0) {
      return area;
    }
    String detail = "It has %s ha: the file says 0.0001, the least that it may.";
    note(Issues.Kind.AREA_RAISED, detail.formatted(area.toPlainString()), plot);
    return LEAST_AREA;
  }

  private void warnOfFewDecimals(Plot plot, Geometry geometry) {
    // A farmer's coordinates are stored without zeros at the end, so the longer number counts.
    Position first = geometry.positions().get(0);
    int decimals =
        plot.id() != null
            ? geometry.decimals()
            : Math.max(first.longitude().scale(), first.latitude().scale());
    if (decimals < Position.DECIMALS) {
      String detail =
          "It has %d decimals and the law asks for six: the zeros in the file are no measurement.";
      note(Issues.Kind.FEW_DECIMALS, detail.formatted(decimals), plot);
    }
  }

  OriginsFile file() {
    return file;
  }

  /** The number of producers with a plot in the file. */
  int producers() {
    return producers.size();
  }

  /** The codes of the producers' countries, in order. */
  List<String> countries() {
    return List.copyOf(countries);
  }
}
