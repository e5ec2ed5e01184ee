import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Turns what {@code Wiretap} noted of one request, sent twice, into a script for pgbench: the same
 * statements with the same parameters in the same round trips. A value that was the same both times
 * stays; an id or a text that the service made, and so differs, is made anew in each transaction;
 * what belongs to farmer n is computed from a random n.
 *
 * <p>Arguments: the notes of the first time, of the second time, the script to write, the file for
 * pgbench's -D options, the number of farmers. Prints how many statements and round trips there
 * are.
 */
final class PgbenchScript {
  private static final Pattern UUID =
      Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");
  private static final Pattern OF_A_FARMER =
      Pattern.compile("(00000000-0000-7000-80[0-9a-f]{2}-)[0-9a-f]{12}");
  private static final Pattern PARAMETER = Pattern.compile("\\$(\\d+)");

  /** What pgbench would take for a variable, in a text of the SQL's own. */
  private static final Pattern COLON = Pattern.compile("(?<!:):\\w");

  private static final int MOST_CLIENTS = 100;

  /** How many ids and texts one transaction can make. */
  private static final int MADE_AT_MOST = 64;

  /** Ten hexadecimal digits: they fit a number, the shortest text there is. */
  private static final long TEXTS = 1L << 40;

  private final List<String> settings = new ArrayList<>();
  private final Map<String, String> constants = new LinkedHashMap<>();
  private final Map<String, Integer> made = new LinkedHashMap<>();

  public static void main(String[] args) throws IOException {
    List<String[]> first = read(args[0]);
    List<String[]> second = read(args[1]);
    PgbenchScript script = new PgbenchScript();
    script.settings.add("\\set n :n + 1");
    script.settings.add(
        "\\set r :base + (:n * " + MOST_CLIENTS + " + :client_id) * " + MADE_AT_MOST);
    script.settings.add("\\set f random(1, " + args[4] + ")");
    List<List<String>> trips = script.roundTrips(first, second);
    Files.write(Path.of(args[2]), lines(script.settings, trips));
    List<String> options = new ArrayList<>();
    script.constants.forEach((value, name) -> options.addAll(List.of("-D", name + "=" + value)));
    Files.write(Path.of(args[3]), options);
    System.out.println(trips.stream().mapToInt(List::size).sum() + " " + trips.size());
  }

  /** The notes without the questions whether a connection still lives. */
  private static List<String[]> read(String file) throws IOException {
    List<String[]> notes = new ArrayList<>();
    for (String line : Files.readAllLines(Path.of(file))) {
      String[] note = line.split("\t", -1);
      for (int i = 0; i < note.length; i++) {
        note[i] = note[i].equals("\\N") ? null : unescaped(note[i]);
      }
      if (note.length == 1 || !note[1].isEmpty()) {
        notes.add(note);
      }
    }
    return notes;
  }

  private static String unescaped(String text) {
    return Pattern.compile("\\\\(.)")
        .matcher(text)
        .replaceAll(
            m -> Matcher.quoteReplacement(m.group(1).replace('n', '\n').replace('t', '\t')));
  }

  private List<List<String>> roundTrips(List<String[]> first, List<String[]> second) {
    require(first.size() == second.size(), "the two requests took different ways");
    List<List<String>> trips = new ArrayList<>();
    List<String> trip = new ArrayList<>();
    for (int i = 0; i < first.size(); i++) {
      String[] note = second.get(i);
      if (!note[0].equals("sync")) {
        trip.add(statement(first.get(i), note));
      }
      // BEGIN is sent together with the first statement, without waiting for its answer.
      boolean waits =
          note[0].equals("sync") || (note[0].equals("query") && !note[1].equals("BEGIN"));
      if (waits && !trip.isEmpty()) {
        trips.add(trip);
        trip = new ArrayList<>();
      }
    }
    require(trip.isEmpty(), "the last statement was not waited for");
    return trips;
  }

