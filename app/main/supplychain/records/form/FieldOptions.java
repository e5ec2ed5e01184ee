package supplychain.records.form;

import static supplychain.validation.Kinds.filledText;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import supplychain.http.JsonRequest;
import supplychain.validation.Kind;
import supplychain.validation.Kind.Read;

/** The options of a field: an array of strings, kept as JSON text, written either way in a body. */
final class FieldOptions {
  /** Options that one field may have. */
  static final int MOST = 1_000;

  /** How many characters an option may have. */
  static final int LENGTH = 500;

  /** The text for no options. */
  static final String NONE = "[]";

  /** Reads them, as compact JSON text. */
  static final Kind<String> KIND = FieldOptions::read;

  private FieldOptions() {}

  private static Read<String> read(JsonNode value) {
    if (!value.isArray() && !value.isTextual()) {
      return Read.wrong("type", "It must be an array of strings, as JSON text or as an array.");
    }
    Optional<List<String>> options =
        FieldType.texts(value.isTextual() ? value.asText() : value.toString());
    if (options.isEmpty()) {
      return Read.wrong("format", "It must be a JSON array of strings.");
    }
    return read(options.get());
  }

  private static Read<String> read(List<String> options) {
    if (options.size() > MOST) {
      return Read.wrong("too_many", "It may have at most " + MOST + " options.");
    }
    Set<String> seen = new HashSet<>();
    for (String option : options) {
      Read<String> read = filledText(LENGTH).read(JsonRequest.MAPPER.valueToTree(option));
      if (read.isWrong()) {
        return Read.wrong(read.code(), "Of an option: " + read.detail());
      }
      if (!seen.add(option)) {
        return Read.wrong("duplicate", "The option `" + option + "` stands here twice.");
      }
    }
    return Read.right(JsonRequest.MAPPER.valueToTree(options).toString());
  }
}
