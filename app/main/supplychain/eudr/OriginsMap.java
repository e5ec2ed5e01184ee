package supplychain.eudr;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.CoordinateArrays;
import org.locationtech.jts.geom.Envelope;
import supplychain.eudr.OriginsFile.Feature;
import supplychain.trace.Svg;

/** Draws a map of the plots of a file of origins, as an SVG picture without parts elsewhere. */
final class OriginsMap {
  static final String MEDIA_TYPE = "image/svg+xml";

  private static final double HALF_TURN = 180;

  /** A plot below this number of pixels gets a dot as well, so that people see it. */
  private static final double SMALL = 5;

  private static final int LINE_HEIGHT = 18;

  private final Svg svg = new Svg();
  private final List<Outline> outlines = new ArrayList<>();
  private MapFrame frame;

  void add(Feature feature) {
    outlines.add(Outline.of(feature));
  }

  String draw(Origins origins) {
    Envelope bounds = bounds();
    if (bounds.getWidth() > HALF_TURN) {
      outlines.forEach(Outline::turnEast);
      bounds = bounds();
    }
    frame = MapFrame.around(bounds);
    drawHead(origins);
    if (outlines.isEmpty()) {
      int top = MapFrame.MARGIN + 2 * LINE_HEIGHT;
      text(MapFrame.MARGIN + 12, top, "start", "There is no plot to show.");
    } else {
      drawGraticule();
      svg.add("<g clip-path=\"url(#inside)\">\n");
      outlines.forEach(this::draw);
      svg.add("</g>\n");
      drawScaleBar();
    }
    return svg.add("</svg>\n").toString();
  }

  private Envelope bounds() {
    Envelope bounds = new Envelope();
    outlines.forEach(outline -> bounds.expandToInclude(outline.bounds()));
    return outlines.isEmpty() ? new Envelope(new Coordinate(0, 0)) : bounds;
  }

