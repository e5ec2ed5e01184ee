package supplychain.docs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import supplychain.records.RecordLimit;

/** The limits of the service: the words of {@code limits.yaml}, with the numbers of the code. */
final class LimitsTable {
  private static final Pattern CONSTANT =
      Pattern.compile("\\{([a-z.]+[A-Za-z.]*)\\.([A-Z_]+)( bytes| plain)?}");
  private static final String[] UNITS = {"bytes", "KiB", "MiB", "GiB"};

  private LimitsTable() {}

  static String text() throws IOException {
    StringBuilder text = new StringBuilder();
    try (InputStream file = LimitsTable.class.getResourceAsStream("limits.yaml")) {
      for (Map.Entry<String, JsonNode> group : new YAMLMapper().readTree(file).properties()) {
        text.append("### %s%n%n| What | Limit |%n|---|---|%n".formatted(group.getKey()));
        group
            .getValue()
            .forEachEntry(
                (what, limit) -> text.append("| %s | %s |%n".formatted(what, filled(limit))));
        text.append("\n");
      }
    }
    return text.toString();
  }

  private static String filled(JsonNode limit) {
    String filled =
        CONSTANT
            .matcher(limit.asText())
            .replaceAll(found -> Matcher.quoteReplacement(shown(found)));
    if (filled.contains("{")) {
      throw new AssertionError("no constant: " + filled);
    }
    return filled;
  }

  private static String shown(MatchResult found) {
    Object value = value(found.group(1), found.group(2));
    if (value instanceof Duration time) {
      return shown(time);
    }
    if (value instanceof RecordLimit limit) {
      return String.format(Locale.ROOT, "%,d", limit.most());
    }
    if (!(value instanceof Number number)) {
      throw new AssertionError(found.group() + " is " + value);
    }
    if (found.group(3) == null) {
      return String.format(Locale.ROOT, "%,d", number.longValue());
    }
    return found.group(3).equals(" bytes") ? bytes(number.longValue()) : number.toString();
  }

  private static Object value(String type, String constant) {
    try {
      Field field = Class.forName("supplychain." + type).getDeclaredField(constant);
      field.setAccessible(true);
      return field.get(null);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("limits.yaml names an unknown constant", e);
    }
  }

  private static String bytes(long bytes) {
    long shown = bytes;
    int unit = 0;
    while (shown >= 1024 && shown % 1024 == 0) {
      shown /= 1024;
      unit++;
    }
    return shown + " " + UNITS[unit];
  }

  private static String shown(Duration time) {
    if (time.compareTo(Duration.ofDays(2)) >= 0) {
      return time.toDays() + " days";
    }
    if (time.toSeconds() % 60 == 0 && time.toMinutes() > 2) {
      return time.toMinutes() + " minutes";
    }
    return time.toMillis() < 1000 ? time.toMillis() / 1000.0 + " s" : time.toSeconds() + " s";
  }
}
