package supplychain.proof.requests;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import supplychain.core.Json;

/** Chooses at random, among other things an odd word of {@code odd-words.json}. */
record Chance(Random random) {
  /** A word of the file may contain {@code <x*9>} for nine times x. */
  private static final Pattern REPEATED = Pattern.compile("(?s)<([^<*]+)\\*([0-9]+)>");

  private static final Path FILE = Path.of("app/test/supplychain/proof/requests/odd-words.json");
  private static final Map<String, List<String>> WORDS =
      assertDoesNotThrow(() -> Json.MAPPER.readTree(FILE.toFile())).properties().stream()
          .collect(Collectors.toMap(Map.Entry::getKey, list -> words(list.getValue())));

  private static List<String> words(JsonNode list) {
    return list.valueStream().map(word -> repeated(word.asText())).toList();
  }

  private static String repeated(String word) {
    return REPEATED
        .matcher(word)
        .replaceAll(
            found ->
                Matcher.quoteReplacement(found.group(1).repeat(Integer.parseInt(found.group(2)))));
  }

  /** A word of one list of the file. */
  String word(String list) {
    return of(WORDS.get(list));
  }

  <T> T of(List<T> list) {
    return list.get(below(list.size()));
  }

  /** A number from 0 to {@code bound}, without it. */
  int below(int bound) {
    return random.nextInt(bound);
  }

  /** Whether one of so many cases came true. */
  boolean oneIn(int cases) {
    return below(cases) == 0;
  }

  /** The text cut off, with a piece less or twice, or with this word in it. */
  String damaged(String text, String word) {
    int at = of(List.of(0, text.length(), below(text.length() + 1)));
    int end = Math.min(text.length(), at + below(20));
    return switch (below(6)) {
      case 0 -> text.substring(0, at);
      case 1 -> text.substring(0, at) + text.substring(end);
      case 2 -> text.substring(0, end) + text.substring(at);
      case 3 -> text.substring(0, at) + word + text.substring(end);
      default -> text.substring(0, at) + word + text.substring(at);
    };
  }
}
