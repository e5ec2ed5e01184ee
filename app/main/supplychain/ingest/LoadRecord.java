package supplychain.ingest;

import static supplychain.validation.Kinds.filledText;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Optional;
import supplychain.validation.Kind;

/**
 * One record of a file.
 *
 * @param index its place among those of its kind
 * @param line the line on which it begins
 * @param bytes how long it is in the file
 */
record LoadRecord(LoadKind kind, long index, long line, long bytes, JsonNode node) {
  /** How many characters a ref may have. */
  static final int REF_LENGTH = 255;

  private static final Kind<String> REF = filledText(REF_LENGTH);

  /** Where it stands in the file. */
  String pointer() {
    return pointer(kind, index);
  }

  static String pointer(LoadKind kind, long index) {
    return "/" + kind.title() + "/" + index;
  }

  boolean isObject() {
    return node.isObject();
  }

  /** Its fields. */
  ObjectNode fields() {
    return (ObjectNode) node;
  }

  /** The name by which others name it; empty, and a mistake, where it has none. */
  Optional<String> ref(Mistakes mistakes) {
    JsonNode ref = node.path("ref");
    Kind.Read<String> read = REF.read(ref);
    if (ref.isMissingNode() || ref.isNull()) {
      read = Kind.Read.wrong("required", "Every record has a ref, by which others name it.");
    }
    if (read.isWrong()) {
      mistakes.add(pointer() + "/ref", line, read.code(), read.detail());
    }
    return Optional.ofNullable(read.value());
  }

  /** Whether a text has the form of a ref. */
  static boolean isRef(String text) {
    return !REF.read(TextNode.valueOf(text)).isWrong();
  }
}
