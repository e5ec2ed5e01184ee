package supplychain.trace;

import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import supplychain.trace.Layout.Place;

/** How the places of one column of a layout stand to those of the columns beside it. */
final class Column {
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

  private static double mean(List<Place> places, Function<Place, Double> value, double otherwise) {
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