  private void drawHead(Origins origins) {
    String title =
        Svg.escape(
            "Origins of %s, %s".formatted(origins.lot().number(), origins.lot().productName()));
    svg.add(
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$.0f %2$.0f" width="%1$.0f" \
        height="%2$.0f" font-family="sans-serif" font-size="12" fill="#444">
        <title>%3$s</title>
        <rect width="100%%" height="100%%" fill="#ffffff"/>
        """,
        frame.width() + 2 * MapFrame.MARGIN, frame.height() + 2 * MapFrame.MARGIN, title);
    svg.add(
        """
        <clipPath id="inside"><rect x="%1$d" y="%1$d" width="%2$.1f" height="%3$.1f"/></clipPath>
        <rect x="%1$d" y="%1$d" width="%2$.1f" height="%3$.1f" fill="#f6f3ea" stroke="#b9b29c"/>
        <text x="%1$d" y="22" font-size="16" fill="#222">%4$s</text>
        """,
        MapFrame.MARGIN, frame.width(), frame.height(), title);
    text(MapFrame.MARGIN, 22 + LINE_HEIGHT, "start", subtitle(origins));
  }

  private static String subtitle(Origins origins) {
    String mass = origins.netMass() == null ? "" : origins.netMass() + " kg · ";
    String plots = origins.plots() == 1 ? "1 plot" : origins.plots() + " plots";
    String producers = origins.producers() == 1 ? "1 producer" : origins.producers() + " producers";
    String missing =
        origins.isComplete() ? "" : " · not complete, blockers: " + origins.issues().blockers.total;
    return "%s%s of %s in %s%s"
        .formatted(mass, plots, producers, String.join(", ", origins.countries()), missing);
  }

  private void drawGraticule() {
    Envelope shown = frame.shown();
    double[] longitudes = degrees(shown.getMinX(), shown.getMaxX());
    double[] latitudes = degrees(shown.getMinY(), shown.getMaxY());
    double left = frame.x(shown.getMinX());
    double right = frame.x(shown.getMaxX());
    double top = frame.y(shown.getMaxY());
    double bottom = frame.y(shown.getMinY());
    svg.add("<g stroke=\"#ddd6c3\" stroke-width=\"1\">\n");
    for (double degree : longitudes) {
      svg.add("<path d=\"M%1$.1f %2$.1fL%1$.1f %3$.1f\"/>\n", frame.x(degree), top, bottom);
    }
    for (double degree : latitudes) {
      svg.add("<path d=\"M%2$.1f %1$.1fL%3$.1f %1$.1f\"/>\n", frame.y(degree), left, right);
    }
    svg.add("</g>\n");
    for (double degree : longitudes) {
      double label = degree > HALF_TURN ? degree - 2 * HALF_TURN : degree;
      text(frame.x(degree), bottom + LINE_HEIGHT, "middle", frame.label(label, 'E', 'W'));
    }
    for (double degree : latitudes) {
      svg.add(
          "<text transform=\"translate(%.1f %.1f) rotate(-90)\" text-anchor=\"middle\">%s</text>\n",
          MapFrame.MARGIN - 8.0, frame.y(degree), frame.label(degree, 'N', 'S'));
    }
  }

  private double[] degrees(double from, double to) {
    double step = frame.step();
    double first = Math.ceil(from / step);
    int count = (int) (Math.floor(to / step) - first) + 1;
    return DoubleStream.iterate(first, number -> number + 1)
        .limit(Math.max(0, count))
        .map(number -> number * step)
        .toArray();
  }

  private void draw(Outline outline) {
    svg.add("<g><title>%s</title>", Svg.escape(outline.title()));
    Coordinate first = outline.positions()[0];
    if (outline.positions().length == 1) {
      drawDot(frame.x(first.x), frame.y(first.y), 4, "#b5482b");
    } else {
      drawRing(outline);
      Envelope bounds = outline.bounds();
      double left = frame.x(bounds.getMinX());
      double right = frame.x(bounds.getMaxX());
      double top = frame.y(bounds.getMaxY());
      double bottom = frame.y(bounds.getMinY());
      if (Math.max(right - left, bottom - top) < SMALL) {
        drawDot((left + right) / 2, (top + bottom) / 2, 2.5, "#2f6b34");
      }
    }
    svg.add("</g>\n");
  }

  private void drawRing(Outline outline) {
    svg.add("<path fill=\"#4f9a55\" fill-opacity=\"0.4\" stroke=\"#2f6b34\" d=\"");
    String last = "";
    for (int i = 0; i + 1 < outline.positions().length; i++) {
      Coordinate position = outline.positions()[i];
      String place =
          String.format(Locale.ROOT, "%.1f %.1f", frame.x(position.x), frame.y(position.y));
      // Nobody would see a second position in the same tenth of a pixel.
      if (!place.equals(last)) {
        svg.add("%s%s", last.isEmpty() ? "M" : "L", place);
        last = place;
      }
    }
    svg.add("Z\"/>");
  }

  private void drawDot(double x, double y, double radius, String colour) {
    svg.add(
        "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"%s\" stroke=\"#ffffff\"/>",
        x, y, radius, colour);
  }

  private void drawScaleBar() {
    double metres = frame.barMetres();
    double right = frame.x(frame.shown().getMaxX());
    double left = right - frame.barPixels();
    double y = MapFrame.MARGIN - 12.0;
    svg.add(
        "<path fill=\"none\" stroke=\"#444\" stroke-width=\"1.5\" d=\"M%.1f %.1fv5H%.1fv-5\"/>\n",
        left, y, right);
    boolean isInKilometres = metres >= 1_000;
    String number = String.format(Locale.ROOT, "%.0f", isInKilometres ? metres / 1_000 : metres);
    text((left + right) / 2, y - 2, "middle", number + (isInKilometres ? " km" : " m"));
  }

  private void text(double x, double y, String anchor, String text) {
    svg.add(
        "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>\n",
        x, y, anchor, Svg.escape(text));
  }

  /**
   * A plot on the map.
   *
   * @param positions in degrees, x to the east and y to the north; a single one for a point
   */
  private record Outline(String title, Coordinate[] positions) {
    static Outline of(Feature feature) {
      String title =
          Stream.of(
                  feature.producer().consents() ? feature.name() : null,
                  feature.productionPlace(),
                  feature.producer().shownName(),
                  feature.area().toPlainString() + " ha")
              .filter(Objects::nonNull)
              .collect(Collectors.joining(" · "));
      Coordinate[] positions =
          feature.geometry().positions().stream()
              .map(at -> new Coordinate(at.longitude().doubleValue(), at.latitude().doubleValue()))
              .toArray(Coordinate[]::new);
      return new Outline(title, positions);
    }

    Envelope bounds() {
      return CoordinateArrays.envelope(positions);
    }

    /** Makes the longitudes 0 to 360, for a map across the 180th meridian. */
    void turnEast() {
      for (Coordinate position : positions) {
        position.x += position.x < 0 ? 2 * HALF_TURN : 0;
      }
    }
  }

  /**
   * The part of the world on a map, and the scale. A degree to the east is as long as on the middle
   * latitude of the map (equirectangular projection). So shapes look right on a map of a country,
   * but not on a map of half a continent.
   *
   * @param shown in degrees, x to the east and y to the north
   * @param perDegree pixels for a degree to the north
   */
  private record MapFrame(Envelope shown, double perDegree) {
    static final int WIDTH = 900;

    static final int HEIGHT = 640;

    /** The empty border, with the labels of the degrees. */
    static final int MARGIN = 56;

    private static final double METRES_PER_DEGREE = 111_195;

    /** A map shows at least this many degrees of latitude, about 220 m. */
    private static final double LEAST_DEGREES = 0.002;

    /** The space on each side of the plots, as a part of their extent. */
    private static final double BORDER = 0.06;

    private static final double LEAST_COSINE = 0.02;
    private static final int LINES = 5;
    private static final double LONGEST_BAR = WIDTH / 4.0;

    /** A frame with space around these bounds. */
    static MapFrame around(Envelope bounds) {
      Coordinate centre = bounds.centre();
      double cosine = cosine(centre.y);
      double width = Math.max(LEAST_DEGREES / cosine, bounds.getWidth() * (1 + 2 * BORDER));
      double height = Math.max(LEAST_DEGREES, bounds.getHeight() * (1 + 2 * BORDER));
      double perDegree = Math.min(WIDTH / (width * cosine), HEIGHT / height);
      // The shorter side gets at least half the largest height, so that it is not just a strip.
      Envelope shown = new Envelope(centre);
      shown.expandBy(
          Math.max(width, HEIGHT / 2.0 / perDegree / cosine) / 2,
          Math.max(height, HEIGHT / 2.0 / perDegree) / 2);
      return new MapFrame(shown, perDegree);
    }

    private static double cosine(double latitude) {
      return Math.max(LEAST_COSINE, Math.cos(Math.toRadians(latitude)));
    }

    private double perDegreeEast() {
      return perDegree * cosine(shown.centre().y);
    }

    double width() {
      return shown.getWidth() * perDegreeEast();
    }

    double height() {
      return shown.getHeight() * perDegree;
    }

    /** Pixels from the left edge of the picture. */
    double x(double longitude) {
      return MARGIN + (longitude - shown.getMinX()) * perDegreeEast();
    }

    /** Pixels from the upper edge of the picture. */
    double y(double latitude) {
      return MARGIN + (shown.getMaxY() - latitude) * perDegree;
    }

    /** The degrees between two lines: 1, 2 or 5 times a power of ten. */
    double step() {
      return roundDown(Math.max(shown.getWidth(), shown.getHeight()) / (LINES - 1));
    }

    double barMetres() {
      return roundDown(LONGEST_BAR / perDegree * METRES_PER_DEGREE);
    }

    double barPixels() {
      return barMetres() / METRES_PER_DEGREE * perDegree;
    }

    private static double roundDown(double number) {
      double power = Math.pow(10, Math.floor(Math.log10(number)));
      double digit = number / power;
      return power * (digit >= 5 ? 5 : digit >= 2 ? 2 : 1);
    }

    /** A degree as people write it, such as 34.15° E. */
    String label(double degrees, char positive, char negative) {
      int decimals = (int) Math.max(0, -Math.floor(Math.log10(step()) + 1e-9));
      String digits = String.format(Locale.ROOT, "%." + decimals + "f", Math.abs(degrees));
      boolean isZero = digits.matches("[0.]*");
      return digits + "°" + (isZero ? "" : " " + (degrees < 0 ? negative : positive));
    }
  }
}
