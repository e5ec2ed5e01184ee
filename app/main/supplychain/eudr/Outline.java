package supplychain.eudr;

import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import supplychain.records.farmer.Position;

/**
 * A plot on a map.
 *
 * @param title what it is
 * @param isPolygon whether it has an extent
 * @param longitudes of its positions, in degrees
 * @param latitudes the same
 */
record Outline(String title, boolean isPolygon, double[] longitudes, double[] latitudes) {
  private static final double ROUND = 360;

  static Outline of(Feature feature) {
    List<Position> positions = feature.geometry().positions();
    String title =
        Stream.of(
                feature.producer().consents() ? feature.name() : null,
                feature.productionPlace(),
                feature.producer().shownName(),
                feature.area().toPlainString() + " ha")
            .filter(Objects::nonNull)
            .collect(Collectors.joining(" · "));
    return new Outline(
        title,
        feature.geometry().isPolygon(),
        positions.stream().mapToDouble(place -> place.longitude().doubleValue()).toArray(),
        positions.stream().mapToDouble(place -> place.latitude().doubleValue()).toArray());
  }

  /** The same with every longitude from 0 to 360, for a map over the 180th meridian. */
  Outline eastward() {
    double[] turned = longitudes.clone();
    for (int i = 0; i < turned.length; i++) {
      turned[i] = turned[i] < 0 ? turned[i] + ROUND : turned[i];
    }
    return new Outline(title, isPolygon, turned, latitudes);
  }
}
