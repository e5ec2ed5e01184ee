package supplychain.trace;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import supplychain.validation.TerminalText;

/**
 * A trace as indented text for a terminal. Each step stands there once; where it is met again, the
 * line on which it stands is named, so that the text is no longer than the graph.
 */
public final class TraceText {
  /** From here on no line is further to the right: how deep it is stands before it. */
  static final int DEEPEST = 20;

  private final Trace trace;
  private final List<String> lines = new ArrayList<>();
  private final Map<UUID, Integer> placed = new HashMap<>();

  private TraceText(Trace trace) {
    this.trace = trace;
  }

  /** The lines of it, without what a terminal would obey. */
  public static List<String> lines(Trace trace) {
    TraceText text = new TraceText(trace);
    text.write();
    return text.lines.stream().map(TerminalText::of).toList();
  }

  private void write() {
    Step start = trace.start();
    lines.add("Transaction " + start.shown());
    placed.put(start.id(), lines.size());
    if (trace.up() != null) {
      section("came from");
      walk(trace.up(), "of");
      origins(OriginShares.of(trace.up()));
    }
    if (trace.down() != null) {
      section("went to");
      walk(trace.down(), "into");
      whereabouts(CurrentHolders.of(trace.down()));
    }
  }

  private void section(String title) {
    lines.add("");
    lines.add(title);
  }

  /** A line that is still to be written; a text, or a step by how much was drawn for it. */
  private record Open(int depth, String text, UUID step) {}

  private void walk(Lineage side, String word) {
    Deque<Open> open = new ArrayDeque<>();
    push(open, side, side.start(), 1, word);
    if (open.isEmpty()) {
      lines.add(indent(1) + "no other lot");
    }
    while (!open.isEmpty()) {
      Open next = open.pop();
      String line = indent(next.depth()) + next.text();
      if (next.step() == null) {
        lines.add(line);
        continue;
      }
      Step step = side.steps().get(next.step());
      if (placed.containsKey(step.id())) {
        lines.add(line + step.number() + " (line " + placed.get(step.id()) + ")");
      } else {
        lines.add(line + step.shown());
        placed.put(step.id(), lines.size());
        push(open, side, step, next.depth() + 1, word);
      }
    }
  }

  /** What comes after a step, so that the first of it is written first. */
  private static void push(Deque<Open> open, Lineage side, Step step, int depth, String word) {
    List<Open> next = new ArrayList<>();
    List<Draw> draws = side.leadsUp() ? side.parents(step.id()) : side.children(step.id());
    for (Draw draw : draws) {
      UUID id = side.leadsUp() ? draw.parent() : draw.child();
      next.add(new Open(depth, drawn(draw) + " " + word + " ", id));
    }
    int hidden = side.hidden(step.id()).size();
    if (hidden > 0) {
      String lots = hidden == 1 ? "one lot" : hidden + " lots";
      String had = lots + " that " + step.source().shown() + " had: not shared";
      next.add(new Open(depth, had, null));
    }
    if (side.leadsUp() && next.isEmpty() && !step.source().isFarmer() && !step.isReversed()) {
      next.add(new Open(depth, "nothing that is recorded: a gap", null));
    }
    for (int i = next.size() - 1; i >= 0; i--) {
      open.push(next.get(i));
    }
  }

  private static String drawn(Draw draw) {
    return draw.drawn() == null ? "all" : Portion.plain(draw.drawn());
  }

  private static String indent(int depth) {
    return "  ".repeat(Math.min(depth, DEEPEST)) + (depth > DEEPEST ? "[" + depth + "] " : "");
  }

  private void origins(OriginShares origins) {
    section("origins");
    origins.farmers().forEach(share -> line(share.portion(), "farmer " + party(share.id())));
    origins.gaps().forEach(share -> line(share.portion(), "a gap at " + step(share.id())));
    origins
        .notShared()
        .forEach(share -> line(share.portion(), "not shared, from " + step(share.id())));
    if (origins.unknown().share().signum() > 0 || origins.unknownDraws() > 0) {
      line(origins.unknown(), "not told by quantities, " + origins.unknownDraws() + " unknown");
    }
  }

  private void whereabouts(CurrentHolders whereabouts) {
    section("where it is");
    whereabouts.parties().forEach(share -> line(share.portion(), party(share.id())));
  }

  private void line(Portion portion, String what) {
    String share = portion.shareText() == null ? "?" : portion.shareText();
    String quantity = portion.quantityText() == null ? "?" : portion.quantityText();
    lines.add("  " + share + " = " + quantity + ": " + what);
  }

  private String party(UUID id) {
    return trace.parties().get(id).shown();
  }

  private String step(UUID id) {
    return trace.steps().get(id).number() + " (line " + placed.get(id) + ")";
  }
}
