package supplychain.trace;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import supplychain.core.Problem;
import supplychain.core.ProblemType;
import supplychain.trace.Layout.Arrow;
import supplychain.trace.Layout.Place;
import supplychain.trace.Lineage.Draw;
import supplychain.trace.Lineage.Step;
import supplychain.trace.Shares.OriginShares;
import supplychain.trace.Shares.Share;

/** Draws a trace as a picture (SVG 1.1) without scripts, fonts or images from elsewhere. */
public final class TraceSvg {
  public static final int MOST_STEPS = 2_000;

  public static final int MOST_ARROWS = 10_000;

  /** In a larger picture, each step is one line instead of a card. */
  private static final int MOST_CARDS = 150;

  private static final int CARD_HEIGHT = 82;
  private static final int LINE_HEIGHT = 22;
  private static final int LEGEND_WIDTH = 720;
  private static final int LABEL_LENGTH = 14;

  private static final String HEAD =
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="%1$d" height="%2$d" viewBox="0 0 %1$d %2$d" role="img">
      <title>%3$s</title>
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
      <rect width="100%%" height="100%%" fill="#fff"/>
      """;

  private final Trace trace;
  private final boolean areCards;
  private final Layout layout;

  /** How much each step drew from the others of the picture. */
  private final Map<UUID, Double> drawn = new HashMap<>();

  private final Svg svg = new Svg();

  private TraceSvg(Trace trace) {
    this.trace = trace;
    this.areCards = trace.steps().size() <= MOST_CARDS;
    this.layout = new Layout(trace, areCards ? CARD_HEIGHT : LINE_HEIGHT, areCards ? 20 : 6);
    for (Draw draw : trace.draws()) {
      drawn.merge(draw.child(), quantity(draw), Double::sum);
    }
  }

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
    long width = Math.max(layout.width, LEGEND_WIDTH);
    svg.add(HEAD, width, layout.height, Svg.escape(title()));
    legend();
    layout.arrows.forEach(this::drawLine);
    layout.steps.values().forEach(this::step);
    layout.arrows.forEach(this::drawLabel);
    return svg.add("</svg>\n").toString();
  }

  private String title() {
    Step start = trace.start();
    String question =
        switch (trace.direction()) {
          case UP -> "Where it came from: ";
          case DOWN -> "Where it went: ";
          case BOTH -> "Where it came from and went: ";
        };
    return question + start.goods() + ", " + start.number();
  }

  /** Writes the title, the totals and the meaning of each colour above the picture. */
  private void legend() {
    svg.text("title", Layout.MARGIN, 34, "start", Svg.cut(title(), 66));
    svg.text("line", Layout.MARGIN, 56, "start", totals());
    legend(0, "card start", "this transaction");
    legend(1, "farmer", "from a farmer");
    legend(2, "gap", "a gap");
    legend(3, "shut", "not shared");
  }

  private void legend(int position, String look, String meaning) {
    long x = Layout.MARGIN + 140L * position;
    svg.add(
        "<rect class=\"%s\" x=\"%d\" y=\"68\" width=\"16\" height=\"12\" rx=\"3\"/>\n", look, x);
    svg.text("small", x + 22, 78, "start", meaning);
  }

  private String totals() {
    if (trace.up() == null) {
      return Shares.ofHolders(trace.down()).size() + " parties have it";
    }
    OriginShares origins = Shares.ofOrigins(trace.up());
    return "farmers %s \u00b7 gaps %s \u00b7 not shared %s \u00b7 unknown %s"
        .formatted(
            Share.total(origins.farmers(), null).partText(),
            Share.total(origins.gaps(), null).partText(),
            Share.total(origins.notShared(), null).partText(),
            origins.unknown().partText());
  }

  private void step(Place place) {
    Step step = trace.steps().get(place.step);
    boolean isStart = step.id().equals(trace.start().id());
    long top = place.middle - place.height / 2;
    svg.add("<g><title>%s</title>", Svg.escape(step.shown()));
    svg.add(
        "<rect class=\"%s%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"7\"/>\n",
        look(step), isStart ? " start" : "", place.left, top, Layout.STEP_WIDTH, place.height);
    if (areCards) {
      card(step, place.left + 10, top);
    } else {
      String parties = step.source().shown() + " \u2192 " + step.destination().shown();
      String text = Svg.cut(step.goods() + " \u00b7 " + parties, 34);
      svg.text("line", place.left + 8, top + 15, "start", text);
    }
    svg.add("</g>\n");
  }

  private String look(Step step) {
    if (trace.isGap(step)) {
      return "gap";
    }
    if (!trace.hidden(step.id()).isEmpty()) {
      return "shut";
    }
    return step.source().isFarmer() ? "farmer" : "card";
  }

  private void card(Step step, long x, long top) {
    String head = step.number() + " \u00b7 " + step.day();
    String destination = "\u2192 " + step.destination().shown();
    svg.text("small", x, top + 16, "start", Svg.cut(head, 34));
    svg.text("strong", x, top + 31, "start", Svg.cut(step.source().shown(), 24));
    svg.text("line", x, top + 46, "start", Svg.cut(destination, 28));
    svg.text("line", x, top + 61, "start", Svg.cut(step.goods(), 28));
    if (step.isReversed()) {
      svg.text("note", x, top + 75, "start", "reversed");
    } else if (trace.isGap(step)) {
      svg.text("note", x, top + 75, "start", "a gap: nothing before it");
    } else if (!trace.hidden(step.id()).isEmpty()) {
      svg.text("note", x, top + 75, "start", "its parents are not shared");
    }
  }

  private void drawLine(Arrow arrow) {
    List<Place> places = arrow.places();
    svg.add(
        "<path class=\"arrow\" stroke-width=\"%.1f\" marker-end=\"url(#head)\" d=\"",
        breadth(arrow.draw()));
    for (int i = 1; i < places.size(); i++) {
      Place from = places.get(i - 1);
      Place to = places.get(i);
      svg.add("%s%d %d", i == 1 ? "M" : "L", from.right(), from.middle);
      long bend = (from.right() + to.left) / 2;
      svg.add("C%1$d %2$d %1$d %3$d %4$d %3$d", bend, from.middle, to.middle, to.left);
    }
    svg.add("\"/>\n");
  }

  /** From 1 to 5: the larger the part of the child, the broader. */
  private double breadth(Draw draw) {
    double all = drawn.get(draw.child());
    return 1 + 4 * (all == 0 ? 0 : quantity(draw) / all);
  }

  private static double quantity(Draw draw) {
    return draw.drawn() == null ? 0 : draw.drawn().doubleValue();
  }

  /** Writes the quantity before the middle of the arrow, where arrows of one step are apart. */
  private void drawLabel(Arrow arrow) {
    Place from = arrow.places().get(0);
    Place to = arrow.places().get(1);
    long x = from.right() + (to.left - from.right()) * 2 / 5;
    long y = from.middle + (to.middle - from.middle) * 7 / 20 - 4;
    svg.text("drawn", x, y, "middle", Svg.cut(arrow.draw().shown(), LABEL_LENGTH));
  }
}
