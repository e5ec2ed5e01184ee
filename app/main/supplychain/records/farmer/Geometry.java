package supplychain.records.farmer;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.locationtech.jts.algorithm.Area;
import org.locationtech.jts.geom.Coordinate;
import supplychain.validation.Body;

/**
 * The location of a plot: a Point or a Polygon of GeoJSON (RFC 7946) that follows the rules of a
 * file of origins.
 *
 * @param positions one for a point; for a polygon its ring, counter-clockwise, with the first
 *     position again at the end
 */
public record Geometry(boolean isPolygon, List<Position> positions) {
  /** The largest number of positions of a polygon, with the last one. */
  public static final int MOST_POSITIONS = 10_000;

  private static final double EQUATORIAL_RADIUS = 6_378_137;
  private static final double FLATTENING = 1 / 298.257223563;
  private static final double ECCENTRICITY = Math.sqrt(FLATTENING * (2 - FLATTENING));
  private static final double HECTARE = 10_000;
  private static final int AREA_DECIMALS = 4;

  public Geometry {
    positions = List.copyOf(positions);
  }

  /** A point; digits after the sixth decimal are cut. */
  static Geometry point(BigDecimal longitude, BigDecimal latitude) {
    return new Geometry(false, List.of(new Position(longitude, latitude)));
  }

  /**
   * Reads a geometry from a request. Each mistake becomes a finding at its place. A clockwise ring
   * is turned round, and an altitude is left out.
   *
   * @param geometry the GeoJSON object
   * @return empty if there is a mistake
   */
  public static Optional<Geometry> read(Body geometry) {
    return new GeometryReader(geometry).read();
  }

  /**
   * The smallest number of decimals of a coordinate. With fewer than {@value Position#DECIMALS}, a
   * file of origins looks more exact than the geometry is.
   */
  public int decimals() {
    return positions.stream().mapToInt(Position::decimals).min().orElse(0);
  }

  /**
   * The area of a polygon in hectares, with four decimals: on the WGS 84 ellipsoid, in Lambert's
   * cylindrical equal-area projection (Snyder, Map Projections, USGS 1395, equations 3-12 and
   * 10-11). The edges are straight in the projection. For a plot 10 km wide, the error is less than
   * a millionth.
   */
  public BigDecimal hectares() {
    Coordinate[] ring =
        positions.stream().map(Geometry::inEqualAreaProjection).toArray(Coordinate[]::new);
    return BigDecimal.valueOf(Area.ofRing(ring) / HECTARE)
        .setScale(AREA_DECIMALS, RoundingMode.HALF_UP);
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

  /** GeoJSON with the digits of the client, up to six decimals. */
  public String asGiven() {
    return geoJson(Position::asGiven);
  }

  /** GeoJSON with exactly six decimals, for a file of origins. */
  public String withSixDecimals() {
    return geoJson(Position::withSixDecimals);
  }

  private String geoJson(Function<Position, String> text) {
    String all = positions.stream().map(text).collect(Collectors.joining(","));
    return "{\"type\":\"%s\",\"coordinates\":%s}"
        .formatted(isPolygon ? "Polygon" : "Point", isPolygon ? "[[" + all + "]]" : all);
  }
}
