package supplychain.proof.requests;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Geometries of GeoJSON (RFC 7946, 3.1): of all types, and rings of every shape. */
final class OddGeometries {
  private static final List<String> NUMBERS = OddWords.of("geometries numbers");

  private static final List<String> TYPES = OddWords.of("geometries types");

  private static final List<Integer> SIZES = List.of(0, 1, 2, 3, 4, 5, 8, 30, 200);

  private final Random random;

  OddGeometries(Random random) {
    this.random = random;
  }

  /** One as a text. */
  String next() {
    return switch (random.nextInt(6)) {
      case 0 -> geometry("Point", odd());
      case 1 -> geometry(TYPES.get(random.nextInt(TYPES.size())), nested());
      case 2 -> "{\"type\":\"GeometryCollection\",\"geometries\":[" + next() + "]}";
      case 3 -> geometry("Polygon", "[" + ring() + "," + ring() + "]");
      default -> geometry("Polygon", "[" + ring() + "]");
    };
  }

  private static String geometry(String type, String coordinates) {
    return "{\"type\":\"" + type + "\",\"coordinates\":" + coordinates + "}";
  }

  private String odd() {
    List<String> numbers = new ArrayList<>();
    for (int i = random.nextInt(5); i > 0; i--) {
      numbers.add(NUMBERS.get(random.nextInt(NUMBERS.size())));
    }
    return numbers.toString();
  }

  private String nested() {
    int depth = random.nextInt(6);
    return "[".repeat(depth) + odd() + "]".repeat(depth);
  }

  /**
   * A ring round a place, at times crossing itself, turned round, doubled, open or with odd ends.
   */
  private String ring() {
    int size = random.nextInt(100) == 0 ? 10_001 : SIZES.get(random.nextInt(SIZES.size()));
    double width = List.of(1e-7, 1e-6, 1e-5, 1e-3, 1.0, 400.0).get(random.nextInt(6));
    double east = random.nextInt(10) == 0 ? 180 : 34.36;
    List<String> positions = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      double angle = 2 * Math.PI * i / size;
      positions.add("[" + (east + width * Math.cos(angle)) + "," + width * Math.sin(angle) + "]");
    }
    switch (random.nextInt(8)) {
      case 0 -> Collections.shuffle(positions, random);
      case 1 -> Collections.reverse(positions);
      case 2 -> positions.addAll(List.copyOf(positions));
      case 3 -> positions.add(random.nextInt(positions.size() + 1), odd());
      default -> {}
    }
    if (!positions.isEmpty() && random.nextInt(6) > 0) {
      positions.add(positions.get(0));
    }
    return positions.toString();
  }
}
