package supplychain.records.farmer;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import supplychain.core.Json;
import supplychain.validation.Body;

/**
 * Where a plot is: a Point or a Polygon of GeoJSON (RFC 7946), as a file of origins may have it.
 *
 * @param positions the place of a point; of a polygon its ring, counter-clockwise, the last
 *     position the same as the first
 */
public record Geometry(Shape shape, List<Position> positions) {
  /** How many positions a polygon may have, the last one included. */
  public static final int MOST_POSITIONS = 10_000;

  public Geometry {
    positions = List.copyOf(positions);
  }

  /** A point; digits after the sixth decimal are cut. */
  public static Geometry point(BigDecimal longitude, BigDecimal latitude) {
    return new Geometry(Shape.POINT, List.of(new Position(longitude, latitude)));
  }

  /**
   * Reads a geometry of a request. Each mistake is a finding at its place, down to the position;
   * empty where there is any. A clockwise ring is turned round, an altitude left out.
   *
   * @param geometry the GeoJSON object
   */
  public static Optional<Geometry> read(Body geometry) {
    return new GeometryReader(geometry).read();
  }

  /**
   * The geometry out of the text of a recorded one.
   *
   * @throws IllegalArgumentException if it is none that {@link #asGiven()} could have written
   */
  public static Geometry recorded(String json) {
    try {
      JsonNode node = Json.MAPPER.readTree(json);
      JsonNode coordinates = node.path("coordinates");
      return node.path("type").asText().equals(Shape.POINT.geoJson())
          ? new Geometry(Shape.POINT, List.of(position(coordinates)))
          : new Geometry(Shape.POLYGON, ring(coordinates.required(0)));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("no recorded geometry", e);
    }
  }

  private static List<Position> ring(JsonNode ring) {
    List<Position> positions = new ArrayList<>();
    ring.forEach(position -> positions.add(position(position)));
    return positions;
  }

  private static Position position(JsonNode node) {
    return new Position(node.required(0).decimalValue(), node.required(1).decimalValue());
  }

  /** Whether it has an extent. */
  public boolean isPolygon() {
    return shape == Shape.POLYGON;
  }

  /**
   * How many decimals every coordinate has at least, as it was given: with less than {@value
   * Position#DECIMALS} it is not as exact as a file of origins makes it look.
   */
  public int decimals() {
    return positions.stream().mapToInt(Position::decimals).min().orElse(0);
  }

  /** What the polygon encloses, in hectares, to four decimals; empty of a point. */
  public Optional<BigDecimal> hectares() {
    return isPolygon() ? Optional.of(EqualArea.hectares(positions)) : Optional.empty();
  }

  /** As GeoJSON, each coordinate with the digits it was given, six decimals at the most. */
  public String asGiven() {
    return geoJson(Position::asGiven);
  }

  /** As GeoJSON, each coordinate with exactly six decimals, as a file of origins has it. */
  public String withSixDecimals() {
    return geoJson(Position::withSixDecimals);
  }

  private String geoJson(Function<Position, String> text) {
    String all = positions.stream().map(text).collect(Collectors.joining(","));
    return "{\"type\":\"%s\",\"coordinates\":%s}"
        .formatted(shape.geoJson(), isPolygon() ? "[[" + all + "]]" : all);
  }

  /**
   * The area of a ring on the WGS 84 ellipsoid, in Lambert's cylindrical equal-area projection
   * (Snyder, Map Projections, USGS 1395, equations 3-12 and 10-11). The edges are straight there;
   * of a plot that is 10 km wide that makes less than a millionth of its area.
   */
  private static final class EqualArea {
    private static final double EQUATORIAL_RADIUS = 6_378_137;
    private static final double FLATTENING = 1 / 298.257223563;
    private static final double ECCENTRICITY = Math.sqrt(FLATTENING * (2 - FLATTENING));
    private static final double HECTARE = 10_000;

    /** The smallest area that a file of origins can say. */
    private static final int DECIMALS = 4;

    private EqualArea() {}

    /** What the ring encloses, in hectares, rounded to four decimals. */
    static BigDecimal hectares(List<Position> ring) {
      double startX = x(ring.get(0));
      double startY = y(ring.get(0));
      double twice = 0;
      for (int i = 1; i < ring.size(); i++) {
        // From the first position, so that small differences of large numbers stay exact.
        double fromX = x(ring.get(i - 1)) - startX;
        double fromY = y(ring.get(i - 1)) - startY;
        twice += fromX * (y(ring.get(i)) - startY) - (x(ring.get(i)) - startX) * fromY;
      }
      return BigDecimal.valueOf(Math.abs(twice) / 2 / HECTARE)
          .setScale(DECIMALS, RoundingMode.HALF_UP);
    }

    /** Metres. */
    private static double x(Position position) {
      return EQUATORIAL_RADIUS * Math.toRadians(position.longitude().doubleValue());
    }

    /** Metres. */
    private static double y(Position position) {
      double sine = Math.sin(Math.toRadians(position.latitude().doubleValue()));
      double e = ECCENTRICITY;
      double q =
          (1 - e * e)
              * (sine / (1 - e * e * sine * sine)
                  + Math.log((1 + e * sine) / (1 - e * sine)) / (2 * e));
      return EQUATORIAL_RADIUS * q / 2;
    }
  }
}
