package supplychain.eudr;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.CoordinateArrays;
import org.locationtech.jts.geom.Envelope;
import supplychain.eudr.OriginsFile.Feature;
import supplychain.trace.Svg;

/**
 * Draws a map of the plots of a file of origins, as an SVG picture without parts elsewhere. A
 * degree to the east is as long as on the middle latitude of the map (equirectangular projection).
 * So shapes look right on a map of a country, but not on a map of half a continent.
 */
final class OriginsMap {
  static final String MEDIA_TYPE = "image/svg+xml";

  private static final int WIDTH = 900;
  private static final int HEIGHT = 640;

  /** The empty border, with the labels. */
  private static final int MARGIN = 56;

  private static final int LINE_HEIGHT = 18;
  private static final int LONGEST_BAR = WIDTH / 4;
  private static final double HALF_TURN = 180;
  private static final double METRES_PER_DEGREE = 111_195;

  /** A map shows at least this many degrees of latitude, about 220 m. */
  private static final double LEAST_DEGREES = 0.002;

  /** How much larger than the extent of the plots the map is. */
  private static final double WITH_BORDER = 1.12;

  private static final double LEAST_COSINE = 0.02;

  /** A plot below this number of pixels gets a dot as well, so that people see it. */
  private static final double SMALL = 5;

  private final Svg svg = new Svg();
  private final List<Outline> outlines = new ArrayList<>();
  private Coordinate centre;

  /** Pixels for a degree to the north, and for one to the east. */
  private double perDegree;

  private double perDegreeEast;

  /**
   * A plot on the map.
   *
   * @param positions in degrees, x to the east and y to the north; a single one for a point
   */
  private record Outline(String title, Coordinate[] positions) {
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

  void add(Feature feature) {
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
    outlines.add(new Outline(title, positions));
  }

  String draw(Origins origins) {
    chooseScale();
    drawHead(origins);
    if (outlines.isEmpty()) {
      text(MARGIN + 12, MARGIN + 2 * LINE_HEIGHT, "start", "There is no plot to show.");
    } else {
      outlines.forEach(this::draw);
      text(MARGIN, MARGIN + HEIGHT + LINE_HEIGHT, "start", position(MARGIN, MARGIN + HEIGHT));
      text(MARGIN + WIDTH, MARGIN + HEIGHT + LINE_HEIGHT, "end", position(MARGIN + WIDTH, MARGIN));
      drawScaleBar();
    }
    return svg.add("</svg>\n").toString();
  }

  private void chooseScale() {
    Envelope bounds = bounds();
    if (bounds.getWidth() > HALF_TURN) {
      outlines.forEach(Outline::turnEast);
      bounds = bounds();
    }
    centre = bounds.centre();
    double cosine = Math.max(LEAST_COSINE, Math.cos(Math.toRadians(centre.y)));
    double degrees = Math.max(LEAST_DEGREES, bounds.getHeight() * WITH_BORDER);
    double degreesEast = Math.max(LEAST_DEGREES, bounds.getWidth() * WITH_BORDER * cosine);
    perDegree = Math.min(HEIGHT / degrees, WIDTH / degreesEast);
    perDegreeEast = perDegree * cosine;
  }

  private Envelope bounds() {
    Envelope bounds = new Envelope();
    outlines.forEach(outline -> bounds.expandToInclude(outline.bounds()));
    return outlines.isEmpty() ? new Envelope(new Coordinate(0, 0)) : bounds;
  }

  /** Pixels from the left edge of the picture. */
  private double x(double longitude) {
    return MARGIN + WIDTH / 2.0 + (longitude - centre.x) * perDegreeEast;
  }

  /** Pixels from the upper edge of the picture. */
  private double y(double latitude) {
    return MARGIN + HEIGHT / 2.0 - (latitude - centre.y) * perDegree;
  }

