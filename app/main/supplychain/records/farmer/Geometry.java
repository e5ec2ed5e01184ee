package supplychain.records.farmer;

import static java.util.stream.Collectors.joining;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.locationtech.jts.algorithm.Area;
import org.locationtech.jts.geom.Coordinate;
import supplychain.validation.Body;

/**
 * The location of a plot: a Point, a Polygon or a MultiPolygon of GeoJSON (RFC 7946).
 *
 * @param point the place of a plot without a boundary; null if the plot has parts
 * @param parts the pieces of land of the plot; none for a point
 */
public record Geometry(Position point, List<Part> parts) {
  /** The largest number of positions of all rings of a plot, with the last one of each ring. */
  public static final int MOST_POSITIONS = 10_000;

  /** The largest number of holes of a plot. A file of origins cuts the plot through each hole. */
  public static final int MOST_HOLES = 100;

  private static final double EQUATORIAL_RADIUS = 6_378_137;
  private static final double FLATTENING = 1 / 298.257223563;
  private static final double ECCENTRICITY = Math.sqrt(FLATTENING * (2 - FLATTENING));
  private static final double HECTARE = 10_000;

  /** The decimals of an area in hectares: 0.0001 ha is a square metre. */
  public static final int AREA_DECIMALS = 4;

  /**
   * A piece of land. Each ring has its first position again at the end.
   *
   * @param outer counter-clockwise
   * @param holes clockwise
   */
  public record Part(List<Position> outer, List<List<Position>> holes) {
    /** The outer ring, and then the holes. */
    public Stream<List<Position>> rings() {
      return Stream.concat(Stream.of(outer), holes.stream());
    }

    private String geoJson(Function<Position, String> text) {
      return rings()
          .map(ring -> ring.stream().map(text).collect(joining(",", "[", "]")))
          .collect(joining(",", "[", "]"));
    }
  }

  /**
   * Reads a geometry from a request. Each mistake becomes a finding at its place. Rings are turned
   * round if they have the wrong direction; an altitude and repeated positions are left out.
   *
   * @param geometry the GeoJSON object
   * @return empty if there is a mistake
   */
  public static Optional<Geometry> read(Body geometry) {
    return new GeometryReader(geometry).read();
  }

  public boolean isPoint() {
    return point != null;
  }

  /** The positions of all rings, or the point. */
  public List<Position> positions() {
    return isPoint()
        ? List.of(point)
        : parts.stream().flatMap(Part::rings).flatMap(List::stream).toList();
  }

  /**
   * The largest number of decimals of a coordinate, since tools leave out zeros at the end. With
   * fewer than {@value Position#DECIMALS}, a file of origins looks more exact than the geometry is.
   */
  public int decimals() {
    return positions().stream().mapToInt(Position::decimals).max().orElse(0);
  }

  /**
   * The area in hectares without the holes, with four decimals: on the WGS 84 ellipsoid, in
   * Lambert's cylindrical equal-area projection (Snyder, Map Projections, USGS 1395, equations 3-12
   * and 10-11). The edges are straight in the projection. For a plot 10 km wide, the error is less
   * than a millionth.
   */
  public BigDecimal hectares() {
    double area =
        parts.stream()
            .mapToDouble(
                part ->
                    area(part.outer()) - part.holes().stream().mapToDouble(Geometry::area).sum())
            .sum();
    return BigDecimal.valueOf(area / HECTARE).setScale(AREA_DECIMALS, RoundingMode.HALF_UP);
  }

  private static double area(List<Position> ring) {
    return Area.ofRing(
        ring.stream().map(Geometry::inEqualAreaProjection).toArray(Coordinate[]::new));
  }

  private static Coordinate inEqualAreaProjection(Position position) {
    double e = ECCENTRICITY;
    double sine = Math.sin(Math.toRadians(position.latitude().doubleValue()));
    double q =
        (1 - e * e)
            * (sine / (1 - e * e * sine * sine)
                + Math.log((1 + e * sine) / (1 - e * sine)) / (2 * e));
    return new Coordinate(
        EQUATORIAL_RADIUS * Math.toRadians(position.longitude().doubleValue()),
        EQUATORIAL_RADIUS * q / 2);
  }

  /**
   * The pieces that a file of origins has for a plot, each without holes: the point, or the parts,
   * which are cut through their holes.
   */
  public List<Geometry> withoutHoles() {
    return isPoint()
        ? List.of(this)
        : parts.stream()
            .flatMap(HoleCut::pieces)
            .map(piece -> new Geometry(null, List.of(piece)))
            .toList();
  }

  /** GeoJSON with the digits of the client, up to six decimals. */
  public String asGiven() {
    return geoJson(Position::asGiven);
  }

  /** GeoJSON with exactly six decimals, for a file of origins. */
  public String withSixDecimals() {
    return geoJson(Position::withSixDecimals);
  }

  private String geoJson(Function<Position, String> text) {
    if (isPoint()) {
      return geoJson("Point", text.apply(point));
    }
    return parts.size() == 1
        ? geoJson("Polygon", parts.get(0).geoJson(text))
        : geoJson(
            "MultiPolygon",
            parts.stream().map(part -> part.geoJson(text)).collect(joining(",", "[", "]")));
  }

  private static String geoJson(String type, String coordinates) {
    return "{\"type\":\"%s\",\"coordinates\":%s}".formatted(type, coordinates);
  }
}
