package supplychain.eudr;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import supplychain.core.Texts;
import supplychain.eudr.OriginsFile.Feature;
import supplychain.records.farmer.Geometry;
import supplychain.records.farmer.Geometry.Part;
import supplychain.records.farmer.Position;
import supplychain.trace.Svg;

/**
 * Draws a map of the plots of a file of origins, as an SVG picture without parts elsewhere. A
 * degree to the east is as long as on the middle latitude of the map (equirectangular projection).
 * So shapes look right on a map of a country, but not on a map of half a continent.
 */
final class OriginsMap {
  static final String MEDIA_TYPE = "image/svg+xml";

  /** The frame and the legend, without colours, so that a print is as clear as a screen. */
  private static final String HEAD = Texts.ofResource("/supplychain/eudr/map.svg");

  private static final Envelope FRAME = new Envelope(56, 956, 56, 696);

  private static final Coordinate MIDDLE = FRAME.centre();
  private static final int LINE_HEIGHT = 18;
  private static final double LONGEST_BAR = FRAME.getWidth() / 4;
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
  private static final int LIST_TOP = 786;

  /** The places where the number of a plot may be: on rings around it, so many pixels apart. */
  private static final int NEAREST = 12;

  private static final int RINGS = 5;
  private static final int DIRECTIONS = 8;

  /** A plot below this number of pixels gets a dot as well, so that people see it. */
  private static final double SMALL = 5;

  private final Svg svg = new Svg();
  private final List<Outline> outlines = new ArrayList<>();
  private final List<Envelope> numbers = new ArrayList<>();

  /** The place in the middle, in degrees. */
  private Coordinate centre;

  /** Pixels for a degree to the north. */
  private double perDegree;

  private double perDegreeEast;

  /** A plot with its line in the list, and its borders; a point is a ring of one position. */
  private record Outline(String title, List<Coordinate[]> rings) {
    /** The positions: x to the east and y to the north in degrees; on the picture, pixels. */
    Stream<Coordinate> positions() {
      return rings.stream().flatMap(Arrays::stream);
    }

    Envelope bounds() {
      Envelope bounds = new Envelope();
      positions().forEach(bounds::expandToInclude);
      return bounds;
    }

    /** Makes the longitudes 0 to 360, for a map across the 180th meridian. */
    void turnEast() {
      positions().forEach(position -> position.x += position.x < 0 ? 2 * HALF_TURN : 0);
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
    Geometry geometry = feature.geometry();
    Stream<List<Position>> rings =
        geometry.isPoint()
            ? Stream.of(geometry.positions())
            : geometry.parts().stream().flatMap(Part::rings);
    outlines.add(new Outline(title, rings.map(OriginsMap::places).toList()));
  }

  private static Coordinate[] places(List<Position> ring) {
    return ring.stream()
        .map(at -> new Coordinate(at.longitude().doubleValue(), at.latitude().doubleValue()))
        .toArray(Coordinate[]::new);
  }

  String draw(Origins origins) {
    chooseScale();
    outlines.forEach(outline -> outline.positions().forEach(this::project));
    int listed = Math.min(MOST_LISTED, outlines.size());
    String title =
        "Origins of %s, %s".formatted(origins.lot().number(), origins.lot().productName());
    svg.add(
        HEAD, LIST_TOP + LINE_HEIGHT * listed, Svg.escape(title), Svg.escape(subtitle(origins)));
    if (outlines.isEmpty()) {
      text(68, 92, "start", "There is no plot to show on the map.");
      return svg.add("</svg>\n").toString();
    }
    outlines.forEach(this::draw);
    for (int i = 0; i < listed; i++) {
      drawNumber(i);
      text(84, LIST_TOP + LINE_HEIGHT * i, "end", String.valueOf(i + 1));
      text(94, LIST_TOP + LINE_HEIGHT * i, "start", outlines.get(i).title());
    }
    if (outlines.size() > MOST_LISTED) {
      String more = "The list has the first %d of %d plots; the file of origins has all.";
      text(56, 768, "start", more.formatted(MOST_LISTED, outlines.size()));
    }
    text(56, 714, "start", place(FRAME.getMinX(), FRAME.getMaxY()));
    text(956, 714, "end", place(FRAME.getMaxX(), FRAME.getMinY()));
    drawScaleBar();
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
    perDegree = Math.min(FRAME.getHeight() / degrees, FRAME.getWidth() / degreesEast);
    perDegreeEast = perDegree * cosine;
  }

