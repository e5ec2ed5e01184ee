package supplychain.http;

import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jooq.DSLContext;
import org.jooq.Record;
import supplychain.database.Maintenance;
import supplychain.database.Maintenance.Done;
import supplychain.database.Maintenance.Task;
import supplychain.database.SqlFile;

/**
 * The state of the records in figures, without any text of a record. The only ids are of tokens.
 *
 * @param schema the version of the schema
 * @param installed when the database got its schema
 * @param rows about how many rows the table of each kind of record has, as PostgreSQL estimates it
 * @param bytes the size of the database
 * @param bytesADay the growth a day since the first backup or verify of the last 30 days; null
 *     without one that is a day old
 * @param expiring the tokens that expire within 14 days and are not yet rotated
 * @param running the statements that run for longer than a second, by program, without their text
 * @param last the last end of each task that was ever done
 */
public record Figures(
    String schema,
    OffsetDateTime installed,
    Map<String, Long> rows,
    long bytes,
    Double bytesADay,
    List<Expiring> expiring,
    List<Running> running,
    Map<Task, Done> last) {
  /** A token that expires soon. */
  public record Expiring(String id, String role, OffsetDateTime expires) {}

  /** A statement that runs for long. */
  public record Running(String program, long seconds) {}

  private static final SqlFile SQL = SqlFile.beside(Figures.class, "figures.sql");

  static final List<String> TABLES =
      List.of(
          "farmer",
          "company",
          "plot",
          "card",
          "product",
          "form",
          "submission",
          "product_transaction",
          "payment_transaction",
          "token",
          "history");

  /** Reads the figures, without reading the tables of the records. */
  public static Figures read(DSLContext sql) {
    Map<String, Long> rows = new LinkedHashMap<>();
    SQL.call("rows")
        .set("tables", TABLES.toArray(String[]::new))
        .fetch(sql)
        .forEach(row -> rows.put(row.get("table", String.class), row.get("rows", Long.class)));
    Record database = SQL.call("database").fetch(sql).get(0);
    return new Figures(
        database.get("version", String.class),
        database.get("installed", OffsetDateTime.class),
        rows,
        database.get("bytes", Long.class),
        SQL.call("growth").fetch(sql).map(row -> row.get(0, Double.class)).stream()
            .findFirst()
            .orElse(null),
        SQL.call("expiring").fetch(sql).into(Expiring.class),
        SQL.call("running").fetch(sql).into(Running.class),
        Maintenance.last(sql));
  }
}
