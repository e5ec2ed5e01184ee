package supplychain.proof.requests;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import supplychain.core.Json;

/** The lists of {@code odd-words.json}. A word may hold {@code <x*9>} for nine times x. */
final class OddWords {
  private static final Pattern REPEATED = Pattern.compile("(?s)<([^<*]+)\\*([0-9]+)>");
  private static final JsonNode LISTS = read();

  private OddWords() {}

  static List<String> of(String list) {
    return LISTS.get(list).valueStream().map(word -> repeated(word.asText())).toList();
  }

  private static String repeated(String word) {
    return REPEATED
        .matcher(word)
        .replaceAll(
            found ->
                Matcher.quoteReplacement(found.group(1).repeat(Integer.parseInt(found.group(2)))));
  }

  private static JsonNode read() {
    try {
      return Json.MAPPER.readTree(
          Path.of("app/test/supplychain/proof/requests/odd-words.json").toFile());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
