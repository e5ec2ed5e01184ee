package supplychain.trace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import supplychain.core.Problem;
import supplychain.core.ProblemType;
import supplychain.trace.Layout.Arrow;
import supplychain.trace.Layout.Place;

/** A trace as a picture (SVG 1.1) that needs nothing else and runs nothing. */
public final class TraceSvg {
  /** How many steps a picture shows at the most. */
  public static final int MOST_STEPS = 2_000;

  /** How many arrows it shows at the most. */
  public static final int MOST_ARROWS = 10_000;

  /** With more steps than that each is a line instead of a card. */
  private static final int MOST_CARDS = 150;

  private static final int CARD = 82;
  private static final int LINE = 22;

  private static final String STYLE =
      """
      <style>
      text { font: 12px system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; fill: #1f2933; }
      .title { font-size: 18px; font-weight: 600; }
      .small { font-size: 11px; fill: #52606d; }
      .strong { font-weight: 600; }
      .note { font-size: 11px; font-style: italic; fill: #7c4a03; }
      .drawn { font-size: 11px; fill: #334e68; stroke: #fff; stroke-width: 4px; paint-order: stroke; stroke-linejoin: round; }
      .arrow { fill: none; stroke: #829ab1; }
      .card { fill: #fff; stroke: #9fb3c8; }
      .farmer { fill: #e3f5e4; stroke: #3f9142; }
      .gap { fill: #fff3d6; stroke: #b7791f; stroke-dasharray: 6 3; }
      .shut { fill: #eef1f4; stroke: #627d98; stroke-dasharray: 2 3; }
      .start { stroke: #1d4ed8; stroke-width: 3px; }
      </style>
      <defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="9" markerHeight="9" \
      markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0 8 4 0 8z" fill="#829ab1"/></marker></defs>
      """;

  private final Trace trace;
  private final boolean areCards;
  private final Layout layout;
  private final DrawingFrame frame;
  private final StringBuilder svg = new StringBuilder();

  private TraceSvg(Trace trace) {
    this.trace = trace;
    this.areCards = trace.steps().size() <= MOST_CARDS;
    this.layout = new Layout(trace, areCards ? CARD : LINE, areCards ? 20 : 6);
    this.frame = new DrawingFrame(layout);
  }

  /**
   * The picture.
   *
   * @throws Problem if there is more than a picture shows
   */
  public static String of(Trace trace) {
    if (trace.steps().size() > MOST_STEPS || trace.draws().size() > MOST_ARROWS) {
      throw new Problem(
          ProblemType.LINEAGE_TOO_LARGE,
          "A picture shows %d transactions and %d draws; this has %d and %d."
              .formatted(MOST_STEPS, MOST_ARROWS, trace.steps().size(), trace.draws().size()));
    }
    return new TraceSvg(trace).draw();
  }

  private String draw() {
    TraceLegend legend = new TraceLegend(trace);
    long width = Math.max(frame.width(), TraceLegend.WIDTH);
    long height = frame.height();
    svg.append(
        SvgText.fill(
            """
            <svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" role="img">
            <title>%s</title>
            """,
            width, height, width, height, SvgText.escape(legend.title())));
    svg.append(STYLE);
    svg.append("<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n");
    legend.write(svg, DrawingFrame.MARGIN);
    TraceArrows arrows = new TraceArrows(layout, frame);
    layout.arrows().forEach(arrow -> svg.append(arrows.line(arrow)));
    layout.places().values().forEach(this::step);
    layout.arrows().forEach(arrow -> svg.append(arrows.label(arrow)));
    return svg.append("</svg>\n").toString();
  }