  private void project(Coordinate position) {
    position.x = MIDDLE.x + (position.x - centre.x) * perDegreeEast;
    position.y = MIDDLE.y - (position.y - centre.y) * perDegree;
  }

  private Envelope bounds() {
    Envelope bounds = new Envelope();
    outlines.forEach(outline -> bounds.expandToInclude(outline.bounds()));
    return outlines.isEmpty() ? new Envelope(new Coordinate(0, 0)) : bounds;
  }

  /** The place at these pixels, as people write it, such as 1.2500° N, 34.1500° E. */
  private String place(double x, double y) {
    double latitude = centre.y - (y - MIDDLE.y) / perDegree;
    double longitude = centre.x + (x - MIDDLE.x) / perDegreeEast;
    double turned = longitude > HALF_TURN ? longitude - 2 * HALF_TURN : longitude;
    return String.format(
        Locale.ROOT,
        "%.4f° %s, %.4f° %s",
        Math.abs(latitude),
        latitude < 0 ? "S" : "N",
        Math.abs(turned),
        turned < 0 ? "W" : "E");
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
    boolean isPoint = outline.rings().get(0).length == 1;
    if (!isPoint) {
      // One path, in which a hole stays empty.
      svg.add("<path fill-opacity=\"0.12\" stroke=\"#000000\" d=\"");
      outline.rings().forEach(this::drawRing);
      svg.add("\"/>");
    }
    if (isPoint || Math.max(bounds.getWidth(), bounds.getHeight()) < SMALL) {
      svg.add(
          "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"%s\" stroke=\"#000000\"/>",
          bounds.centre().x, bounds.centre().y, isPoint ? "#000000" : "#ffffff");
    }
    svg.add("</g>\n");
  }

  /** Writes the number of a plot at the first free place near it. Without one, it has no number. */
  private void drawNumber(int index) {
    Coordinate plot = outlines.get(index).bounds().centre();
    String number = String.valueOf(index + 1);
    double width = 7.0 * number.length() + 2;
    for (int i = 0; i < DIRECTIONS * RINGS; i++) {
      double angle = 2 * Math.PI * i / DIRECTIONS;
      int ring = 1 + i / DIRECTIONS;
      double x = plot.x + (ring * NEAREST + width / 2 - 4) * Math.cos(angle);
      double y = plot.y - ring * NEAREST * Math.sin(angle);
      Envelope place = new Envelope(x - width / 2, x + width / 2, y - 6, y + 6);
      if (FRAME.contains(place) && numbers.stream().noneMatch(place::intersects)) {
        numbers.add(place);
        if (ring > 1) {
          svg.add(
              "<path stroke=\"#000000\" stroke-width=\"0.5\" d=\"M%.1f %.1fL%.1f %.1f\"/>",
              plot.x, plot.y, x, y);
        }
        svg.add(
            "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\" stroke=\"#ffffff\""
                + " stroke-width=\"3\" paint-order=\"stroke\">%s</text>\n",
            x, y + 4, number);
        return;
      }
    }
  }

  private void drawRing(Coordinate[] ring) {
    String last = "";
    for (Coordinate position : ring) {
      String place = String.format(Locale.ROOT, "%.1f %.1f", position.x, position.y);
      // Nobody would see a second position in the same tenth of a pixel.
      if (!place.equals(last)) {
        svg.add("%s%s", last.isEmpty() ? "M" : "L", place);
        last = place;
      }
    }
    svg.add("Z");
  }

  /** Draws a bar of 1, 2 or 5 times a power of ten metres. */
  private void drawScaleBar() {
    double longest = LONGEST_BAR / perDegree * METRES_PER_DEGREE;
    double power = Math.pow(10, Math.floor(Math.log10(longest)));
    double digit = longest / power;
    double metres = power * (digit >= 5 ? 5 : digit >= 2 ? 2 : 1);
    double right = FRAME.getMaxX();
    double left = right - metres / METRES_PER_DEGREE * perDegree;
    double y = FRAME.getMinY() - 12;
    svg.add(
        "<path fill=\"none\" stroke=\"#000000\" stroke-width=\"1.5\" d=\"M%.1f"
            + " %.1fv5H%.1fv-5\"/>\n",
        left, y, right);
    String length =
        metres >= 1_000 ? Math.round(metres / 1_000) + " km" : Math.round(metres) + " m";
    text((left + right) / 2, y - 2, "middle", length);
  }

  private void text(double x, double y, String anchor, String text) {
    svg.add(
        "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>\n",
        x, y, anchor, Svg.escape(text));
  }
}
