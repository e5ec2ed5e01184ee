package supplychain.verify;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.JsonNode;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TimeZone;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.io.IOUtils;
import org.apache.commons.io.function.Uncheck;
import org.jooq.DSLContext;
import supplychain.core.Json;
import supplychain.database.Batch;
import supplychain.database.Batch.Fetched;
import supplychain.database.SqlText;
import supplychain.validation.SpreadsheetTrace;

/**
 * The warnings about one kind of record: the queries of {@code warnings.sql} and {@code
 * farmer-warnings.sql}.
 */
public final class Warnings {
  private static final Map<String, Warnings> ALL = new LinkedHashMap<>();

  /** A line of a condition that excludes most records when every record is looked at. */
  private static final Pattern EVERY = Pattern.compile("(?m)^-- every: (.+)$");

  static {
    String[] parts =
        (file("warnings.sql") + "\n" + file("farmer-warnings.sql")).split("(?m)^-- kind: ", -1);
    for (String part : List.of(parts).subList(1, parts.length)) {
      for (String kind : firstLine(part).split(" ", -1)) {
        ALL.put(kind, ofKind(kind, part));
      }
    }
  }

  private static String file(String name) {
    return Uncheck.get(() -> IOUtils.resourceToString("/supplychain/verify/" + name, UTF_8));
  }

  /**
   * A time zone of Java in SQL. PostgreSQL knows the name, which the driver says at the start of
   * each session. Zones without a place have the other sign there, as in POSIX.
   */
  static String zone(TimeZone zone) {
    String name = zone.getID();
    return "'"
        + (name.startsWith("GMT-") ? name.replace('-', '+') : name.replace("GMT+", "GMT-"))
        + "'";
  }

  /** The records to look at, and what several queries need. */
  private final String shared;

  /** By the code of the warning. */
  private final Map<String, String> queries;

  private final SqlText ofIds;

  private Warnings(String shared, Map<String, String> queries) {
    this.shared = shared;
    this.queries = queries;
    ofIds = new SqlText(shared + String.join("union all\n", queries.values()));
  }

  private static Warnings ofKind(String kind, String text) {
    String table = kind.replaceFirst("s$", "").replace('-', '_');
    String[] parts =
        text.replace("TABLE", table)
            .replace("ZONE", zone(TimeZone.getDefault()))
            .replace("SPREADSHEET_TRACE", SpreadsheetTrace.POSIX)
            .split("(?m)^-- warning: ", -1);
    Map<String, String> queries = new LinkedHashMap<>();
    for (String part : List.of(parts).subList(1, parts.length)) {
      String[] name = firstLine(part).split(" of ", -1);
      if (name.length == 1 || name[1].equals(kind)) {
        String query = "select '%s', to_json(found)::text from (\n-- %s) found\n";
        queries.put(name[0], query.formatted(name[0], part));
      }
    }
    return new Warnings("-- " + parts[0], queries);
  }

  /** All except the warnings of this code. */
  public Warnings without(String code) {
    Map<String, String> some = new LinkedHashMap<>(queries);
    some.remove(code);
    return new Warnings(shared, some);
  }

  private static String firstLine(String text) {
    return text.lines().findFirst().orElseThrow();
  }

  /** The warnings about records of this kind, like {@code farmers}; none for most kinds. */
  public static Optional<Warnings> about(String kind) {
    return Optional.ofNullable(ALL.get(kind));
  }

  static Collection<Warnings> all() {
    return ALL.values();
  }

  /** For each code a query for the warnings about every record, in the order of their ids. */
  Map<String, String> ofEveryRecord() {
    // Reversals are looked up one by one for few records, and joined for all.
    String all =
        shared.replaceAll("\\(select id (.*) limit 1\\) is null", "not exists (select $1)");
    Map<String, String> every = new LinkedHashMap<>();
    queries.forEach(
        (code, query) -> {
          String some =
              EVERY.matcher(query).results().map(line -> line.group(1)).collect(joining(" "));
          String records = Matcher.quoteReplacement(some.isEmpty() ? "true" : some);
          // Materialized, so that PostgreSQL looks up nothing for a record that is excluded.
          String narrowed =
              some.isEmpty() ? all : all.replaceFirst(" as \\(", " as materialized (");
          every.put(
              code,
              narrowed.replaceAll("\\S+ = any\\(\\?\\)", records)
                  + query.replaceAll("bytes < \\d+", "true")
                  + "order by id");
        });
    return every;
  }

  /** The warnings about these records. */
  public List<Warning> of(DSLContext sql, Collection<UUID> ids) {
    return ids.isEmpty()
        ? List.of()
        : ofIds.list(sql, Warnings::row, (Object) ids.toArray(UUID[]::new));
  }

  /** Reads the warnings about records of this kind when the batch runs. */
  public static Fetched<Warning> add(Batch batch, String kind, Collection<UUID> ids) {
    return ids.isEmpty() || !ALL.containsKey(kind)
        ? Fetched.none()
        : batch.add(ALL.get(kind).ofIds, Warnings::row, (Object) ids.toArray(UUID[]::new));
  }

  private static Warning row(ResultSet row) throws SQLException {
    return read(row.getString(1), row.getString(2)).orElse(null);
  }

  /** The warning of a row; empty if its two shapes do not overlap. */
  static Optional<Warning> read(String code, String found) {
    JsonNode json = Json.trusted(found);
    String says = json.get("says").asText();
    Optional<String> detail =
        json.has("shapes")
            ? Overlap.of(json.at("/shapes/0"), json.at("/shapes/1")).map(overlap -> says + overlap)
            : Optional.of(says);
    return detail.map(
        text -> new Warning(code, text, id(json, "id"), id(json, "other"), id(json, "reader")));
  }

  private static UUID id(JsonNode found, String name) {
    return found.hasNonNull(name) ? UUID.fromString(found.get(name).asText()) : null;
  }
}
