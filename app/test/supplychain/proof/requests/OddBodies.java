package supplychain.proof.requests;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/** Bodies that are right but for one to three places; each character is one byte. */
final class OddBodies {
  private static final List<String> NO_UTF_8 =
      List.of(
          "\u0080",
          "\u00c0\u0080",
          "\u00c1\u00bf",
          "\u00e0\u0080\u0080",
          "\u00ed\u00a0\u0080",
          "\u00f4\u0090\u0080\u0080",
          "\u00f8\u0088\u0080\u0080\u0080",
          "\u00ff",
          "\u00fe",
          "\u00c3",
          "\u0000",
          "\u0001",
          "\u001f",
          "\r",
          "\u00ef\u00bb\u00bf");

  private static final List<Charset> OTHERS =
      List.of(
          StandardCharsets.UTF_16,
          StandardCharsets.UTF_16LE,
          Charset.forName("UTF-32"),
          StandardCharsets.ISO_8859_1);

  private final Random random;
  private final List<UUID> ids;

  /** Bodies in which {@code ids} stand where they do not belong. */
  OddBodies(Random random, List<UUID> ids) {
    this.random = random;
    this.ids = ids;
  }

  /** The body changed in its values, and in one of five cases in its bytes. */
  String next(JsonNode right) {
    JsonNode body = right.deepCopy();
    // Most often in one place: what is wrong in two is refused for the first.
    for (int i = random.nextInt(2) * random.nextInt(3); i >= 0; i--) {
      body = changed(body);
    }
    return random.nextInt(5) == 0 ? bytes(body.toString()) : utf8(body.toString());
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

  private String bytes(String json) {
    String body = utf8(json);
    int at = random.nextInt(body.length() + 1);
    int end = Math.min(body.length(), at + random.nextInt(20));
    return switch (random.nextInt(9)) {
      case 0 -> body.substring(0, at);
      case 1 -> body.substring(0, at) + body.substring(end);
      case 2 -> body.substring(0, end) + body.substring(at);
      case 3 -> "\u00ef\u00bb\u00bf" + body;
      case 4 -> latin(json.getBytes(OTHERS.get(random.nextInt(OTHERS.size()))));
      case 5 -> body + List.of("}", "{}", " x", "\u0000", ",", "\n\n").get(random.nextInt(6));
      case 6 -> flipped(body, Math.min(at, body.length() - 1));
      case 7 ->
          random.nextInt(200) == 0 ? body + " ".repeat((1 << 20) - body.length() + 1) : " " + body;
      default ->
          body.substring(0, at)
              + NO_UTF_8.get(random.nextInt(NO_UTF_8.size()))
              + body.substring(at);
    };
  }

  private String flipped(String body, int at) {
    char flipped = (char) ((body.charAt(at) ^ (1 << random.nextInt(8))) & 0xff);
    return body.substring(0, at) + flipped + body.substring(at + 1);
  }

  private static String utf8(String text) {
    return latin(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String latin(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }
}
