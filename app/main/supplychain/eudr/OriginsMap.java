package supplychain.eudr;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import supplychain.records.farmer.Position;
import supplychain.trace.SvgText;

/** A map of the plots of a file of origins, as an SVG picture that needs nothing from elsewhere. */
final class OriginsMap {
  /** What it is. */
  static final String MEDIA_TYPE = "image/svg+xml";

  private static final double HALF_ROUND = 180;

  /** What is smaller, in pixels, gets a dot as well, so that it is seen. */
  private static final double SMALL = 5;

  private static final int LINE = 18;

  private final List<Outline> outlines = new ArrayList<>();
  private final StringBuilder svg = new StringBuilder();

  /** Puts a plot on it. */
  void add(Feature feature) {
    outlines.add(Outline.of(feature));
  }

  /** The picture, with these words above it. */
  String draw(String title, String subtitle) {
    List<Outline> shown = outlines;
    MapFrame frame = frame(shown);
    if (frame.east() - frame.west() > HALF_ROUND) {
      shown = outlines.stream().map(Outline::eastward).toList();
      frame = frame(shown);
    }
    open(frame, title, subtitle);
    if (shown.isEmpty()) {
      text(MapFrame.MARGIN + 12, MapFrame.MARGIN + 2 * LINE, "start", "There is no plot to show.");
    } else {
      graticule(frame);
      svg.append("<g clip-path=\"url(#inside)\">\n");
      for (Outline outline : shown) {
        draw(frame, outline);
      }
      svg.append("</g>\n");
      scaleBar(frame);
    }
    return svg.append("</svg>\n").toString();
  }

  private static MapFrame frame(List<Outline> outlines) {
    double[] west = ends(outlines, outline -> least(outline.longitudes()));
    double[] south = ends(outlines, outline -> least(outline.latitudes()));
    double[] east = ends(outlines, outline -> -least(negated(outline.longitudes())));
    double[] north = ends(outlines, outline -> -least(negated(outline.latitudes())));
    return MapFrame.around(
        least(west), least(south), -least(negated(east)), -least(negated(north)));
  }

  private static double[] ends(List<Outline> outlines, ToDoubleFunction<Outline> end) {
    return outlines.stream().mapToDouble(end).toArray();
  }

  private static double least(double[] numbers) {
    return Arrays.stream(numbers).min().orElse(0);
  }

  private static double[] negated(double[] numbers) {
    return DoubleStream.of(numbers).map(number -> -number).toArray();
  }

  private void open(MapFrame frame, String title, String subtitle) {
    double width = frame.width() + 2 * MapFrame.MARGIN;
    double height = frame.height() + 2 * MapFrame.MARGIN;
    add(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\""
            + " height=\"%.0f\" font-family=\"sans-serif\" font-size=\"12\" fill=\"#444\">%n",
        width, height, width, height);
    add("<title>%s</title>%n", SvgText.escape(title));
    add("<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>%n");
    String box =
        String.format(
            Locale.ROOT,
            "x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%.1f\"",
            MapFrame.MARGIN,
            MapFrame.MARGIN,
            frame.width(),
            frame.height());
    add("<clipPath id=\"inside\"><rect %s/></clipPath>%n", box);
    add("<rect %s fill=\"#f6f3ea\" stroke=\"#b9b29c\"/>%n", box);
    add(
        "<text x=\"%d\" y=\"22\" font-size=\"16\" fill=\"#222\">%s</text>%n",
        MapFrame.MARGIN, SvgText.escape(title));
    text(MapFrame.MARGIN, 22 + LINE, "start", subtitle);
  }

  private void graticule(MapFrame frame) {
    double step = frame.step();
    svg.append("<g stroke=\"#ddd6c3\" stroke-width=\"1\">\n");
    for (double degree : degrees(frame.west(), frame.east(), step)) {
      line(frame.x(degree), frame.y(frame.north()), frame.x(degree), frame.y(frame.south()));
    }
    for (double degree : degrees(frame.south(), frame.north(), step)) {
      line(frame.x(frame.west()), frame.y(degree), frame.x(frame.east()), frame.y(degree));
    }
    svg.append("</g>\n");
    double below = frame.y(frame.south()) + LINE;
    for (double degree : degrees(frame.west(), frame.east(), step)) {
      double shown = degree > HALF_ROUND ? degree - 2 * HALF_ROUND : degree;
      text(frame.x(degree), below, "middle", frame.label(shown, 'E', 'W'));
    }
    for (double degree : degrees(frame.south(), frame.north(), step)) {
      add(
          "<text transform=\"translate(%.1f %.1f) rotate(-90)\" text-anchor=\"middle\">%s</text>%n",
          MapFrame.MARGIN - 8.0, frame.y(degree), frame.label(degree, 'N', 'S'));
    }
  }

