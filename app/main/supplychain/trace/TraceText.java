package supplychain.trace;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import supplychain.trace.Lineage.Draw;
import supplychain.trace.Lineage.Step;
import supplychain.trace.Shares.Share;
import supplychain.validation.TerminalText;

/** Writes a trace as indented text. A step that appears again refers to its first line. */
public final class TraceText {
  /** The deepest indentation. A line below it starts with its depth as a number. */
  static final int DEEPEST = 20;

  private final Trace trace;
  private final List<String> lines = new ArrayList<>();
  private final Map<UUID, Integer> lineOf = new HashMap<>();
  private final List<List<String>> shares = new ArrayList<>();

  private TraceText(Trace trace) {
    this.trace = trace;
  }

  /** The lines, without characters that would control a terminal. */
  public static List<String> lines(Trace trace) {
    TraceText text = new TraceText(trace);
    text.write();
    return text.lines.stream().map(TerminalText::of).toList();
  }

  private void write() {
    Step start = trace.start();
    lines.add("Transaction " + start.shown());
    lineOf.put(start.id(), lines.size());
    if (trace.up() != null) {
      section("came from");
      walk(trace.up());
      origins(new Shares(trace.up()));
    }
    if (trace.down() != null) {
      section("went to");
      walk(trace.down());
      section("where it is");
      add(new Shares(trace.down()).holders, this::party);
      printShares();
    }
  }

  private void section(String title) {
    lines.add("");
    lines.add(title);
  }

  private record Open(int depth, String text, UUID step) {}

  private void walk(Lineage lineage) {
    // A stack instead of recursion: a chain may have thousands of steps.
    Deque<Open> open = new ArrayDeque<>();
    push(open, lineage, lineage.start(), 1);
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
      Step step = lineage.steps().get(next.step());
      if (lineOf.containsKey(step.id())) {
        lines.add(line + reference(step.id()));
      } else {
        lines.add(line + step.shown());
        lineOf.put(step.id(), lines.size());
        push(open, lineage, step, next.depth() + 1);
      }
    }
  }

  /** Puts the lines below a step on the stack, the first line on top. */
  private static void push(Deque<Open> open, Lineage lineage, Step step, int depth) {
    List<Open> next = new ArrayList<>();
    for (Draw draw : lineage.draws(step.id())) {
      String text = draw.shown() + (lineage.leadsUp() ? " of " : " into ");
      next.add(new Open(depth, text, lineage.onward(draw)));
    }
    int hidden = lineage.hidden(step.id()).size();
    if (hidden > 0) {
      String lots = hidden == 1 ? "one lot" : hidden + " lots";
      String had = lots + " that " + step.source().shown() + " had: not shared";
      next.add(new Open(depth, had, null));
    }
    if (lineage.isGap(step)) {
      next.add(new Open(depth, "nothing that is recorded: a gap", null));
    }
    Collections.reverse(next);
    next.forEach(open::push);
  }

  private static String indent(int depth) {
    return "  ".repeat(Math.min(depth, DEEPEST)) + (depth > DEEPEST ? "[" + depth + "] " : "");
  }

  private void origins(Shares origins) {
    section("origins");
    add(origins.farmers, id -> "farmer " + party(id));
    add(origins.gaps, id -> "gap at " + reference(id));
    add(origins.notShared, id -> "not shared, from " + reference(id));
    if (origins.unknown().part().signum() > 0 || origins.unknownDraws > 0) {
      add(origins.unknown(), "not told by quantities, " + origins.unknownDraws + " unknown");
    }
    printShares();
  }

  private void add(Shares.Sums sums, Function<UUID, String> what) {
    sums.shares(trace.start().quantity()).forEach(share -> add(share, what.apply(share.id())));
  }

  private void add(Share share, String what) {
    shares.add(List.of(share.percent(), share.kilograms(), what));
  }

  /** Writes the shares of a section below each other, the numbers to the right. */
  private void printShares() {
    String format = "  %" + width(0) + "s  %" + width(1) + "s  %s";
    shares.forEach(share -> lines.add(format.formatted(share.toArray())));
    shares.clear();
  }

  private int width(int column) {
    return shares.stream().mapToInt(share -> share.get(column).length()).max().orElse(1);
  }

  private String party(UUID id) {
    return trace.parties().get(id).shown();
  }

  private String reference(UUID step) {
    return trace.steps().get(step).number() + " (line " + lineOf.get(step) + ")";
  }
}
