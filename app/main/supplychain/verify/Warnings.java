package supplychain.verify;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TimeZone;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jooq.Cursor;
import org.jooq.DSLContext;
import org.jooq.Record;
import supplychain.database.Batch;
import supplychain.database.Batch.Fetched;
import supplychain.database.SqlFile;
import supplychain.validation.Body;
import supplychain.validation.SpreadsheetTrace;

/** The warnings about records of a kind, which the queries of a file for the kind find. */
public final class Warnings {
  private static final String PLOTS = "plots";

  /** The kinds of records that can have warnings, each with its file. */
  static final Map<String, SqlFile> KINDS = new LinkedHashMap<>();

  static {
    for (String kind : List.of("product-transactions", "payment-transactions", "farmers", PLOTS)) {
      KINDS.put(kind, SqlFile.beside(Warnings.class, kind + ".sql"));
    }
  }

  /** The query for warnings that any record can have at once. */
  private static final String QUERY = "warnings";

  /** Begins the name of a query that runs only for bodies with a field, or with one of several. */
  private static final String WITH_FIELD = "warnings with ";

  /** The query for texts that a spreadsheet wrote. */
  private static final String WITH_SPREADSHEET_TEXT = WITH_FIELD + "spreadsheet text";

  /** The query for warnings that a record can have only after its creation. */
  private static final String LATER = "warnings later";

  /**
   * The queries for warnings that a new or changed record can have at once, by kind, each with the
   * fields of a body that can be the reason; no field if any body can be.
   */
  private static final Map<String, Map<String, List<String>>> AT_ONCE = new HashMap<>();

  static {
    for (String kind : KINDS.keySet()) {
      Map<String, List<String>> fields = new LinkedHashMap<>();
      queries(kind)
          .filter(query -> !query.equals(LATER))
          .forEach(query -> fields.put(query, fieldsOf(query)));
      AT_ONCE.put(kind, fields);
    }
  }

  private static final int CHECKED_TOGETHER = 1_000;

  /** The most bytes of plots that are compared after one write. */
  private static final long MOST_BYTES = 4_000_000;

  private Warnings() {}

  /** The warnings about records of a kind like {@code farmers}; none for most kinds. */
  public static List<Warning> of(DSLContext sql, String kind, Collection<UUID> ids) {
    return ids.isEmpty()
        ? List.of()
        : queries(kind)
            .flatMap(query -> fetch(sql, kind, call(kind, query, ids, false)).stream())
            .toList();
  }

  /** The warnings about plots, without looking for plots that overlap. */
  public static List<Warning> ofPlotsAlone(DSLContext sql, Collection<UUID> ids) {
    return fetch(sql, PLOTS, call(PLOTS, QUERY, ids, false).set("most_bytes", 0L));
  }

  /**
   * Reads the warnings about records that the batch writes. They can be read after it has run.
   *
   * @param records the records by the bodies that create or change them: a query is only about
   *     those with a body that can be the reason for its warning
   */
  public static Supplier<List<Warning>> add(Batch batch, String kind, Map<Body, UUID> records) {
    Overlap overlap = new Overlap();
    List<Fetched<Warning>> found = new ArrayList<>();
    AT_ONCE
        .getOrDefault(kind, Map.of())
        .forEach(
            (query, fields) -> {
              List<UUID> ids = new ArrayList<>();
              records.forEach(
                  (body, id) -> {
                    if (concerns(query, fields, body)) {
                      ids.add(id);
                    }
                  });
              if (!ids.isEmpty()) {
                found.add(
                    call(kind, query, ids, false).add(batch, row -> read(kind, row, overlap)));
              }
            });
    return () -> found.stream().flatMap(one -> one.list().stream()).toList();
  }

  private static List<String> fieldsOf(String query) {
    return query.startsWith(WITH_FIELD)
        ? List.of(query.substring(WITH_FIELD.length()).split(" or "))
        : List.of();
  }

  /** Whether a query can find something about the record of this body. */
  private static boolean concerns(String query, List<String> fields, Body body) {
    return query.equals(WITH_SPREADSHEET_TEXT)
        ? SpreadsheetTrace.isIn(body.tree())
        : fields.isEmpty() || fields.stream().anyMatch(body::mayWarnOf);
  }

  /** Finds the warnings about all records of a kind. */
  static void check(DSLContext sql, String kind, Consumer<Warning> found) {
    try (Cursor<Record> ids = KINDS.get(kind).call("checked").fetchLazy(sql)) {
      while (ids.hasNext()) {
        List<UUID> some = ids.fetchNext(CHECKED_TOGETHER).getValues(0, UUID.class);
        for (String query : AT_ONCE.get(kind).keySet()) {
          Overlap overlap = new Overlap();
          call(kind, query, some, true).each(sql, row -> read(kind, row, overlap), found);
        }
      }
    }
  }

  private static Stream<String> queries(String kind) {
    return Optional.ofNullable(KINDS.get(kind)).stream()
        .flatMap(file -> file.names().stream())
        .filter(name -> name.startsWith(QUERY));
  }

  /** A query for warnings about records; one of all records leaves some warnings out. */
  private static SqlFile.Call call(
      String kind, String query, Collection<UUID> ids, boolean isOfAll) {
    Map<String, Object> values = new HashMap<>();
    values.put("ids", ids.toArray(UUID[]::new));
    values.put("of_all", isOfAll);
    values.put("zone", zone(TimeZone.getDefault()));
    values.put("most_bytes", isOfAll ? Long.MAX_VALUE : MOST_BYTES);
    values.put("spreadsheet_trace", SpreadsheetTrace.POSIX);
    SqlFile.Call call = KINDS.get(kind).call(query);
    KINDS.get(kind).parameters(query).forEach(name -> call.set(name, values.get(name)));
    return call;
  }

  /** Reads few rows at a time: those of premiums and of plots can be long. */
  private static List<Warning> fetch(DSLContext sql, String kind, SqlFile.Call call) {
    Overlap overlap = new Overlap();
    List<Warning> found = new ArrayList<>();
    call.each(sql, row -> read(kind, row, overlap), found::add);
    return found;
  }

  /** The warning of a row; null if its plots, its place or its amount turn out to be right. */
  private static Warning read(String kind, ResultSet row, Overlap overlap) throws SQLException {
    String code = row.getString("code");
    UUID id = SqlFile.uuid(row, "id");
    UUID other = SqlFile.uuid(row, "other");
    UUID reader = SqlFile.uuid(row, "reader");
    Optional<String> detail = Optional.of(row.getString("says"));
    if (kind.equals(PLOTS)) {
      detail = ofPlot(row, overlap, id, other, detail.get());
    } else if (code.equals("premium_amount")) {
      detail = ofPremium(row, detail.get());
    }
    return detail.map(text -> new Warning(code, text, id, other, reader)).orElse(null);
  }

  private static Optional<String> ofPremium(ResultSet row, String says) throws SQLException {
    return PremiumRule.instead(row.getString("calculation"))
        .map(given -> says + given.stripTrailingZeros().toPlainString() + ".");
  }

  private static Optional<String> ofPlot(
      ResultSet row, Overlap overlap, UUID id, UUID other, String says) throws SQLException {
    String country = row.getString("country");
    String one = row.getString("shape");
    if (one != null) {
      return overlap.of(id, one, other, row.getString("other_shape")).map(words -> says + words);
    }
    return country == null
        ? Optional.of(says)
        : Outlines.outside(country, row.getDouble("longitude"), row.getDouble("latitude"));
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
