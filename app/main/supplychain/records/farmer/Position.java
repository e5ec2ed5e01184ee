package supplychain.records.farmer;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.locationtech.jts.geom.Coordinate;
import supplychain.validation.ValueType;
import supplychain.validation.ValueType.Read;
import supplychain.validation.ValueTypes;

/**
 * A position on the WGS 84 ellipsoid, with the digits of the client. Digits after the sixth decimal
 * (0.1 m) are cut.
 *
 * @param longitude degrees east, -180 to 180
 * @param latitude degrees north, -90 to 90
 */
public record Position(BigDecimal longitude, BigDecimal latitude) {
  /** The largest number of decimals, and the number in a file of origins. */
  public static final int DECIMALS = 6;

  static final ValueType<BigDecimal> LONGITUDE = degrees(180);

  static final ValueType<BigDecimal> LATITUDE = degrees(90);

  /** The code of a finding at (0, 0), which usually means that the position is unknown. */
  public static final String NOWHERE = "nowhere";

  /** The detail of this finding. */
  static final String IS_NOWHERE =
      "[0, 0] is in the sea. Leave the position out if you do not know it.";

  public Position {
    longitude = cut(longitude);
    latitude = cut(latitude);
  }

  private static ValueType<BigDecimal> degrees(int most) {
    return value -> {
      if (!value.isNumber()) {
        return ValueTypes.noNumber(value);
      }
      return isWithin(most, value.decimalValue())
          ? Read.right(value.decimalValue())
          : Read.wrong("range", "must be a number from -%d to %d.".formatted(most, most));
    };
  }

  /** Whether degrees are from minus this limit to plus this limit. */
  static boolean isWithin(int most, BigDecimal degrees) {
    return degrees.abs().compareTo(BigDecimal.valueOf(most)) <= 0;
  }

  /** Degrees without the digits after the sixth decimal. */
  static BigDecimal cut(BigDecimal degrees) {
    int decimals = Math.max(0, Math.min(DECIMALS, degrees.scale()));
    // setScale would expand a tiny number with a huge exponent into as many zeros.
    boolean isZero = degrees.signum() == 0 || degrees.precision() - degrees.scale() <= -DECIMALS;
    return isZero
        ? BigDecimal.ZERO.setScale(decimals)
        : degrees.setScale(decimals, RoundingMode.DOWN);
  }

  /** The number of decimals of the longitude or the latitude, whichever has more: 0 to 6. */
  int decimals() {
    return Math.max(longitude.scale(), latitude.scale());
  }

  /** Whether it is (0, 0). */
  boolean isNull() {
    return longitude.signum() == 0 && latitude.signum() == 0;
  }

  /** The position in millionths of a degree: with whole numbers, JTS computes exactly. */
  Coordinate inMillionths() {
    return new Coordinate(millionths(longitude), millionths(latitude));
  }

  private static long millionths(BigDecimal degrees) {
    return degrees.movePointRight(DECIMALS).longValueExact();
  }

  /** GeoJSON, longitude first. */
  String asGiven() {
    return text(longitude, latitude);
  }

  /** GeoJSON with exactly {@value #DECIMALS} decimals. */
  String withSixDecimals() {
    return text(longitude.setScale(DECIMALS), latitude.setScale(DECIMALS));
  }

  private static String text(BigDecimal longitude, BigDecimal latitude) {
    return "[" + longitude.toPlainString() + "," + latitude.toPlainString() + "]";
  }
}
