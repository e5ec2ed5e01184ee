package supplychain.cli;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The five operations as curl commands, as the README has them. */
final class DemoOperations {
  private static final String RESOURCE = "operations.sh";

  /** A name of demo.env; inside a JSON text it stands between the quotes that end the text. */
  private static final Pattern NAME = Pattern.compile("'\\$([A-Z_]+)'|\\$([A-Z_]+)");

  private DemoOperations() {}

  /** The commands with the values in place of the names. */
  static String with(Map<String, String> values) throws IOException {
    try (InputStream text = DemoOperations.class.getResourceAsStream(RESOURCE)) {
      if (text == null) {
        throw new FileNotFoundException(RESOURCE);
      }
      return NAME.matcher(new String(text.readAllBytes(), StandardCharsets.UTF_8))
          .replaceAll(name -> Matcher.quoteReplacement(values.get(nameIn(name))));
    }
  }

  private static String nameIn(MatchResult found) {
    return found.group(1) == null ? found.group(2) : found.group(1);
  }
}