  private static double[] degrees(double from, double to, double step) {
    double first = Math.ceil(from / step);
    int count = (int) (Math.floor(to / step) - first) + 1;
    return DoubleStream.iterate(first, number -> number + 1)
        .limit(Math.max(0, count))
        .map(number -> number * step)
        .toArray();
  }

  private void draw(MapFrame frame, Outline outline) {
    svg.append("<g><title>").append(SvgText.escape(outline.title())).append("</title>");
    if (outline.isPolygon()) {
      double left = frame.x(least(outline.longitudes()));
      double right = frame.x(-least(negated(outline.longitudes())));
      double top = frame.y(-least(negated(outline.latitudes())));
      double bottom = frame.y(least(outline.latitudes()));
      path(frame, outline);
      if (Math.max(right - left, bottom - top) < SMALL) {
        dot((left + right) / 2, (top + bottom) / 2, 2.5, "#2f6b34");
      }
    } else {
      dot(frame.x(outline.longitudes()[0]), frame.y(outline.latitudes()[0]), 4, "#b5482b");
    }
    svg.append("</g>\n");
  }

  private void path(MapFrame frame, Outline outline) {
    svg.append("<path fill=\"#4f9a55\" fill-opacity=\"0.4\" stroke=\"#2f6b34\" d=\"");
    String last = "";
    for (int i = 0; i < outline.longitudes().length - 1; i++) {
      double x = frame.x(outline.longitudes()[i]);
      double y = frame.y(outline.latitudes()[i]);
      String place = String.format(Locale.ROOT, "%.1f %.1f", x, y);
      // What falls on the same tenth of a pixel would not be seen.
      if (!place.equals(last)) {
        svg.append(last.isEmpty() ? "M" : "L").append(place);
        last = place;
      }
    }
    svg.append("Z\"/>");
  }

  private void dot(double x, double y, double radius, String colour) {
    add(
        "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"%s\" stroke=\"#ffffff\"/>",
        x, y, radius, colour);
  }

  private void scaleBar(MapFrame frame) {
    double metres = frame.barMetres();
    double right = frame.x(frame.east());
    double left = right - frame.barPixels();
    double y = MapFrame.MARGIN - 12.0;
    add(
        "<path fill=\"none\" stroke=\"#444\" stroke-width=\"1.5\""
            + " d=\"M%.1f %.1fv5H%.1fv-5\"/>%n",
        left, y, right);
    String label =
        metres >= 1_000
            ? String.format(Locale.ROOT, "%.0f km", metres / 1_000)
            : String.format(Locale.ROOT, "%.0f m", metres);
    text((left + right) / 2, y - 2, "middle", label);
  }

  private void line(double x1, double y1, double x2, double y2) {
    add("<path d=\"M%.1f %.1fL%.1f %.1f\"/>%n", x1, y1, x2, y2);
  }

  private void text(double x, double y, String anchor, String text) {
    add(
        "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>%n",
        x, y, anchor, SvgText.escape(text));
  }

  private void add(String format, Object... values) {
    svg.append(String.format(Locale.ROOT, format.replace("%n", "\n"), values));
  }

  /**
   * A plot on a map.
   *
   * @param title what it is
   * @param isPolygon whether it has an extent
   * @param longitudes of its positions, in degrees
   * @param latitudes the same
   */
  private record Outline(String title, boolean isPolygon, double[] longitudes, double[] latitudes) {
    private static final double ROUND = 360;

    static Outline of(Feature feature) {
      List<Position> positions = feature.geometry().positions();
      String title =
          Stream.of(
                  feature.producer().consents() ? feature.name() : null,
                  feature.productionPlace(),
                  feature.producer().shownName(),
                  feature.area().toPlainString() + " ha")
              .filter(Objects::nonNull)
              .collect(Collectors.joining(" · "));
      return new Outline(
          title,
          feature.geometry().isPolygon(),
          positions.stream().mapToDouble(place -> place.longitude().doubleValue()).toArray(),
          positions.stream().mapToDouble(place -> place.latitude().doubleValue()).toArray());
    }

    /** The same with every longitude from 0 to 360, for a map over the 180th meridian. */
    Outline eastward() {
      double[] turned = longitudes.clone();
      for (int i = 0; i < turned.length; i++) {
        turned[i] = turned[i] < 0 ? turned[i] + ROUND : turned[i];
      }
      return new Outline(title, isPolygon, turned, latitudes);
    }
  }

  /**
   * What part of the world a map shows, and how large: degrees to pixels, as on a plane that
   * touches the middle (equirectangular), so that shapes are true as long as it is not half a
   * continent.
   */
  private record MapFrame(double west, double south, double east, double north, double perDegree) {
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
}
