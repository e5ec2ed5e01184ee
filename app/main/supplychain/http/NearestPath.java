package supplychain.http;

import io.javalin.config.Key;
import io.javalin.http.Context;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import supplychain.validation.NearestName;

/** Finds the path that a client probably meant, by the last word of the path. */
final class NearestPath {
  /** All paths of the service, once it has started. */
  static final Key<Supplier<List<String>>> PATHS = new Key<>("paths");

  private static final Pattern WORD = Pattern.compile("[a-z][a-z.-]*");

  private NearestPath() {}

  /** The hint for the answer about an unknown path; empty if no path is close. */
  static String hint(Context ctx) {
    Map<String, String> byWord =
        ctx.appData(PATHS).get().stream()
            .filter(path -> path.startsWith("/v1/"))
            .sorted(Comparator.comparingInt(String::length))
            .collect(Collectors.toMap(NearestPath::lastWord, path -> path, (first, next) -> first));
    return NearestName.closest(lastWord(ctx.path().toLowerCase(Locale.ROOT)), byWord.keySet())
        .map(word -> " Did you mean `" + byWord.get(word) + "`?")
        .orElse("");
  }

  private static String lastWord(String path) {
    return Arrays.stream(path.split("/", -1))
        .filter(part -> WORD.matcher(part).matches())
        .reduce("", (before, word) -> word);
  }
}
