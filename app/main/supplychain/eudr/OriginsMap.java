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

  /** The most plots with a number and a line in the list. */
  private static final int MOST_LISTED = 300;

  /** Where the list begins, below the map and the legend. */
  private static final int LIST_TOP = MARGIN + HEIGHT + 5 * LINE_HEIGHT;

  /** The places where the number of a plot may be: on rings around it, so many pixels apart. */
  private static final int NEAREST = 12;

  private static final int RINGS = 5;
  private static final int DIRECTIONS = 8;
  private static final Envelope FRAME =
      new Envelope(MARGIN, MARGIN + WIDTH, MARGIN, MARGIN + HEIGHT);

  /** Black, white and grey, so that a print is as clear as a screen. */
  private static final String AREA = "fill=\"#000000\" fill-opacity=\"0.12\" stroke=\"#000000\"";

  /** A plot below this number of pixels gets a dot as well, so that people see it. */
  private static final double SMALL = 5;

  private final Svg svg = new Svg();
  private final List<Outline> outlines = new ArrayList<>();
  private final List<Envelope> numbers = new ArrayList<>();
  private Coordinate centre;

  /** Pixels for a degree to the north, and for one to the east. */
  private double perDegree;

  private double perDegreeEast;

  /**
   * A plot on the map.
   *
   * @param title its line in the list
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
                feature.producer().shownToCaller(),
                feature.producer().isOwn() || feature.producer().consents() ? feature.name() : null,
                feature.area().toPlainString() + " ha",
                feature.productionPlace())
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
      text(MARGIN + 12, MARGIN + 2 * LINE_HEIGHT, "start", "There is no plot to show on the map.");
    } else {
      outlines.forEach(this::draw);
      for (int i = 0; i < Math.min(MOST_LISTED, outlines.size()); i++) {
        drawNumber(i);
        text(MARGIN + 28, LIST_TOP + LINE_HEIGHT * i, "end", String.valueOf(i + 1));
        text(MARGIN + 38, LIST_TOP + LINE_HEIGHT * i, "start", outlines.get(i).title());
      }
      text(MARGIN, MARGIN + HEIGHT + LINE_HEIGHT, "start", position(MARGIN, MARGIN + HEIGHT));
      text(MARGIN + WIDTH, MARGIN + HEIGHT + LINE_HEIGHT, "end", position(MARGIN + WIDTH, MARGIN));
      drawScaleBar();
      drawLegend();
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
        font-family="sans-serif" font-size="12" fill="#000000">
        <title>%3$s</title>
        <rect width="100%%" height="100%%" fill="#ffffff"/>
        <rect x="%4$d" y="%4$d" width="%5$d" height="%6$d" fill="none" stroke="#000000"/>
        <text x="%4$d" y="22" font-size="16">%3$s</text>
        """,
        WIDTH + 2 * MARGIN,
        LIST_TOP + LINE_HEIGHT * Math.min(MOST_LISTED, outlines.size()),
        title,
        MARGIN,
        WIDTH,
        HEIGHT);
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
      circle(x(bounds.centre().x), y(bounds.centre().y), isPoint ? "#000000" : "#ffffff");
    }
    svg.add("</g>\n");
  }

  private void circle(double x, double y, String fill) {
    svg.add("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"%s\" stroke=\"#000000\"/>", x, y, fill);
  }

  /** Writes the number of a plot at the first free place near it. Without one, it has no number. */
  private void drawNumber(int index) {
    Coordinate centre = outlines.get(index).bounds().centre();
    String number = String.valueOf(index + 1);
    double width = 7.0 * number.length() + 2;
    for (int i = 0; i < DIRECTIONS * RINGS; i++) {
      double angle = 2 * Math.PI * i / DIRECTIONS;
      int ring = 1 + i / DIRECTIONS;
      double x = x(centre.x) + (ring * NEAREST + width / 2 - 4) * Math.cos(angle);
      double y = y(centre.y) - ring * NEAREST * Math.sin(angle);
      Envelope place = new Envelope(x - width / 2, x + width / 2, y - 6, y + 6);
      if (FRAME.contains(place) && numbers.stream().noneMatch(place::intersects)) {
        numbers.add(place);
        if (ring > 1) {
          svg.add(
              "<path stroke=\"#000000\" stroke-width=\"0.5\" d=\"M%.1f %.1fL%.1f %.1f\"/>",
              x(centre.x), y(centre.y), x, y);
        }
        svg.add(
            "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\" stroke=\"#ffffff\""
                + " stroke-width=\"3\" paint-order=\"stroke\">%s</text>\n",
            x, y + 4, number);
        return;
      }
    }
  }

  /** Explains the signs in a line below the map. */
  private void drawLegend() {
    int y = LIST_TOP - 2 * LINE_HEIGHT;
    svg.add("<rect x=\"%d\" y=\"%d\" width=\"14\" height=\"10\" %s/>", MARGIN, y - 9, AREA);
    text(MARGIN + 20, y, "start", "plot with its border");
    circle(MARGIN + 175, y - 4, "#ffffff");
    text(MARGIN + 186, y, "start", "border too small to see");
    circle(MARGIN + 365, y - 4, "#000000");
    text(MARGIN + 376, y, "start", "plot known by one point");
    text(MARGIN + WIDTH, y, "end", "North is up. Degrees of WGS 84.");
    if (outlines.size() > MOST_LISTED) {
      String more = "The list has the first %d of %d plots; the file of origins has all.";
      text(MARGIN, y + LINE_HEIGHT, "start", more.formatted(MOST_LISTED, outlines.size()));
    }
  }

  private void drawRing(Outline outline) {
    svg.add("<path %s d=\"", AREA);
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
        "<path fill=\"none\" stroke=\"#000000\" stroke-width=\"1.5\" d=\"M%.1f"
            + " %.1fv5H%.1fv-5\"/>\n",
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
