package supplychain.verify;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TimeZone;
import java.util.UUID;
import java.util.function.Consumer;
import org.jooq.Cursor;
import org.jooq.DSLContext;
import org.jooq.Record;
import supplychain.core.Json;
import supplychain.database.Batch;
import supplychain.database.Batch.Fetched;
import supplychain.database.SqlFile;
import supplychain.validation.SpreadsheetTrace;

/** The warnings about records of a kind, which the queries of a file for the kind find. */
public final class Warnings {
  /** The kinds of records that can have warnings, each with its file. */
  static final Map<String, SqlFile> KINDS = new LinkedHashMap<>();

  static {
    for (String kind :
        List.of("product-transactions", "payment-transactions", "farmers", "plots")) {
      KINDS.put(kind, SqlFile.beside(Warnings.class, kind + ".sql"));
    }
  }

  private static final int CHECKED_TOGETHER = 1_000;

  /** The most bytes of plots that are compared after one write. */
  private static final long MOST_BYTES = 4_000_000;

  private Warnings() {}

  /** The warnings about records of a kind like {@code farmers}; none for most kinds. */
  public static List<Warning> of(DSLContext sql, String kind, Collection<UUID> ids) {
    return isEmpty(kind, ids) ? List.of() : fetch(sql, call(kind, ids, false));
  }

  /** The warnings about plots, without looking for plots that overlap. */
  public static List<Warning> ofPlotsAlone(DSLContext sql, Collection<UUID> ids) {
    return fetch(sql, call("plots", ids, false).set("most_bytes", 0L));
  }

  /** Reads the warnings about records of this kind when the batch runs. */
  public static Fetched<Warning> add(Batch batch, String kind, Collection<UUID> ids) {
    Overlap overlap = new Overlap();
    return isEmpty(kind, ids)
        ? Fetched.none()
        : call(kind, ids, false).add(batch, row -> read(row.getString(1), overlap).orElse(null));
  }

  /** Finds the warnings about all records of a kind. */
  static void check(DSLContext sql, String kind, Consumer<Warning> found) {
    try (Cursor<Record> ids = KINDS.get(kind).call("checked").fetchLazy(sql)) {
      while (ids.hasNext()) {
        List<UUID> some = ids.fetchNext(CHECKED_TOGETHER).getValues(0, UUID.class);
        Overlap overlap = new Overlap();
        try (Cursor<Record> rows = call(kind, some, true).fetchLazy(sql)) {
          rows.forEach(row -> read(row.get(0, String.class), overlap).ifPresent(found));
        }
      }
    }
  }

  private static boolean isEmpty(String kind, Collection<UUID> ids) {
    return ids.isEmpty() || !KINDS.containsKey(kind);
  }

  /**
   * The query for the warnings about records.
   *
   * @param isOfAll whether it is one of the queries for all records, which leave some warnings out
   */
  private static SqlFile.Call call(String kind, Collection<UUID> ids, boolean isOfAll) {
    SqlFile.Call call = KINDS.get(kind).call("warnings").set("ids", ids.toArray(UUID[]::new));
    return switch (kind) {
      case "plots" -> call.set("most_bytes", isOfAll ? Long.MAX_VALUE : MOST_BYTES);
      case "farmers" ->
          call.set("of_all", isOfAll).set("spreadsheet_trace", SpreadsheetTrace.POSIX);
      default -> call.set("of_all", isOfAll).set("zone", zone(TimeZone.getDefault()));
    };
  }

  private static List<Warning> fetch(DSLContext sql, SqlFile.Call call) {
    Overlap overlap = new Overlap();
    return call.fetch(sql).stream()
        .flatMap(row -> read(row.get(0, String.class), overlap).stream())
        .toList();
  }

  /**
   * The warning of a row; empty if its two shapes do not overlap, or its place is in the country.
   */
  private static Optional<Warning> read(String found, Overlap overlap) {
    JsonNode json = Json.trusted(found);
    UUID id = id(json, "id");
    UUID other = id(json, "other");
    String says = json.get("says").asText();
    Optional<String> detail = Optional.of(says);
    if (json.hasNonNull("shapes")) {
      JsonNode shapes = json.get("shapes");
      detail =
          overlap
              .of(id, shapes.get(0).asText(), other, shapes.get(1).asText())
              .map(words -> says + words);
    } else if (json.hasNonNull("country")) {
      JsonNode place = json.get("place");
      detail =
          Outlines.outside(
              json.get("country").asText(), place.get(0).asDouble(), place.get(1).asDouble());
    }
    String code = json.get("code").asText();
    return detail.map(text -> new Warning(code, text, id, other, id(json, "reader")));
  }

  private static UUID id(JsonNode found, String name) {
    return found.hasNonNull(name) ? UUID.fromString(found.get(name).asText()) : null;
  }

  /**
   * PostgreSQL's name of a time zone of Java, which the driver says at the start of each session.
   * Zones without a place have the other sign there, as in POSIX.
   */
  static String zone(TimeZone zone) {
    String name = zone.getID();
    return name.startsWith("GMT-") ? name.replace('-', '+') : name.replace("GMT+", "GMT-");
  }
}
