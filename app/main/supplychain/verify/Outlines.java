package supplychain.verify;

import static java.util.stream.Collectors.toMap;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.locationtech.jts.algorithm.locate.SimplePointInAreaLocator;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.Polygon;
import org.locationtech.jts.operation.distance.DistanceOp;
import supplychain.core.Texts;

/** The outlines of countries, to tell whether a place is far outside of one. */
final class Outlines {
  private static final GeometryFactory SHAPES = new GeometryFactory();

  /** The outlines are simplified by up to 11 km, and leave out small islands. */
  private static final double MOST_KM = 30;

  private static final double EARTH_DIAMETER_KM = 12_742;
  private static final double FULL_TURN = 360;

  private static final Map<String, Geometry> ALL =
      Texts.ofResource("/supplychain/verify/outlines.txt")
          .lines()
          .filter(line -> !line.startsWith("#"))
          .collect(toMap(line -> line.substring(0, 2), line -> outline(line.substring(3))));

  private Outlines() {}

  private static Geometry outline(String rings) {
    return SHAPES.createMultiPolygon(
        Arrays.stream(rings.split(" \\| ", -1)).map(Outlines::polygon).toArray(Polygon[]::new));
  }

  private static Polygon polygon(String ring) {
    return SHAPES.createPolygon(
        Arrays.stream(ring.split(" ", -1))
            .map(position -> position.split(",", -1))
            .map(at -> new Coordinate(Double.parseDouble(at[0]), Double.parseDouble(at[1])))
            .toArray(Coordinate[]::new));
  }

  /**
   * Says how far a place is outside of a country, and where the place is. Empty if the place is in
   * the country or near it, or if the country is unknown.
   */
  static Optional<String> outside(String country, double longitude, double latitude) {
    String code = Countries.code(country).orElse("");
    double km = ALL.containsKey(code) ? distance(code, longitude, latitude) : 0;
    if (km <= MOST_KM) {
      return Optional.empty();
    }
    Coordinate place = new Coordinate(longitude, latitude);
    String there =
        ALL.keySet().stream()
            .sorted()
            .filter(one -> SimplePointInAreaLocator.isContained(place, ALL.get(one)))
            .findFirst()
            .map(Countries::name)
            .orElse("the sea or on a small island");
    boolean isSwapped = distance(code, latitude, longitude) <= MOST_KM;
    return Optional.of(
        "The plot is in %s, %d km outside of %s, the country of its farmer.%s"
            .formatted(
                there,
                Math.round(km),
                Countries.name(code),
                isSwapped ? " With latitude and longitude swapped it would be there." : ""));
  }

  /** The kilometres from a place to a country, also across the 180th meridian. */
  private static double distance(String code, double longitude, double latitude) {
    return DoubleStream.of(longitude - FULL_TURN, longitude, longitude + FULL_TURN)
        .mapToObj(east -> SHAPES.createPoint(new Coordinate(east, latitude)))
        .map(place -> DistanceOp.nearestPoints(ALL.get(code), place))
        .mapToDouble(nearest -> distance(nearest[0], nearest[1]))
        .min()
        .orElseThrow();
  }

  private static double distance(Coordinate one, Coordinate other) {
    double north = Math.sin(Math.toRadians(other.y - one.y) / 2);
    double east = Math.sin(Math.toRadians(other.x - one.x) / 2);
    double cosines = Math.cos(Math.toRadians(one.y)) * Math.cos(Math.toRadians(other.y));
    return EARTH_DIAMETER_KM * Math.asin(Math.sqrt(north * north + cosines * east * east));
  }
}
