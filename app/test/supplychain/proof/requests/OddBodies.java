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
import java.util.UUID;

/**
 * JSON bodies that are right except in one to three places, or in their bytes.
 *
 * @param ids ids that the bodies name in wrong places
 */
record OddBodies(Chance chance, List<UUID> ids) {
  /** The limits of the interface in characters; a string is that long, or one more or less. */
  private static final List<Integer> LENGTHS =
      List.of(10, 36, 50, 64, 100, 255, 500, 2_000, 10_000, 50_000);

  private static final List<Charset> CHARSETS =
      List.of(UTF_16, UTF_16LE, Charset.forName("UTF-32"), ISO_8859_1);

  /** The body with other values, as a text. */
  String text(JsonNode right) {
    JsonNode body = right.deepCopy();
    // Most often in one place: the service refuses a body with two mistakes for the first.
    for (int i = chance.below(2) * chance.below(3); i >= 0; i--) {
      body = changed(body);
    }
    return body.toString();
  }

  private JsonNode changed(JsonNode body) {
    List<String> pointers = Trees.pointers(body);
    if (pointers.isEmpty() || chance.oneIn(100)) {
      return raw(value());
    }
    String pointer = chance.of(pointers);
    JsonNode there = body.at(pointer);
    switch (chance.below(20)) {
      case 0 -> Trees.set(body, pointer, null);
      case 1 -> Trees.set(body, pointer, raw("[" + there + "]"));
      case 2 -> Trees.set(body, pointer, raw("{\"id\":" + there + "}"));
      case 3 -> addUnknown(body);
      case 4 -> addTwice(body, pointer, there);
      case 5 -> Trees.set(body, pointer, body.at(chance.of(pointers)).deepCopy());
      case 6 -> repeat(there);
      case 7 -> Trees.set(body, pointer, raw('"' + there.asText() + '"'));
      case 8, 9, 10, 11, 12 ->
          Trees.set(body, pointer, raw(there.isTextual() ? string() : value()));
      default -> Trees.set(body, pointer, raw(value()));
    }
    return body;
  }

  private void addUnknown(JsonNode body) {
    // Only as a part of a value can a name with escapes be written as it is.
    ((ObjectNode) body).set("x", raw("0," + string() + ":" + value()));
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
      Collections.nCopies(chance.of(List.of(1, 2, 99, 100, 501)), first).forEach(array::add);
    }
  }

  /** A JSON value that fits nowhere, or a text that looks like a value. */
  String value() {
    return switch (chance.below(20)) {
      case 0 -> chance.word("values no json");
      case 1, 2, 3, 4, 5, 6 -> chance.word("values plain");
      case 7, 8, 9, 10, 11, 12 -> string();
      case 13, 14, 15, 16 -> "\"" + chance.of(ids) + '"';
      default -> chance.word("values large");
    };
  }

  /** A JSON string with what Unicode and the limits make hard. */
  private String string() {
    if (chance.below(3) > 0) {
      return '"' + chance.word("texts whole") + '"';
    }
    int length = LENGTHS.get(chance.below(chance.below(LENGTHS.size()) + 1)) + chance.below(3) - 1;
    return '"' + chance.word("texts characters").repeat(length) + '"';
  }

  /** A text as a node that is written as it is. */
  static JsonNode raw(String text) {
    return new POJONode(new RawValue(text));
  }

  /** The text in UTF-8, and in one of five cases other bytes; each character is one byte. */
  String bytes(String text) {
    String body = latin(text.getBytes(UTF_8));
    if (chance.below(5) > 0) {
      return body;
    }
    int at = chance.of(List.of(0, body.length(), chance.below(body.length() + 1)));
    int end = Math.min(body.length(), at + chance.below(20));
    return switch (chance.below(6)) {
      case 0 -> body.substring(0, at);
      case 1 -> body.substring(0, at) + (char) chance.below(256) + body.substring(end);
      case 2 -> body.substring(0, end) + body.substring(at);
      case 3 -> latin(text.getBytes(chance.of(CHARSETS)));
      default -> body.substring(0, at) + chance.word("bytes") + body.substring(at);
    };
  }

  private static String latin(byte[] bytes) {
    return new String(bytes, ISO_8859_1);
  }
}
