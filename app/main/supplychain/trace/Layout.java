package supplychain.trace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import supplychain.trace.Lineage.Draw;
import supplychain.trace.Lineage.Step;

/**
 * Computes the place of each step in a picture. Goods go from left to right. The longest way from
 * the start gives the column of a step. An arrow that skips a column gets a gap between the steps
 * of that column. The middle of each column is at the same height.
 */
final class Layout {
  static final int STEP_WIDTH = 240;

  static final int MARGIN = 24;

  private static final int COLUMN_WIDTH = STEP_WIDTH + 140;
  private static final int LEGEND_HEIGHT = 84;
  private static final int GAP_HEIGHT = 10;

  /** With more gaps than this, arrows go behind other steps instead. */
  private static final int MOST_GAPS = 5_000;

  private static final int SWEEPS = 6;

  /** A step, or a gap for an arrow. */
  static final class Place {
    /** Null for a gap. */
    final UUID step;

    final int height;
    long left;

    /** The middle of the height in the picture. */
    long middle;

    private final int column;
    private final List<Place> before = new ArrayList<>();
    private final List<Place> after = new ArrayList<>();
    private double rank;

    private Place(UUID step, int column, int height) {
      this.step = step;
      this.column = column;
      this.height = height;
    }

    long right() {
      return left + STEP_WIDTH;
    }
  }

  /** An arrow from the parent through the gaps on the way to the child. */
  record Arrow(Draw draw, List<Place> places) {}

  final Map<UUID, Place> steps = new LinkedHashMap<>();
  final List<Arrow> arrows = new ArrayList<>();
  final long width;
  final long height;

  private final TreeMap<Integer, List<Place>> columns = new TreeMap<>();

  /** The layout of steps with these heights, with a space between the steps of a column. */
  Layout(Trace trace, ToIntFunction<UUID> stepHeight, int between) {
    place(trace, stepHeight);
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
      columns.descendingMap().values().forEach(column -> order(column, place -> place.after));
      columns.values().forEach(column -> order(column, place -> place.before));
    }
    long highest = columns.values().stream().mapToLong(c -> height(c, between)).max().orElseThrow();
    for (List<Place> column : columns.values()) {
      long top = LEGEND_HEIGHT + MARGIN + (highest - height(column, between)) / 2;
      for (Place place : column) {
        place.left = MARGIN + (long) COLUMN_WIDTH * (place.column - columns.firstKey());
        place.middle = top + place.height / 2;
        top += place.height + between;
      }
    }
    width =
        2L * MARGIN + (long) COLUMN_WIDTH * (columns.lastKey() - columns.firstKey()) + STEP_WIDTH;
    height = highest + LEGEND_HEIGHT + 2L * MARGIN;
  }

  private static long height(List<Place> column, int between) {
    return column.stream().mapToLong(place -> place.height + between).sum() - between;
  }

  private void place(Trace trace, ToIntFunction<UUID> stepHeight) {
    Map<UUID, Integer> levels = new HashMap<>();
    trace.lineages().forEach(lineage -> level(lineage, levels));
    trace.steps().keySet().stream()
        .filter(levels::containsKey)
        .forEach(
            step -> steps.put(step, place(step, levels.get(step), stepHeight.applyAsInt(step))));
    List<Draw> draws =
        trace.draws().stream()
            .filter(draw -> levels.containsKey(draw.child()) && levels.containsKey(draw.parent()))
            .toList();
    long gaps =
        draws.stream().mapToLong(d -> levels.get(d.child()) - levels.get(d.parent()) - 1).sum();
    draws.forEach(draw -> arrows.add(arrow(draw, gaps <= MOST_GAPS)));
  }

  private static void level(Lineage lineage, Map<UUID, Integer> levels) {
    int direction = lineage.leadsUp() ? -1 : 1;
    levels.put(lineage.start().id(), 0);
    for (Step step : lineage.inOrder()) {
      int next = Math.abs(levels.get(step.id())) + 1;
      for (UUID id : lineage.onward(step.id())) {
        levels.merge(id, direction * next, (a, b) -> Math.abs(a) > Math.abs(b) ? a : b);
      }
    }
  }

  private Place place(UUID step, int column, int height) {
    Place place = new Place(step, column, height);
    columns.computeIfAbsent(column, any -> new ArrayList<>()).add(place);
    return place;
  }

  private Arrow arrow(Draw draw, boolean hasGaps) {
    List<Place> way = new ArrayList<>(List.of(steps.get(draw.parent())));
    Place child = steps.get(draw.child());
    for (int column = way.get(0).column + 1; hasGaps && column < child.column; column++) {
      way.add(place(null, column, GAP_HEIGHT));
    }
    way.add(child);
    for (int i = 1; i < way.size(); i++) {
      way.get(i - 1).after.add(way.get(i));
      way.get(i).before.add(way.get(i - 1));
    }
    return new Arrow(draw, way);
  }

  /** Sorts a column by the mean rank of each place's neighbours, so that few arrows cross. */
  private static void order(List<Place> column, Function<Place, List<Place>> neighbours) {
    for (Place place : column) {
      place.rank =
          neighbours.apply(place).stream()
              .mapToDouble(near -> near.rank)
              .average()
              .orElse(place.rank);
    }
    column.sort(Comparator.comparingDouble(place -> place.rank));
    for (int i = 0; i < column.size(); i++) {
      column.get(i).rank = i - (column.size() - 1) / 2.0;
    }
  }
}
