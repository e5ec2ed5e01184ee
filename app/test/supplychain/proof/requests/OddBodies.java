package supplychain.proof.requests;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
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
    JsonNode body = right;
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
    return switch (chance.below(20)) {
      case 0 -> Trees.without(body, pointer);
      case 1 -> Trees.with(body, pointer, raw("[" + there + "]"));
      case 2 -> Trees.with(body, pointer, raw("{\"id\":" + there + "}"));
      // Only as a part of a value can a name with escapes be written as it is.
      case 3 -> Trees.with(body, "/x", raw("0," + string() + ":" + value()));
      case 4 -> Trees.with(body, pointer, twice(body, pointer, there));
      case 5 -> Trees.with(body, pointer, body.at(chance.of(pointers)));
      case 6 -> Trees.with(body, pointer, repeated(there));
      case 7 -> Trees.with(body, pointer, there.isPojo() ? there : raw('"' + there.asText() + '"'));
      case 8, 9, 10, 11, 12 ->
          Trees.with(body, pointer, raw(there.isTextual() ? string() : value()));
      default -> Trees.with(body, pointer, raw(value()));
    };
  }

  private static JsonNode twice(JsonNode body, String pointer, JsonNode there) {
    String name = pointer.substring(pointer.lastIndexOf('/') + 1);
    boolean inObject = body.at(pointer.substring(0, pointer.lastIndexOf('/'))).isObject();
    return raw(inObject ? there + ",\"" + name + "\":" + there : there + "," + there);
  }

  private JsonNode repeated(JsonNode there) {
    if (there instanceof ArrayNode array && !array.isEmpty()) {
      int times = chance.of(List.of(1, 2, 99, 100, 501));
      return array.deepCopy().addAll(Collections.nCopies(times, array.get(0)));
    }
    return there;
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
    boolean isByte = chance.oneIn(5);
    String odd = isByte ? "" + (char) chance.below(256) : chance.word("bytes");
    return chance.oneIn(6) ? latin(text.getBytes(chance.of(CHARSETS))) : chance.damaged(body, odd);
  }

  private static String latin(byte[] bytes) {
    return new String(bytes, ISO_8859_1);
  }
}
