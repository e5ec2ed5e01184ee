package supplychain.proof.requests;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** JSON documents a line, of which most are right. */
final class OddLines {
  private static final List<String> BETWEEN =
      List.of("\n", "\n", "\n", "\n", "\r\n", "\n\n", "\n \t\r\n", "\r", "", " ", ",\n", "\u2028");

  /** What stands for a document and is none of a record. */
  private static final List<String> NONE = OddWords.of("lines none");

  private final Random random;
  private final OddBodies bodies;
  private final OddBytes bytes;

  OddLines(Random random, OddBodies bodies) {
    this.random = random;
    this.bodies = bodies;
    bytes = new OddBytes(random);
  }

  /** So many documents that are right, but for one or two lines or what is between them. */
  String next(JsonNode right, int count) {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      lines.add(right.toString());
    }
    for (int i = random.nextInt(3); i > 0 && !lines.isEmpty(); i--) {
      lines.set(random.nextInt(lines.size()), line(right));
    }
    String between = random.nextInt(3) > 0 ? "\n" : BETWEEN.get(random.nextInt(BETWEEN.size()));
    String text = String.join(between, lines);
    return bytes.next(random.nextBoolean() ? text + between : text);
  }

  private String line(JsonNode right) {
    String document = right.toString();
    return switch (random.nextInt(9)) {
      case 0 -> document.substring(0, random.nextInt(document.length()));
      case 1 -> document + List.of("", " ", ",").get(random.nextInt(3)) + document;
      case 2 -> "[" + document + "]";
      case 3 -> right.toPrettyString();
      case 4 -> NONE.get(random.nextInt(NONE.size()));
      default -> bodies.text(right);
    };
  }
}
