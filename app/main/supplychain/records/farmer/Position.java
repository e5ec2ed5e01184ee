package supplychain.records.farmer;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.locationtech.jts.geom.Coordinate;
import supplychain.validation.Kind;
import supplychain.validation.Kind.Read;

/**
 * A place on the WGS 84 ellipsoid, with the digits it was given, but for those after the sixth
 * decimal (0.1 m), which are cut.
 *
 * @param longitude degrees east, -180 to 180
 * @param latitude degrees north, -90 to 90
 */
public record Position(BigDecimal longitude, BigDecimal latitude) {
  /** How many decimals a coordinate has at the most, and in a file of origins. */
  public static final int DECIMALS = 6;

  /** Degrees east, as a number, exactly. */
  static final Kind<BigDecimal> LONGITUDE = degrees(180);

  /** Degrees north, as a number, exactly. */
  static final Kind<BigDecimal> LATITUDE = degrees(90);

  /** The code of a finding at (0, 0), which stands where a position is not known. */
  public static final String NOWHERE = "nowhere";

  /** What is said of it. */
  static final String IS_NOWHERE = "[0, 0] is in the sea: the position is not known.";

  /** Cuts both to {@value #DECIMALS} decimals, toward zero. */
  public Position {
    longitude = cut(longitude);
    latitude = cut(latitude);
  }

  private static Kind<BigDecimal> degrees(int most) {
    return value -> {
      if (!value.isNumber()) {
        return Read.wrong("type", "It must be a number.");
      }
      return isWithin(most, value.decimalValue())
          ? Read.right(value.decimalValue())
          : Read.wrong("range", "It must be a number from -%d to %d.".formatted(most, most));
    };
  }

  /** Whether degrees are at most so many, east or west, north or south. */
  static boolean isWithin(int most, BigDecimal degrees) {
    return degrees.abs().compareTo(BigDecimal.valueOf(most)) <= 0;
  }

  private static BigDecimal cut(BigDecimal degrees) {
    int decimals = Math.max(0, Math.min(DECIMALS, degrees.scale()));
    // What is less than a millionth may have an exponent that nothing could expand.
    boolean isZero = degrees.signum() == 0 || degrees.precision() - degrees.scale() <= -DECIMALS;
    return isZero
        ? BigDecimal.ZERO.setScale(decimals)
        : degrees.setScale(decimals, RoundingMode.DOWN);
  }

  /** How many decimals both coordinates have at least, as they were given: 0 to 6. */
  public int decimals() {
    return Math.min(longitude.scale(), latitude.scale());
  }

  /** Whether it is (0, 0). */
  boolean isNull() {
    return longitude.signum() == 0 && latitude.signum() == 0;
  }

  /** Millionths of a degree, as x and y: whole numbers, in which geometry is exact. */
  Coordinate inMillionths() {
    return new Coordinate(millionths(longitude), millionths(latitude));
  }

  private static long millionths(BigDecimal degrees) {
    return degrees.movePointRight(DECIMALS).longValueExact();
  }

  /** As GeoJSON, longitude first, with the digits as they are. */
  String asGiven() {
    return text(longitude, latitude);
  }

  /** The same with exactly {@value #DECIMALS} decimals each. */
  String withSixDecimals() {
    return text(longitude.setScale(DECIMALS), latitude.setScale(DECIMALS));
  }

  private static String text(BigDecimal longitude, BigDecimal latitude) {
    return "[" + longitude.toPlainString() + "," + latitude.toPlainString() + "]";
  }
}
