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
import supplychain.trace.Layout.Place;

/**
 * Where the steps of a trace stand in a picture: goods go from left to right, each step in the
 * column of its longest way to the start, and what skips a column goes through a gap that is left
 * for it there.
 */
final class Layout {
  /** How many such gaps there may be; where it would be more, arrows go behind other steps. */
  private static final int MOST_GAPS = 5_000;

  private static final double GAP_HEIGHT = 10;
  private static final int SWEEPS = 6;

  /** A step, or a gap for an arrow; in the middle of {@code height}. */
  static final class Place {
    final UUID step;
    final int column;
    final double height;
    final List<Place> before = new ArrayList<>();
    final List<Place> after = new ArrayList<>();
    double y;
    double rank;

    private Place(UUID step, int column, double height) {
      this.step = step;
      this.column = column;
      this.height = height;
    }
  }

  /**
   * An arrow.
   *
   * @param places from the parent to the child, through gaps
   */
  record Arrow(Draw draw, List<Place> places) {
    Place parent() {
      return places.get(0);
    }

    /** The first that it leads to. */
    Place first() {
      return places.get(1);
    }

    /** The last that it leads from. */
    Place last() {
      return places.get(places.size() - 2);
    }

    Place child() {
      return places.get(places.size() - 1);
    }
  }

  private final TreeMap<Integer, List<Place>> columns = new TreeMap<>();
  private final Map<UUID, Place> places = new LinkedHashMap<>();
  private final List<Arrow> arrows = new ArrayList<>();

  /**
   * Lays out a trace.
   *
   * @param height of a step
   * @param between how much room is left below it
   */
  Layout(Trace trace, double height, double between) {
    Map<UUID, Integer> levels = new HashMap<>();
    trace.sides().forEach(side -> level(side, levels));
    trace.steps().keySet().stream()
        .filter(levels::containsKey)
        .forEach(step -> places.put(step, place(step, levels.get(step), height)));
    List<Draw> draws =
        trace.draws().stream()
            .filter(draw -> levels.containsKey(draw.child()) && levels.containsKey(draw.parent()))
            .toList();
    long gaps =
        draws.stream().mapToLong(d -> levels.get(d.child()) - levels.get(d.parent()) - 1).sum();
    draws.forEach(draw -> arrows.add(arrow(draw, gaps <= MOST_GAPS)));
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
      columns.descendingMap().values().forEach(each -> Column.order(each, place -> place.after));
      columns.values().forEach(each -> Column.order(each, place -> place.before));
    }
    columns.values().forEach(each -> Column.stack(each, between));
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
      columns
          .descendingMap()
          .values()
          .forEach(column -> Column.align(column, between, place -> place.after));
      columns.values().forEach(column -> Column.align(column, between, place -> place.before));
    }
  }

  private static void level(Lineage side, Map<UUID, Integer> levels) {
    int direction = side.leadsUp() ? -1 : 1;
    levels.put(side.start().id(), 0);
    for (Step step : side.inOrder()) {
      int next = Math.abs(levels.get(step.id())) + 1;
      for (UUID id : side.onward(step.id())) {
        levels.merge(id, direction * next, (a, b) -> Math.abs(a) > Math.abs(b) ? a : b);
      }
    }
  }

  private Place place(UUID step, int column, double height) {
    Place place = new Place(step, column, height);
    columns.computeIfAbsent(column, any -> new ArrayList<>()).add(place);
    return place;
  }

  private Arrow arrow(Draw draw, boolean leavesGaps) {
    List<Place> way = new ArrayList<>(List.of(places.get(draw.parent())));
    Place child = places.get(draw.child());
    for (int column = way.get(0).column + 1; leavesGaps && column < child.column; column++) {
      way.add(place(null, column, GAP_HEIGHT));
    }
    way.add(child);
    for (int i = 1; i < way.size(); i++) {
      way.get(i - 1).after.add(way.get(i));
      way.get(i).before.add(way.get(i - 1));
    }
    return new Arrow(draw, way);
  }

  /** Each step by its id. */
  Map<UUID, Place> places() {
    return places;
  }

  /** What goes from step to step. */
  List<Arrow> arrows() {
    return arrows;
  }

  /** The leftmost column; the start is in column 0. */
  int firstColumn() {
    return columns.firstKey();
  }

  /** How many columns there are. */
  int columnCount() {
    return columns.lastKey() - columns.firstKey() + 1;
  }

  /** Where the highest place begins. */
  double top() {
    return all().stream().mapToDouble(place -> place.y - place.height / 2).min().orElseThrow();
  }

  /** Where the lowest place ends. */
  double bottom() {
    return all().stream().mapToDouble(place -> place.y + place.height / 2).max().orElseThrow();
  }

  private List<Place> all() {
    return columns.values().stream().flatMap(List::stream).toList();
  }

  /** How the places of one column of a layout stand to those of the columns beside it. */
  private static final class Column {
    private Column() {}

    /** Puts each at the mean of those that it leads to, so that few arrows cross. */
    static void order(List<Place> column, Function<Place, List<Place>> neighbours) {
      for (int i = 0; i < column.size(); i++) {
        Place place = column.get(i);
        place.rank = mean(neighbours.apply(place), near -> near.rank, place.rank);
      }
      column.sort(Comparator.comparingDouble(place -> place.rank));
      for (int i = 0; i < column.size(); i++) {
        column.get(i).rank = i - (column.size() - 1) / 2.0;
      }
    }

    private static double mean(
        List<Place> places, Function<Place, Double> value, double otherwise) {
      return places.stream().mapToDouble(value::apply).average().orElse(otherwise);
    }

    /** Puts one below the other, around a common middle. */
    static void stack(List<Place> column, double between) {
      double y = 0;
      for (Place place : column) {
        place.y = y + place.height / 2;
        y += place.height + between;
      }
      double middle = (y - between) / 2;
      column.forEach(place -> place.y -= middle);
    }

    /**
     * Moves each to the mean of its neighbours as nearly as the others of its column let it: of all
     * ways that keep their order and the room between them, the one with the least squares.
     */
    static void align(List<Place> column, double between, Function<Place, List<Place>> neighbours) {
      double[] offsets = new double[column.size()];
      double[] sums = new double[column.size()];
      int[] sizes = new int[column.size()];
      int blocks = 0;
      for (int i = 0; i < column.size(); i++) {
        Place place = column.get(i);
        Place above = i == 0 ? null : column.get(i - 1);
        offsets[i] =
            above == null ? 0 : offsets[i - 1] + (above.height + place.height) / 2 + between;
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
}
