package supplychain.trace;

import java.util.stream.Collectors;
import java.util.stream.Stream;
import supplychain.trace.Lineage.Step;
import supplychain.validation.TerminalText;

/** Writes a trace in the language of Graphviz; arrows lead from a parent to its child. */
final class TraceDot {
  private static final String HEAD =
      """
      digraph trace {
        rankdir=LR;
        node [shape=box, style="rounded,filled", fillcolor="#ffffff"];
      """;

  private TraceDot() {}

  static String of(Trace trace) {
    StringBuilder dot = new StringBuilder(HEAD);
    trace.steps().values().forEach(step -> dot.append(step(trace, step)));
    trace
        .draws()
        .forEach(
            draw ->
                dot.append(
                    "  \"%s\" -> \"%s\" [label=%s];\n"
                        .formatted(draw.parent(), draw.child(), label(draw.shown()))));
    return dot.append("}\n").toString();
  }

  private static String step(Trace trace, Step step) {
    String label =
        label(
            step.number() + " of " + step.day() + (step.isReversed() ? " (reversed)" : ""),
            step.source().shown() + " to " + step.destination().shown(),
            step.goods());
    String start = step.id().equals(trace.start().id()) ? ", penwidth=3" : "";
    String node =
        "  \"%s\" [label=%s%s%s];\n".formatted(step.id(), label, start, colour(trace, step));
    if (trace.hidden(step.id()).isEmpty()) {
      return node;
    }
    return node
        + """
            "before %1$s" [label=%2$s, style="dashed"];
            "before %1$s" -> "%1$s" [style="dashed"];
          """
            .formatted(step.id(), label("not shared: " + trace.up().hiddenLots(step)));
  }

  private static String colour(Trace trace, Step step) {
    if (trace.isGap(step)) {
      return ", fillcolor=\"#ffe7b8\"";
    }
    return step.source().isFarmer() ? ", fillcolor=\"#dff2df\"" : "";
  }

  /** A quoted text of several lines. Graphviz would interpret quotes, backslashes and entities. */
  private static String label(String... lines) {
    return Stream.of(lines)
        .map(TerminalText::of)
        .map(line -> line.replace("&", "&amp;").replace("\\", "\\\\").replace("\"", "\\\""))
        .collect(Collectors.joining("\\n", "\"", "\""));
  }
}
