package supplychain.http;

import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.val;

import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import org.jooq.DSLContext;
import org.jooq.Record;
import org.jooq.Records;
import supplychain.database.Maintenance;
import supplychain.database.Maintenance.Done;
import supplychain.database.Maintenance.Task;

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

  /** The tables whose rows are counted. */
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

  private static final String DATABASE =
      """
      select (select version from flyway_schema_history
               where success and version is not null order by installed_rank desc limit 1),
             (select min(installed_on) at time zone 'UTC' from flyway_schema_history)
               at time zone 'UTC',
             pg_database_size(current_database())
      """;

  /** A crash resets PostgreSQL's counters of rows. Then its last estimate is used. */
  private static final String ROWS =
      """
      select c.relname::text,
             case when s.n_live_tup > 0 then s.n_live_tup else greatest(c.reltuples, 0)::bigint end
        from pg_class c join pg_stat_user_tables s on s.relid = c.oid
       where c.relnamespace = current_schema()::regnamespace
         and c.relname = any ({0})
       order by c.relname
      """;

  private static final String GROWTH =
      """
      select (pg_database_size(current_database()) - database_bytes)
               / (extract(epoch from now() - finished_on) / 86400)::float8
        from maintenance
       where finished_on between now() - interval '30 days' and now() - interval '1 day'
       order by finished_on
       limit 1
      """;

  private static final String EXPIRING =
      """
      select id::text, role, expires_on
        from token t
       where revoked_on is null and expires_on > now() and expires_on < now() + interval '14 days'
         and not exists (select from token n where n.replaces = t.id)
       order by expires_on
      """;

  private static final String RUNNING =
      """
      select coalesce(nullif(application_name, ''), 'a program without a name'),
             extract(epoch from now() - xact_start)::bigint
        from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()
         and xact_start < now() - interval '1 second'
       order by xact_start
      """;

  /** Reads the figures, without reading the tables of the records. */
  public static Figures read(DSLContext sql) {
    Record database = sql.fetchSingle(DATABASE);
    return new Figures(
        database.get(0, String.class),
        database.get(1, OffsetDateTime.class),
        sql.resultQuery(ROWS, val(TABLES.toArray(String[]::new)))
            .coerce(field("relname", String.class), field("rows", Long.class))
            .collect(Records.intoMap()),
        database.get(2, Long.class),
        sql.resultQuery(GROWTH).fetchOptional(0, Double.class).orElse(null),
        sql.resultQuery(EXPIRING).fetchInto(Expiring.class),
        sql.resultQuery(RUNNING).fetchInto(Running.class),
        Maintenance.last(sql));
  }
}
