package supplychain.trace;

import java.util.stream.Collectors;
import java.util.stream.Stream;
import supplychain.validation.TerminalText;

/** A trace in the language of Graphviz, in the direction in which the goods went. */
final class TraceDot {
  private static final String HEAD =
      """
      digraph trace {
        rankdir=LR;
        node [shape=box, style="rounded,filled", fillcolor="#ffffff"];
      """;

  private final Trace trace;
  private final StringBuilder dot = new StringBuilder(HEAD);

  private TraceDot(Trace trace) {
    this.trace = trace;
  }

  static String of(Trace trace) {
    TraceDot written = new TraceDot(trace);
    trace.steps().values().forEach(written::step);
    trace.draws().forEach(draw -> written.draw(draw));
    return written.dot.append("}\n").toString();
  }

  private void step(Step step) {
    String label =
        label(
            step.number() + " of " + step.day() + (step.isReversed() ? " (reversed)" : ""),
            step.source().shown() + " to " + step.destination().shown(),
            step.goods());
    dot.append("  \"%s\" [label=%s%s];\n".formatted(step.id(), label, look(step)));
    int hidden = trace.hidden(step.id()).size();
    if (hidden > 0) {
      String id = "before " + step.id();
      String shut = label("not shared: " + (hidden == 1 ? "one lot" : hidden + " lots"));
      dot.append("  \"%s\" [label=%s, style=\"dashed\"];\n".formatted(id, shut));
      dot.append("  \"%s\" -> \"%s\" [style=\"dashed\"];\n".formatted(id, step.id()));
    }
  }

  private String look(Step step) {
    String line = step.id().equals(trace.start().id()) ? ", penwidth=3" : "";
    if (trace.isGap(step)) {
      return line + ", fillcolor=\"#ffe7b8\"";
    }
    return step.source().isFarmer() ? line + ", fillcolor=\"#dff2df\"" : line;
  }

  private void draw(Draw draw) {
    String label = label(draw.drawn() == null ? "all" : Portion.plain(draw.drawn()));
    dot.append("  \"%s\" -> \"%s\" [label=%s];\n".formatted(draw.parent(), draw.child(), label));
  }

  /**
   * A quoted text of some lines; what would end it or mean something there, as HTML's entities do,
   * is escaped.
   */
  private static String label(String... lines) {
    return Stream.of(lines)
        .map(TerminalText::of)
        .map(line -> line.replace("&", "&amp;").replace("\\", "\\\\").replace("\"", "\\\""))
        .collect(Collectors.joining("\\n", "\"", "\""));
  }
}
