package supplychain.trace;

import java.util.List;

/** What stands above the picture of a trace: what it is of, its sum, and what the colours mean. */
final class TraceLegend {
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
      return Whereabouts.of(trace.down()).parties().size() + " parties have it";
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
