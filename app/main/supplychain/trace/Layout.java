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
import java.util.function.ToDoubleFunction;
import supplychain.trace.Lineage.Draw;
import supplychain.trace.Lineage.Step;

/**
 * Computes the place of each step in a picture. Goods go from left to right. The longest way from
 * the start gives the column of a step. An arrow that skips a column gets a gap between the steps
 * of that column.
 */
final class Layout {
  /** The width of a step, in the units of the picture. */
  static final int STEP_WIDTH = 210;

  static final int MARGIN = 24;

  private static final int COLUMN_WIDTH = STEP_WIDTH + 110;
  private static final int LEGEND_HEIGHT = 84;
  private static final double GAP_HEIGHT = 10;

  /** With more gaps than this, arrows go behind other steps instead. */
  private static final int MOST_GAPS = 5_000;

  private static final int SWEEPS = 6;

  /** A step, or a gap for an arrow. */
  static final class Place {
    /** Null for a gap. */
    final UUID step;

    final double height;

    /** The left edge in the picture. */
    long left;

    /** The middle of the height in the picture. */
    long middle;

    /** The same before the picture has its border, and not rounded. */
    double y;

    private final int column;
    private final List<Place> before = new ArrayList<>();
    private final List<Place> after = new ArrayList<>();
    private double rank;

    private Place(UUID step, int column, double height) {
      this.step = step;
      this.column = column;
      this.height = height;
    }
  }

  /**
   * An arrow.
   *
   * @param places the parent, the gaps on the way, the child
   */
  record Arrow(Draw draw, List<Place> places) {
    Place parent() {
      return places.get(0);
    }

    Place afterParent() {
      return places.get(1);
    }

    Place beforeChild() {
      return places.get(places.size() - 2);
    }

    Place child() {
      return places.get(places.size() - 1);
    }
  }

  final Map<UUID, Place> steps = new LinkedHashMap<>();
  final List<Arrow> arrows = new ArrayList<>();
  final long width;
  final long height;

  private final TreeMap<Integer, List<Place>> columns = new TreeMap<>();
  private final double between;

  /**
   * Lays out a trace.
   *
   * @param stepHeight the height of each step
   * @param between the space between two steps of a column
   */
  Layout(Trace trace, double stepHeight, double between) {
    this.between = between;
    place(trace, stepHeight);
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
      columns.descendingMap().values().forEach(column -> order(column, place -> place.after));
      columns.values().forEach(column -> order(column, place -> place.before));
    }
    columns.values().forEach(this::stack);
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
      columns.descendingMap().values().forEach(column -> align(column, place -> place.after));
      columns.values().forEach(column -> align(column, place -> place.before));
    }
    List<Place> all = columns.values().stream().flatMap(List::stream).toList();
    double top = all.stream().mapToDouble(place -> place.y - place.height / 2).min().orElseThrow();
    double end = all.stream().mapToDouble(place -> place.y + place.height / 2).max().orElseThrow();
    int first = columns.firstKey();
    for (Place place : all) {
      place.left = MARGIN + (long) COLUMN_WIDTH * (place.column - first);
      place.middle = Math.round(place.y - top) + LEGEND_HEIGHT + MARGIN;
    }
    width = 2L * MARGIN + (long) COLUMN_WIDTH * (columns.lastKey() - first) + STEP_WIDTH;
    height = Math.round(end - top) + LEGEND_HEIGHT + 2L * MARGIN;
  }

  private void place(Trace trace, double stepHeight) {
    Map<UUID, Integer> levels = new HashMap<>();
    trace.lineages().forEach(lineage -> level(lineage, levels));
    trace.steps().keySet().stream()
        .filter(levels::containsKey)
        .forEach(step -> steps.put(step, place(step, levels.get(step), stepHeight)));
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

  private Place place(UUID step, int column, double stepHeight) {
    Place place = new Place(step, column, stepHeight);
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
      place.rank = mean(neighbours.apply(place), near -> near.rank, place.rank);
    }
    column.sort(Comparator.comparingDouble(place -> place.rank));
    for (int i = 0; i < column.size(); i++) {
      column.get(i).rank = i - (column.size() - 1) / 2.0;
    }
  }

  private static double mean(
      List<Place> places, ToDoubleFunction<Place> value, double withoutPlaces) {
    return places.stream().mapToDouble(value).average().orElse(withoutPlaces);
  }

  /** Puts the places of a column one below the other; the middle of each column is at 0. */
  private void stack(List<Place> column) {
    double y = 0;
    for (Place place : column) {
      place.y = y + place.height / 2;
      y += place.height + between;
    }
    double middle = (y - between) / 2;
    column.forEach(place -> place.y -= middle);
  }

  /**
   * Moves each place towards the mean of its neighbours. The places keep their order and the space
   * between them; with that, the sum of the squared distances to the means is the least possible.
   */
  private void align(List<Place> column, Function<Place, List<Place>> neighbours) {
    // Places that would overlap join a block, and the block goes to the mean of their wishes.
    double[] offsets = new double[column.size()];
    double[] sums = new double[column.size()];
    int[] sizes = new int[column.size()];
    int blocks = 0;
    for (int i = 0; i < column.size(); i++) {
      Place place = column.get(i);
      Place above = i == 0 ? null : column.get(i - 1);
      offsets[i] = above == null ? 0 : offsets[i - 1] + (above.height + place.height) / 2 + between;
      sums[blocks] = mean(neighbours.apply(place), near -> near.y, place.y) - offsets[i];
      sizes[blocks++] = 1;
      while (blocks > 1
          && sums[blocks - 2] / sizes[blocks - 2] > sums[blocks - 1] / sizes[blocks - 1]) {
        blocks--;
        sums[blocks - 1] += sums[blocks];
        sizes[blocks - 1] += sizes[blocks];
      }
    }
    int at = 0;
    for (int block = 0; block < blocks; block++) {
      for (int i = 0; i < sizes[block]; i++, at++) {
        column.get(at).y = sums[block] / sizes[block] + offsets[at];
      }
    }
  }
}
