package supplychain.eudr;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import supplychain.core.Finding;
import supplychain.http.JsonRequest;
import supplychain.records.farmer.Geometry;
import supplychain.records.farmer.Position;
import supplychain.validation.Body;

/** Makes a feature of a plot, by the rules of the file, and says what stands against it. */
final class PlotRules {
  /** Hectares that a point may stand for, and does where nobody says how many. */
  static final BigDecimal MOST_OF_POINT = BigDecimal.valueOf(4);

  /** The fewest hectares that a file may say. */
  static final BigDecimal LEAST_AREA = new BigDecimal("0.0001");

  private final Map<UUID, UUID> transactions;
  private final Issues blockers;
  private final Issues warnings;

  /** What is found goes to the remarks, each with the transaction through which the farmer is. */
  PlotRules(Map<UUID, UUID> transactions, Issues blockers, Issues warnings) {
    this.transactions = transactions;
    this.blockers = blockers;
    this.warnings = warnings;
  }

  /** The feature; empty where anything stands against it. */
  Optional<Feature> feature(Producer producer, RecordedPlot plot) {
    Optional<Geometry> geometry = geometry(plot);
    if (geometry.isEmpty()) {
      return Optional.empty();
    }
    Optional<BigDecimal> area = area(plot, geometry.get());
    if (area.isEmpty()) {
      return Optional.empty();
    }
    warnOfDecimals(plot, geometry.get());
    return Optional.of(
        new Feature(producer, plot.name(), plot.productionPlace(), area.get(), geometry.get()));
  }

  private Optional<Geometry> geometry(RecordedPlot plot) {
    // Read as if it were sent: it may be older than a rule, or have come past the service.
    byte[] json = plot.geometry().getBytes(StandardCharsets.UTF_8);
    Body body = Body.of(JsonRequest.parse(json), true);
    Optional<Geometry> geometry = Geometry.read(body);
    for (Finding finding : body.findings().named()) {
      if (finding.code().equals(Position.NOWHERE)) {
        remark(IssueKind.ZERO_LOCATION, finding.detail(), plot);
      } else {
        remark(IssueKind.INVALID_GEOMETRY, finding.pointer() + ": " + finding.detail(), plot);
      }
    }
    return geometry;
  }

  private Optional<BigDecimal> area(RecordedPlot plot, Geometry geometry) {
    if (geometry.isPolygon()) {
      return Optional.of(
          atLeast(plot, plot.area() == null ? geometry.hectares().orElseThrow() : plot.area()));
    }
    if (plot.area() == null) {
      remark(
          IssueKind.AREA_ASSUMED,
          "Nobody said how large it is: as a point it counts as 4 ha.",
          plot);
      return Optional.of(MOST_OF_POINT);
    }
    if (plot.area().compareTo(MOST_OF_POINT) > 0) {
      String detail = "It has %s ha: more than 4 ha need a polygon.";
      remark(IssueKind.POINT_OVER_4_HA, detail.formatted(plot.area().toPlainString()), plot);
      return Optional.empty();
    }
    return Optional.of(atLeast(plot, plot.area()));
  }

  private BigDecimal atLeast(RecordedPlot plot, BigDecimal area) {
    if (area.compareTo(LEAST_AREA) >= 0) {
      return area;
    }
    String detail = "It has %s ha: the file says 0.0001, the least that it may.";
    remark(IssueKind.AREA_RAISED, detail.formatted(area.toPlainString()), plot);
    return LEAST_AREA;
  }

  private void warnOfDecimals(RecordedPlot plot, Geometry geometry) {
    int decimals = plot.isRecord() ? geometry.decimals() : mostDecimals(geometry);
    if (decimals < Position.DECIMALS) {
      String detail =
          "It has %d decimals and the law asks for six: the zeros in the file are no measurement.";
      remark(IssueKind.FEW_DECIMALS, detail.formatted(decimals), plot);
    }
  }

  /**
   * A farmer's coordinates are kept without the zeros at their end: one of them may lack digits.
   */
  private static int mostDecimals(Geometry geometry) {
    Position position = geometry.positions().get(0);
    return Math.max(position.longitude().scale(), position.latitude().scale());
  }

  private void remark(IssueKind concern, String detail, RecordedPlot plot) {
    (concern.isBlocker() ? blockers : warnings)
        .add(new Issue(concern, detail, transactions.get(plot.farmer()), plot.farmer(), plot.id()));
  }
}
