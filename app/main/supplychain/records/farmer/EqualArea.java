package supplychain.records.farmer;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;

/**
 * The area of a ring on the WGS 84 ellipsoid, in Lambert's cylindrical equal-area projection
 * (Snyder, Map Projections, USGS 1395, equations 3-12 and 10-11). The edges are straight there; of
 * a plot that is 10 km wide that makes less than a millionth of its area.
 */
final class EqualArea {
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
