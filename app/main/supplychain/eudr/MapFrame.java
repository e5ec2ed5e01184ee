package supplychain.eudr;

import java.util.Locale;

/**
 * What part of the world a map shows, and how large: degrees to pixels, as on a plane that touches
 * the middle (equirectangular), so that shapes are true as long as it is not half a continent.
 */
record MapFrame(double west, double south, double east, double north, double perDegree) {
  /** The width and the height that the places may fill, in pixels. */
  static final int WIDTH = 900;

  static final int HEIGHT = 640;

  /** What is left free around the places, and holds the labels of the degrees. */
  static final int MARGIN = 56;

  /** The metres of a degree of latitude. */
  private static final double METRES = 111_195;

  /** The least that is shown, in degrees of latitude: about 220 m. */
  private static final double LEAST = 0.002;

  private static final double FREE = 0.06;
  private static final double LEAST_COSINE = 0.02;
  private static final int LINES = 5;
  private static final double LONGEST_BAR = WIDTH / 4.0;

  /** The frame around places between these degrees, with room around them. */
  static MapFrame around(double west, double south, double east, double north) {
    double cosine = cosine((south + north) / 2);
    double width = Math.max(LEAST / cosine, (east - west) * (1 + 2 * FREE));
    double height = Math.max(LEAST, (north - south) * (1 + 2 * FREE));
    double x = (west + east) / 2;
    double y = (south + north) / 2;
    double perDegree = Math.min(WIDTH / (width * cosine), HEIGHT / height);
    // One side fills its room; the other is as long as it has to be, and not a mere line.
    double fullWidth = Math.max(width, HEIGHT / 2.0 / perDegree / cosine);
    double fullHeight = Math.max(height, HEIGHT / 2.0 / perDegree);
    return new MapFrame(
        x - fullWidth / 2, y - fullHeight / 2, x + fullWidth / 2, y + fullHeight / 2, perDegree);
  }

  private static double cosine(double latitude) {
    return Math.max(LEAST_COSINE, Math.cos(Math.toRadians(latitude)));
  }

  private double perDegreeEast() {
    return perDegree * cosine((south + north) / 2);
  }

  /** How wide the places' part of the picture is, in pixels. */
  double width() {
    return (east - west) * perDegreeEast();
  }

  /** How high it is. */
  double height() {
    return (north - south) * perDegree;
  }

  /** Pixels from the left edge of the picture. */
  double x(double longitude) {
    return MARGIN + (longitude - west) * perDegreeEast();
  }

  /** Pixels from its upper edge. */
  double y(double latitude) {
    return MARGIN + (north - latitude) * perDegree;
  }

  /** How many degrees are between two lines of the graticule: 1, 2 or 5 of some power of ten. */
  double step() {
    return atMost(Math.max(east - west, north - south) / (LINES - 1));
  }

  /** How many metres the scale bar stands for. */
  double barMetres() {
    return atMost(LONGEST_BAR / perDegree * METRES);
  }

  /** How long it is, in pixels. */
  double barPixels() {
    return barMetres() / METRES * perDegree;
  }

  private static double atMost(double limit) {
    double power = Math.pow(10, Math.floor(Math.log10(limit)));
    double digit = limit / power;
    return power * (digit >= 5 ? 5 : digit >= 2 ? 2 : 1);
  }

  /** A degree of the graticule as people write it, such as 34.15° E. */
  String label(double degrees, char positive, char negative) {
    int decimals = (int) Math.max(0, -Math.floor(Math.log10(step()) + 1e-9));
    String digits = String.format(Locale.ROOT, "%." + decimals + "f", Math.abs(degrees));
    boolean isZero = digits.matches("[0.]*");
    return digits + "°" + (isZero ? "" : " " + (degrees < 0 ? negative : positive));
  }
}