  private String statement(String[] first, String[] second) {
    String sql = second[1];
    require(
        first.length == second.length && sql.equals(first[1]),
        "the two requests sent different SQL: " + sql);
    require(
        !COLON.matcher(sql).find(), "pgbench would take a colon in this for a variable: " + sql);
    return PARAMETER
        .matcher(sql)
        .replaceAll(
            m -> {
              int i = 2 * Integer.parseInt(m.group(1));
              return Matcher.quoteReplacement(parameter(second[i], first[i + 1], second[i + 1]));
            });
  }

  /** A parameter for pgbench, of the type that the service gives it. */
  private String parameter(String type, String first, String second) {
    require(!type.startsWith("<"), "a type without a name: " + type);
    String name = type.toLowerCase(Locale.ROOT).replaceFirst("_array$", "[]");
    String cast = name.equals("unspecified") ? "" : "::" + name;
    if (second == null) {
      return "null" + cast;
    }
    // pgbench refuses a variable without a value.
    if (second.isEmpty()) {
      return "''" + cast;
    }
    // The time of the second request will do for all; both are texts to the driver.
    boolean isTime = second.matches("\\d{4}-\\d\\d-\\d\\d[ T]\\d\\d:.*");
    if (second.equals(first) || isTime) {
      return ":" + constants.computeIfAbsent(second, v -> "c" + constants.size()) + cast;
    }
    require(first != null, "a value that only the second request has: " + second);
    return "(" + (UUID.matcher(second).find() ? ids(first, second) : text(second)) + ")" + cast;
  }

  /** A value with ids in it: alone or in an array. */
  private String ids(String first, String second) {
    List<String> before = UUID.matcher(first).results().map(MatchResult::group).toList();
    List<String> parts = new ArrayList<>();
    Matcher id = UUID.matcher(second);
    int end = 0;
    for (int i = 0; id.find(); i++) {
      require(i < before.size(), "more ids than the first time: " + second);
      parts.add(quoted(second.substring(end, id.start())));
      parts.add(id.group().equals(before.get(i)) ? quoted(id.group()) : id(id.group()));
      end = id.end();
    }
    parts.add(quoted(second.substring(end)));
    parts.removeIf("''"::equals);
    return String.join(" || ", parts);
  }

  private String id(String id) {
    Matcher ofAFarmer = OF_A_FARMER.matcher(id);
    return ofAFarmer.matches()
        ? quoted(ofAFarmer.group(1)) + " || lpad(to_hex(:f::bigint), 12, '0')"
        : "'00000000-0000-7000-8000-' || lpad(to_hex(:r::bigint + " + made(id) + "), 12, '0')";
  }

  /** A text unlike all others, in no order, as the numbers of the service are. */
  private String text(String text) {
    int number = made(text);
    String setting = "\\set t%d permute(:r + %d, %d)".formatted(number, number, TEXTS);
    if (!settings.contains(setting)) {
      settings.add(setting);
    }
    return "lpad(to_hex(:t" + number + "::bigint), 10, '0')";
  }

  private int made(String value) {
    int number = made.computeIfAbsent(value, v -> made.size());
    require(number < MADE_AT_MOST, "more than " + MADE_AT_MOST + " values are made");
    return number;
  }

  private static String quoted(String text) {
    return "'" + text.replace("'", "''") + "'";
  }

  private static List<String> lines(List<String> settings, List<List<String>> trips) {
    List<String> lines = new ArrayList<>(settings);
    for (List<String> trip : trips) {
      if (trip.size() > 1) {
        lines.add("\\startpipeline");
      }
      trip.forEach(statement -> lines.add(statement + ";"));
      if (trip.size() > 1) {
        lines.add("\\endpipeline");
      }
    }
    return lines;
  }

  private static void require(boolean condition, String otherwise) {
    if (!condition) {
      throw new IllegalStateException(otherwise);
    }
  }
}
