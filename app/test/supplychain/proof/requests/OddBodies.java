package supplychain.proof.requests;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.POJONode;
import com.fasterxml.jackson.databind.util.RawValue;
import java.nio.charset.Charset;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/** JSON bodies that are right but for one to three places, or for their bytes. */
final class OddBodies {
  private static final List<String> PLAIN = OddWords.of("values plain");
  private static final List<String> NO_JSON = OddWords.of("values no json");
  private static final List<String> CHARACTERS = OddWords.of("texts characters");
  private static final List<String> TEXTS = OddWords.of("texts whole");
  private static final List<String> NO_UTF_8 = OddWords.of("bytes no utf 8");

  /** The limits of the interface in characters; a string is that long, or one more or less. */
  private static final List<Integer> LENGTHS =
      List.of(10, 36, 50, 64, 100, 255, 500, 2_000, 10_000, 50_000);

  private static final List<Charset> CHARSETS =
      List.of(UTF_16, UTF_16LE, Charset.forName("UTF-32"), ISO_8859_1);
  private static final List<String> ENDS = List.of("}", "{}", " x", "\u0000", ",", "\n\n");

  private final Random random;
  private final List<UUID> ids;

  /** Bodies in which {@code ids} stand where they do not belong. */
  OddBodies(Random random, List<UUID> ids) {
    this.random = random;
    this.ids = ids;
  }

  /** The body changed in its values, and in one of five cases in its bytes, each a character. */
  String next(JsonNode right) {
    return bytes(text(right));
  }

  /** The body changed in its values alone, as a text. */
  String text(JsonNode right) {
    JsonNode body = right.deepCopy();
    // Most often in one place: the service refuses a body with two mistakes for the first.
    for (int i = random.nextInt(2) * random.nextInt(3); i >= 0; i--) {
      body = changed(body);
    }
    return body.toString();
  }

  private JsonNode changed(JsonNode body) {
    List<String> pointers = Trees.pointers(body);
    if (pointers.isEmpty() || random.nextInt(100) == 0) {
      return raw(value());
    }
    String pointer = pick(pointers);
    JsonNode there = body.at(pointer);
    switch (random.nextInt(20)) {
      case 0 -> Trees.set(body, pointer, null);
      case 1 -> Trees.set(body, pointer, raw("[" + there + "]"));
      case 2 -> Trees.set(body, pointer, raw("{\"id\":" + there + "}"));
      case 3 -> addUnknown(body, there);
      case 4 -> addTwice(body, pointer, there);
      case 5 -> Trees.set(body, pointer, body.at(pick(pointers)).deepCopy());
      case 6 -> repeat(there);
      case 7 -> Trees.set(body, pointer, raw('"' + there.asText() + '"'));
      case 8, 9, 10, 11, 12 ->
          Trees.set(body, pointer, raw(there.isTextual() ? string() : value()));
      default -> Trees.set(body, pointer, raw(value()));
    }
    return body;
  }

  private void addUnknown(JsonNode body, JsonNode there) {
    ObjectNode object = (ObjectNode) (there instanceof ObjectNode ? there : body);
    String name = random.nextBoolean() ? string() : "\"x" + random.nextInt() + '"';
    // A name that needs escapes can only stand there as it is: beside the value of another.
    object.set("x", raw("0," + name + ":" + value()));
    if (random.nextBoolean()) {
      object.put(pick(List.of("number", "firstname", "parent", "Source")), "7");
    }
  }

  private static void addTwice(JsonNode body, String pointer, JsonNode there) {
    String name = pointer.substring(pointer.lastIndexOf('/') + 1);
    boolean inObject = body.at(pointer.substring(0, pointer.lastIndexOf('/'))).isObject();
    String twice = inObject ? there + ",\"" + name + "\":" + there : there + "," + there;
    Trees.set(body, pointer, raw(twice));
  }

  private void repeat(JsonNode there) {
    if (there instanceof ArrayNode array && !array.isEmpty()) {
      JsonNode first = array.get(0);
      Collections.nCopies(pick(List.of(1, 2, 99, 100, 501)), first).forEach(array::add);
    }
  }

  /** A JSON value that belongs nowhere, or a text that looks like one. */
  String value() {
    return switch (random.nextInt(20)) {
      case 0 -> pick(NO_JSON);
      case 1, 2, 3, 4, 5, 6 -> pick(PLAIN);
      case 7, 8, 9, 10, 11, 12 -> string();
      case 13, 14, 15, 16 -> "\"" + pick(ids) + '"';
      case 17, 18 -> digits();
      default -> nested();
    };
  }

  private String digits() {
    String digits = "9".repeat(pick(List.of(24, 25, 26, 27, 399, 400, 401, 5_000)));
    return switch (random.nextInt(4)) {
      case 0 -> digits;
      case 1 -> "-" + digits;
      case 2 -> "0." + digits;
      default -> digits + "e-" + random.nextInt(500);
    };
  }

  private String nested() {
    int depth = pick(List.of(2, 30, 31, 32, 33, 2_000));
    return random.nextBoolean()
        ? "[".repeat(depth) + "]".repeat(depth)
        : "{\"a\":".repeat(depth) + "1" + "}".repeat(depth);
  }

  /** A JSON string with what Unicode and the limits make hard. */
  private String string() {
    if (random.nextInt(3) > 0) {
      return '"' + pick(TEXTS) + '"';
    }
    int length = LENGTHS.get(random.nextInt(random.nextInt(LENGTHS.size()) + 1));
    return '"' + pick(CHARACTERS).repeat(length + random.nextInt(3) - 1) + '"';
  }

  /** A text as a node that is written as it is. */
  static JsonNode raw(String text) {
    return new POJONode(new RawValue(text));
  }

  /** The text in UTF-8, and in one of five cases in something else; each character is one byte. */
  String bytes(String text) {
    String body = latin(text.getBytes(UTF_8));
    if (random.nextInt(5) > 0) {
      return body;
    }
    int at = random.nextInt(body.length() + 1);
    int end = Math.min(body.length(), at + random.nextInt(20));
    return switch (random.nextInt(9)) {
      case 0 -> body.substring(0, at);
      case 1 -> body.substring(0, at) + body.substring(end);
      case 2 -> body.substring(0, end) + body.substring(at);
      case 3 -> "\u00ef\u00bb\u00bf" + body;
      case 4 -> latin(text.getBytes(pick(CHARSETS)));
      case 5 -> body + pick(ENDS);
      case 6 -> body.substring(0, at) + (char) random.nextInt(256) + body.substring(end);
      case 7 -> body + " ".repeat(random.nextInt(200) == 0 ? 1 << 20 : 1);
      default -> body.substring(0, at) + pick(NO_UTF_8) + body.substring(at);
    };
  }

  private static String latin(byte[] bytes) {
    return new String(bytes, ISO_8859_1);
  }

  private <T> T pick(List<T> from) {
    return from.get(random.nextInt(from.size()));
  }
}