  /** The place at these pixels, as people write it, such as 1.2500° N, 34.1500° E. */
  private String position(double x, double y) {
    double latitude = centre.y - (y - MARGIN - HEIGHT / 2.0) / perDegree;
    double longitude = centre.x + (x - MARGIN - WIDTH / 2.0) / perDegreeEast;
    double turned = longitude > HALF_TURN ? longitude - 2 * HALF_TURN : longitude;
    return String.format(
        Locale.ROOT,
        "%.4f° %s, %.4f° %s",
        Math.abs(latitude),
        latitude < 0 ? "S" : "N",
        Math.abs(turned),
        turned < 0 ? "W" : "E");
  }

  private void drawHead(Origins origins) {
    String title =
        Svg.escape(
            "Origins of %s, %s".formatted(origins.lot().number(), origins.lot().productName()));
    svg.add(
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %2$d" width="%1$d" height="%2$d" \
        font-family="sans-serif" font-size="12" fill="#444">
        <title>%3$s</title>
        <rect width="100%%" height="100%%" fill="#ffffff"/>
        <rect x="%4$d" y="%4$d" width="%5$d" height="%6$d" fill="#f6f3ea" stroke="#b9b29c"/>
        <text x="%4$d" y="22" font-size="16" fill="#222">%3$s</text>
        """,
        WIDTH + 2 * MARGIN, HEIGHT + 2 * MARGIN, title, MARGIN, WIDTH, HEIGHT);
    text(MARGIN, 22 + LINE_HEIGHT, "start", subtitle(origins));
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

  private void draw(Outline outline) {
    svg.add("<g><title>%s</title>", Svg.escape(outline.title()));
    Envelope bounds = outline.bounds();
    boolean isPoint = outline.positions().length == 1;
    if (!isPoint) {
      drawRing(outline);
    }
    double width = bounds.getWidth() * perDegreeEast;
    double height = bounds.getHeight() * perDegree;
    if (isPoint || Math.max(width, height) < SMALL) {
      svg.add(
          "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"%s\" stroke=\"#ffffff\"/>",
          x(bounds.centre().x), y(bounds.centre().y), isPoint ? "#b5482b" : "#2f6b34");
    }
    svg.add("</g>\n");
  }

  private void drawRing(Outline outline) {
    svg.add("<path fill=\"#4f9a55\" fill-opacity=\"0.4\" stroke=\"#2f6b34\" d=\"");
    String last = "";
    for (Coordinate position : outline.positions()) {
      String place = String.format(Locale.ROOT, "%.1f %.1f", x(position.x), y(position.y));
      // Nobody would see a second position in the same tenth of a pixel.
      if (!place.equals(last)) {
        svg.add("%s%s", last.isEmpty() ? "M" : "L", place);
        last = place;
      }
    }
    svg.add("Z\"/>");
  }

  /** Draws a bar of 1, 2 or 5 times a power of ten metres. */
  private void drawScaleBar() {
    double longest = LONGEST_BAR / perDegree * METRES_PER_DEGREE;
    double power = Math.pow(10, Math.floor(Math.log10(longest)));
    double digit = longest / power;
    double metres = power * (digit >= 5 ? 5 : digit >= 2 ? 2 : 1);
    double right = MARGIN + WIDTH;
    double left = right - metres / METRES_PER_DEGREE * perDegree;
    double y = MARGIN - 12.0;
    svg.add(
        "<path fill=\"none\" stroke=\"#444\" stroke-width=\"1.5\" d=\"M%.1f %.1fv5H%.1fv-5\"/>\n",
        left, y, right);
    String length =
        metres >= 1_000
            ? String.format(Locale.ROOT, "%.0f km", metres / 1_000)
            : String.format(Locale.ROOT, "%.0f m", metres);
    text((left + right) / 2, y - 2, "middle", length);
  }

  private void text(double x, double y, String anchor, String text) {
    svg.add(
        "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>\n",
        x, y, anchor, Svg.escape(text));
  }
}
