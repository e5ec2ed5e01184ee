package supplychain.trace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import supplychain.trace.Layout.Arrow;
import supplychain.trace.Layout.Place;

/** The arrows of a picture, and how much went along each. */
final class TraceArrows {
  /** How many characters of a quantity there is room for. */
  private static final int ROOM = 14;

  private final DrawingFrame frame;
  private final Map<UUID, List<Arrow>> leaving = new HashMap<>();
  private final Map<UUID, List<Arrow>> entering = new HashMap<>();

  /** Where on the edge of its parent an arrow leaves, and on that of its child it enters. */
  private final Map<Arrow, Long> starts = new HashMap<>();

  private final Map<Arrow, Long> ends = new HashMap<>();

  TraceArrows(Layout layout, DrawingFrame frame) {
    this.frame = frame;
    for (Arrow arrow : layout.arrows()) {
      leaving.computeIfAbsent(arrow.draw().parent(), id -> new ArrayList<>()).add(arrow);
      entering.computeIfAbsent(arrow.draw().child(), id -> new ArrayList<>()).add(arrow);
    }
    leaving.values().forEach(arrows -> spread(arrows, Arrow::parent, Arrow::first, starts));
    entering.values().forEach(arrows -> spread(arrows, Arrow::child, Arrow::last, ends));
  }

  /** Sets arrows at one edge apart, in the order of where they lead, so that they do not cross. */
  private void spread(
      List<Arrow> arrows,
      Function<Arrow, Place> edge,
      Function<Arrow, Place> next,
      Map<Arrow, Long> at) {
    List<Arrow> ordered = new ArrayList<>(arrows);
    ordered.sort(Comparator.comparingDouble(arrow -> next.apply(arrow).y));
    for (int i = 0; i < ordered.size(); i++) {
      Place place = edge.apply(ordered.get(i));
      double part = (i + 1.0) / (ordered.size() + 1) - 0.5;
      at.put(ordered.get(i), frame.y(place) + Math.round(part * place.height));
    }
  }

  /** The line of an arrow. */
  String line(Arrow arrow) {
    List<Place> way = arrow.places();
    StringBuilder path = new StringBuilder();
    for (int i = 0; i + 1 < way.size(); i++) {
      long from = frame.x(way.get(i)) + DrawingFrame.WIDTH;
      long to = frame.x(way.get(i + 1));
      long middle = (from + to) / 2;
      long start = i == 0 ? starts.get(arrow) : frame.y(way.get(i));
      long end = i + 2 == way.size() ? ends.get(arrow) : frame.y(way.get(i + 1));
      path.append(i == 0 ? "M" : "L").append(from).append(' ').append(start);
      path.append(SvgText.fill("C%d %d %d %d %d %d", middle, start, middle, end, to, end));
    }
    return SvgText.fill(
        "<path class=\"arrow\" stroke-width=\"%s\" marker-end=\"url(#head)\" d=\"%s\"/>%n",
        breadth(arrow.draw()), path);
  }

  /** The more of the child it is, the broader: from 1 to 5. */
  private String breadth(Draw draw) {
    double all = 0;
    for (Arrow each : entering.get(draw.child())) {
      all += quantity(each.draw());
    }
    return SvgText.tenths(1 + 4 * (all == 0 ? 0 : quantity(draw) / all));
  }

  private static double quantity(Draw draw) {
    return draw.drawn() == null ? 0 : draw.drawn().doubleValue();
  }

  /** How much it is, where the fewer arrows meet. */
  String label(Arrow arrow) {
    Draw draw = arrow.draw();
    String text = SvgText.cut(draw.drawn() == null ? "all" : Portion.plain(draw.drawn()), ROOM);
    return leaving.get(draw.parent()).size() <= entering.get(draw.child()).size()
        ? label(frame.x(arrow.parent()) + DrawingFrame.WIDTH + 8, starts.get(arrow), "start", text)
        : label(frame.x(arrow.child()) - 12, ends.get(arrow), "end", text);
  }

  private static String label(long x, long y, String anchor, String text) {
    return SvgText.line("drawn", x, y - 5, anchor, text);
  }
}
