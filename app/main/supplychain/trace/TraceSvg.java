package supplychain.trace;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.summingDouble;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.UUID;
import supplychain.core.Problem;
import supplychain.core.ProblemType;
import supplychain.core.Texts;
import supplychain.trace.Layout.Arrow;
import supplychain.trace.Layout.Place;
import supplychain.trace.Lineage.Draw;
import supplychain.trace.Lineage.Step;
import supplychain.trace.Shares.Share;

/** Draws a trace as a picture (SVG 1.1) without scripts, fonts or images from elsewhere. */
public final class TraceSvg {
  public static final int MOST_STEPS = 2_000;

  public static final int MOST_ARROWS = 10_000;

  /** In a larger picture, each step is one line instead of a card. */
  private static final int MOST_CARDS = 150;

  private static final int LEGEND_WIDTH = 1080;

  private static final Map<String, String> MEANINGS =
      Map.of(
          "card", "from a company",
          "farmer", "from a farmer",
          "gap", "a gap: nothing before it",
          "processing", "processing",
          "shut", "its parents are not shared");
  private static final int LABEL_LENGTH = 20;
  private static final int LINE = 15;

  /** The characters that fit in a line of a card, and in one of its bold lines. */
  private static final int WIDE = 34;

  private static final int BOLD = 30;

  private static final String HEAD = Texts.ofResource("/supplychain/trace/trace.svg");

  private final Trace trace;
  private final BigDecimal whole;
  private final int padding;
  private final Layout layout;

  private record CardLine(String look, String text) {}

  private final Map<UUID, List<CardLine>> cards = new HashMap<>();

  /** How much each step drew from the others of the picture. */
  private final Map<UUID, Double> drawn;

  private final Svg svg = new Svg();

  private TraceSvg(Trace trace) {
    this.trace = trace;
    boolean areCards = trace.steps().size() <= MOST_CARDS;
    this.whole = trace.start().quantity();
    Map<UUID, Share> shares = new HashMap<>();
    for (Lineage lineage : trace.lineages()) {
      new Shares(lineage).steps.shares(whole).forEach(one -> shares.put(one.id(), one));
    }
    for (Step step : trace.steps().values()) {
      cards.put(step.id(), areCards ? card(step, shares.get(step.id())) : List.of(line(step)));
    }
    this.padding = areCards ? 12 : 7;
    this.layout =
        new Layout(trace, step -> cards.get(step).size() * LINE + padding, areCards ? 20 : 6);
    this.drawn =
        trace.draws().stream().collect(groupingBy(Draw::child, summingDouble(TraceSvg::quantity)));
  }

  public static String of(Trace trace) {
    if (trace.steps().size() > MOST_STEPS || trace.draws().size() > MOST_ARROWS) {
      throw new Problem(
          ProblemType.LINEAGE_TOO_LARGE,
          ("A picture can show %d transactions and %d draws. This trace has %d and %d. Ask for"
                  + " JSON or text.")
              .formatted(MOST_STEPS, MOST_ARROWS, trace.steps().size(), trace.draws().size()));
    }
    return new TraceSvg(trace).draw();
  }