  private void step(Place place) {
    Step step = trace.steps().get(place.step);
    List<Draw> hidden = trace.hidden(step.id());
    String note =
        step.isReversed()
            ? "reversed"
            : trace.isGap(step)
                ? "a gap: nothing before it"
                : hidden.isEmpty() ? "" : "its parents are not shared";
    String look =
        trace.isGap(step)
            ? "gap"
            : !hidden.isEmpty() ? "shut" : step.source().isFarmer() ? "farmer" : "card";
    boolean isStart = step.id().equals(trace.start().id());
    long top = frame.y(place) - Math.round(place.height / 2);
    svg.append("<g><title>").append(SvgText.escape(step.shown())).append("</title>");
    svg.append(
        SvgText.fill(
            "<rect class=\"%s%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"7\"/>%n",
            look,
            isStart ? " start" : "",
            frame.x(place),
            top,
            DrawingFrame.WIDTH,
            Math.round(place.height)));
    if (areCards) {
      card(step, note, frame.x(place) + 10, top);
    } else {
      String text = step.source().shown() + " \u2192 " + step.destination().shown();
      svg.append(
          SvgText.line(
              "line",
              frame.x(place) + 8,
              top + 15,
              "start",
              SvgText.cut(step.goods() + " \u00b7 " + text, 34)));
    }
    svg.append("</g>\n");
  }

  private void card(Step step, String note, long x, long top) {
    String head = step.number() + " \u00b7 " + step.day();
    svg.append(SvgText.line("small", x, top + 16, "start", SvgText.cut(head, 34)));
    svg.append(
        SvgText.line("strong", x, top + 31, "start", SvgText.cut(step.source().shown(), 24)));
    String to = "\u2192 " + step.destination().shown();
    svg.append(SvgText.line("line", x, top + 46, "start", SvgText.cut(to, 28)));
    svg.append(SvgText.line("line", x, top + 61, "start", SvgText.cut(step.goods(), 28)));
    if (!note.isEmpty()) {
      svg.append(SvgText.line("note", x, top + 75, "start", note));
    }
  }

  /** The arrows of a picture, and how much went along each. */
  private static final class TraceArrows {
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

    /**
     * Sets arrows at one edge apart, in the order of where they lead, so that they do not cross.
     */
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
          ? label(
              frame.x(arrow.parent()) + DrawingFrame.WIDTH + 8, starts.get(arrow), "start", text)
          : label(frame.x(arrow.child()) - 12, ends.get(arrow), "end", text);
    }

    private static String label(long x, long y, String anchor, String text) {
      return SvgText.line("drawn", x, y - 5, anchor, text);
    }
  }

  /**
   * What stands above the picture of a trace: what it is of, its sum, and what the colours mean.
   */
  private static final class TraceLegend {
    /** How wide it is. */
    static final int WIDTH = 720;

    private static final List<String> LOOKS = List.of("start", "farmer", "gap", "shut");
    private static final List<String> MEANINGS =
        List.of("this transaction", "from a farmer", "a gap", "not shared");

    private final Trace trace;

    TraceLegend(Trace trace) {
      this.trace = trace;
    }

    /** What the picture is of. */
    String title() {
      Step start = trace.start();
      String where =
          switch (trace.way()) {
            case UP -> "Where it came from: ";
            case DOWN -> "Where it went: ";
            case BOTH -> "Where it came from and went: ";
          };
      return where + start.goods() + ", " + start.number();
    }

    void write(StringBuilder svg, int x) {
      svg.append(SvgText.line("title", x, 34, "start", SvgText.cut(title(), 66)));
      svg.append(SvgText.line("line", x, 56, "start", sum()));
      int at = x;
      for (int i = 0; i < LOOKS.size(); i++) {
        String look = LOOKS.get(i).equals("start") ? "card start" : LOOKS.get(i);
        svg.append(
            SvgText.fill(
                "<rect class=\"%s\" x=\"%d\" y=\"68\" width=\"16\" height=\"12\" rx=\"3\"/>%n",
                look, at));
        svg.append(SvgText.line("small", at + 22, 78, "start", MEANINGS.get(i)));
        at += 140;
      }
    }

    private String sum() {
      if (trace.up() == null) {
        return CurrentHolders.of(trace.down()).parties().size() + " parties have it";
      }
      OriginShares origins = OriginShares.of(trace.up());
      return "farmers %s \u00b7 gaps %s \u00b7 not shared %s \u00b7 unknown %s"
          .formatted(
              total(origins.farmers()),
              total(origins.gaps()),
              total(origins.notShared()),
              origins.unknown().shareText());
    }

    private static String total(List<Share> shares) {
      return Share.total(shares, null).shareText();
    }
  }
}
