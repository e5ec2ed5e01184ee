package supplychain.proof.requests;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/** Bodies that are right but for one to three places. */
final class OddBodies {
  private final Random random;
  private final List<UUID> ids;
  private final OddBytes bytes;

  /** Bodies in which {@code ids} stand where they do not belong. */
  OddBodies(Random random, List<UUID> ids) {
    this.random = random;
    this.ids = ids;
    bytes = new OddBytes(random);
  }

  /** The body changed in its values, and in one of five cases in its bytes, each a character. */
  String next(JsonNode right) {
    return bytes.next(text(right));
  }

  /** The body changed in its values alone, as a text. */
  String text(JsonNode right) {
    JsonNode body = right.deepCopy();
    // Most often in one place: what is wrong in two is refused for the first.
    for (int i = random.nextInt(2) * random.nextInt(3); i >= 0; i--) {
      body = changed(body);
    }
    return body.toString();
  }

  private JsonNode changed(JsonNode body) {
    List<String> pointers = Trees.pointers(body);
    if (pointers.isEmpty() || random.nextInt(100) == 0) {
      return OddValues.raw(OddValues.next(random, ids));
    }
    String pointer = pointers.get(random.nextInt(pointers.size()));
    JsonNode there = body.at(pointer);
    switch (random.nextInt(20)) {
      case 0 -> Trees.set(body, pointer, null);
      case 1 -> Trees.set(body, pointer, OddValues.raw("[" + there + "]"));
      case 2 -> Trees.set(body, pointer, OddValues.raw("{\"id\":" + there + "}"));
      case 3 -> addUnknown(body, there);
      case 4 -> addTwice(body, pointer, there);
      case 5 ->
          Trees.set(
              body, pointer, body.at(pointers.get(random.nextInt(pointers.size()))).deepCopy());
      case 6 -> repeat(there);
      case 7 -> Trees.set(body, pointer, OddValues.raw('"' + there.asText() + '"'));
      case 8, 9, 10, 11, 12 -> Trees.set(body, pointer, OddValues.raw(sameType(there)));
      default -> Trees.set(body, pointer, OddValues.raw(OddValues.next(random, ids)));
    }
    return body;
  }

  private String sameType(JsonNode there) {
    return there.isTextual() ? OddTexts.next(random) : OddValues.next(random, ids);
  }

  private void addUnknown(JsonNode body, JsonNode there) {
    ObjectNode object = (ObjectNode) (there instanceof ObjectNode ? there : body);
    String name = OddTexts.name(random);
    // A name that needs escapes can only stand there as it is: beside the value of another.
    object.set("x", OddValues.raw("0," + name + ":" + OddValues.next(random, ids)));
    if (random.nextBoolean()) {
      object.put(List.of("number", "firstname", "parent", "Source").get(random.nextInt(4)), "7");
    }
  }

  private static void addTwice(JsonNode body, String pointer, JsonNode there) {
    String name = pointer.substring(pointer.lastIndexOf('/') + 1);
    boolean inObject = body.at(pointer.substring(0, pointer.lastIndexOf('/'))).isObject();
    String twice = inObject ? there + ",\"" + name + "\":" + there : there + "," + there;
    Trees.set(body, pointer, OddValues.raw(twice));
  }

  private void repeat(JsonNode there) {
    if (there instanceof ArrayNode array && !array.isEmpty()) {
      int times = List.of(1, 2, 99, 100, 501).get(random.nextInt(5));
      JsonNode first = array.get(0);
      for (int i = 0; i < times; i++) {
        array.add(first);
      }
    }
  }
}