  private String draw() {
    long width = Math.max(layout.width, LEGEND_WIDTH);
    svg.add(HEAD, width, layout.height, Svg.escape(title()));
    legend(width);
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

  /** Writes the title, the totals and the kinds of steps that occur above the picture. */
  private void legend(long width) {
    svg.text("title", Layout.MARGIN, 34, "start", Svg.cut(title(), (int) (width / 10)));
    svg.text("line", Layout.MARGIN, 56, "start", totals());
    Map<String, Long> kinds =
        trace.steps().values().stream()
            .filter(step -> layout.steps.containsKey(step.id()))
            .collect(groupingBy(this::look, counting()));
    long x = legend(Layout.MARGIN, "card start", "this transaction");
    for (String look : new TreeSet<>(kinds.keySet())) {
      x = legend(x, look, MEANINGS.get(look) + " (" + kinds.get(look) + ")");
    }
  }

  /** Writes an entry, and returns the place of the next one. */
  private long legend(long x, String look, String meaning) {
    svg.add(
        "<rect class=\"%s\" x=\"%d\" y=\"68\" width=\"16\" height=\"12\" rx=\"3\"/>\n", look, x);
    svg.text("small", x + 22, 78, "start", meaning);
    return x + 44 + 6L * meaning.length();
  }

  private String totals() {
    List<String> totals = new ArrayList<>();
    if (trace.up() != null) {
      Shares origins = new Shares(trace.up());
      total(totals, origins.farmers.shares(whole), "farmer", "farmers");
      total(totals, origins.gaps.shares(whole), "gap", "gaps");
      total(totals, origins.notShared.shares(whole), "step not shared", "steps not shared");
      if (origins.unknown().part().signum() > 0) {
        totals.add("unknown " + origins.unknown().percent());
      }
    }
    if (trace.down() != null) {
      int holders = new Shares(trace.down()).holders.shares(whole).size();
      totals.add(holders == 1 ? "1 party has it" : holders + " parties have it");
    }
    return String.join(" \u00b7 ", totals);
  }

  private static void total(List<String> totals, List<Share> shares, String one, String many) {
    if (!shares.isEmpty()) {
      String count = shares.size() + " " + (shares.size() == 1 ? one : many);
      totals.add(count + " " + Share.total(shares, null).percent());
    }
  }

  private void step(Place place) {
    Step step = trace.steps().get(place.step);
    boolean isStart = step.id().equals(trace.start().id());
    long top = place.middle - place.height / 2;
    svg.add("<g><title>%s</title>", Svg.escape(step.shown()));
    svg.add(
        "<rect class=\"%s%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"7\"/>\n",
        look(step), isStart ? " start" : "", place.left, top, Layout.STEP_WIDTH, place.height);
    long y = top + padding / 3;
    for (CardLine line : cards.get(step.id())) {
      y += LINE;
      svg.text(line.look(), place.left + 10, y, "start", line.text());
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
    if (step.source().isFarmer()) {
      return "farmer";
    }
    return step.source().id().equals(step.destination().id()) ? "processing" : "card";
  }

  /** The only line of a step in a large picture. */
  private static CardLine line(Step step) {
    String parties = step.source().shown() + " \u2192 " + step.destination().shown();
    return new CardLine("line", Svg.cut(step.goods() + " \u00b7 " + parties, WIDE));
  }

  /** The lines of a card, with whole names. */
  private List<CardLine> card(Step step, Share share) {
    List<CardLine> card = new ArrayList<>();
    add(card, "small", WIDE, step.number() + " \u00b7 " + step.day());
    add(card, "strong", BOLD, step.source().shown());
    add(card, "line", WIDE, "\u2192 " + step.destination().shown());
    add(card, "line", WIDE, step.goods());
    if (share != null && !step.id().equals(trace.start().id())) {
      add(card, "strong", BOLD, share.percent() + " of the goods, " + share.kilograms());
    }
    String look = step.isReversed() ? "reversed" : look(step);
    if (!look.equals("card")) {
      add(card, "note", WIDE, MEANINGS.getOrDefault(look, look));
    }
    return card;
  }

  private static void add(List<CardLine> card, String look, int width, String text) {
    Svg.wrap(text, width).forEach(line -> card.add(new CardLine(look, line)));
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

  /** Writes the quantity on the arrow, near its start, where arrows of one step are apart. */
  private void drawLabel(Arrow arrow) {
    Place from = arrow.places().get(0);
    Place to = arrow.places().get(1);
    long x = from.right() + (to.left - from.right()) * 2 / 5;
    long y = from.middle + (to.middle - from.middle) * 7 / 20;
    String label = Svg.cut(arrow.draw().shown(), LABEL_LENGTH);
    int width = label.length() * 6 + 6;
    // No arrow may go through the number.
    svg.add(
        "<rect class=\"behind\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"14\"/>\n",
        x - width / 2, y - 7, width);
    svg.text("drawn", x, y + 4, "middle", label);
  }
}
