package supplychain.backup;

import static org.jooq.impl.DSL.name;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jooq.DSLContext;
import org.jooq.impl.DSL;
import supplychain.Client;
import supplychain.Installation;
import supplychain.OwnService;
import supplychain.World;
import supplychain.cli.CommandRun;
import supplychain.core.Progress;
import supplychain.core.Role;
import supplychain.database.Database;
import supplychain.ingest.Demo;

/** A schema of its own in the tests' PostgreSQL, for one installation. It is empty at first. */
public final class Room implements AutoCloseable {
  /** The definitions of everything in the schema. */
  private static final String SHAPE =
      """
      select concat_ws(' ', 'column', attrelid::regclass, attnum, attname,
                       format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated,
                       pg_get_expr(adbin, adrelid), col_description(attrelid, attnum))
      from pg_attribute
      join pg_class on pg_class.oid = attrelid and relkind in ('r', 'v')
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where relnamespace = current_schema()::regnamespace and attnum > 0
      union all
      select concat_ws(' ', 'constraint', conrelid::regclass, conname, convalidated,
                       pg_get_constraintdef(oid))
      from pg_constraint
      where connamespace = current_schema()::regnamespace
      union all
      select concat_ws(' ', 'index', indexdef) from pg_indexes where schemaname = current_schema()
      union all
      select concat_ws(' ', 'statistics', attrelid::regclass, attnum, attstattarget)
      from pg_attribute
      join pg_class on pg_class.oid = attrelid
      where relnamespace = current_schema()::regnamespace and attstattarget >= 0
      union all
      select concat_ws(' ', 'trigger', tgenabled, pg_get_triggerdef(pg_trigger.oid))
      from pg_trigger
      join pg_class on pg_class.oid = tgrelid
      where relnamespace = current_schema()::regnamespace and not tgisinternal
      union all
      select concat_ws(' ', 'routine', pg_get_functiondef(oid))
      from pg_proc
      where pronamespace = current_schema()::regnamespace
      union all
      select concat_ws(' ', 'table', relkind, relname, obj_description(oid))
      from pg_class
      where relnamespace = current_schema()::regnamespace
      order by 1
      """;

  private static final String CONTENT =
      "select concat_ws(' ', count(*), sum(hashtextextended(t::text, 0))) from {0} t";

  private final String schema = "room_" + World.unique(8);
  private final Database shared = Installation.shared().database();
  private final Database database = shared.inSchema(schema);
  private OwnService service;

  /** An empty schema. */
  public Room() {
    shared.write(World.AUTHOR, sql -> sql.createSchema(name(schema)).execute());
  }

  /** A schema with the records of the demo. */
  public static Room ofDemo() {
    Room room = new Room();
    room.database.schema().migrate();
    new Demo(room.database).load(Progress.NONE);
    return room;
  }

  public Database database() {
    return database;
  }

  public CommandRun run(String... arguments) {
    return CommandRun.with(settings(), arguments);
  }

  /** The settings with which a command finds this schema. */
  public Map<String, String> settings() {
    Map<String, String> settings = CommandRun.shared();
    settings.put("SUPPLY_CHAIN_DB_URL", url());
    return settings;
  }

  public String url() {
    return Installation.shared().postgres().url() + "?currentSchema=" + schema;
  }

  /** Writes into this schema, past the service. */
  public void write(String sql, Object... values) {
    database.write(World.AUTHOR, dsl -> dsl.execute(sql, values));
  }

  /** The only value that a query finds in this schema. */
  public Object value(String sql, Object... values) {
    return database.read(dsl -> dsl.fetchValue(sql, values));
  }

  /** A new token for the company with this id. */
  public String token(String company, Role role) {
    return new World(database).token(UUID.fromString(company), role);
  }

  /** A client of a service that runs on this schema. */
  public Client client(String token) {
    if (service == null) {
      service = OwnService.on(database);
    }
    return service.client(token);
  }

  /** Backs up this schema into a file. */
  public Path backUp(Path file) {
    CommandRun backup = run("backup", file.toString());
    if (backup.exitCode() != 0) {
      throw new AssertionError(backup.err());
    }
    return file;
  }

  /** Adds random rows: compression cannot make their backup small. */
  public void addNoise(String kind, int rows) {
    write(
        "insert into load_ref select ?, md5(random()::text) || n, gen_random_uuid()"
            + " from generate_series(1, ?) n",
        kind,
        rows);
  }

  /** The names of the tables. */
  public List<String> tables() {
    return database.read(Catalogue::tables);
  }

  /** The row count and a checksum of each table. */
  public Map<String, String> content() {
    Map<String, String> content = database.read(Room::content);
    // A backup is noted after its end.
    content.remove("maintenance");
    return content;
  }

  /** The same of the schema of this connection, with the notes of backups. */
  static Map<String, String> content(DSLContext sql) {
    Map<String, String> content = new TreeMap<>();
    for (String table : Catalogue.tables(sql)) {
      content.put(table, sql.fetchSingle(CONTENT, name(table)).get(0, String.class));
    }
    // A restore gives the feed another installation id.
    content.remove("change_feed");
    return content;
  }

  /**
   * The definitions of all columns, constraints, indexes, triggers and routines, and all comments.
   */
  public List<String> shape() {
    return database.read(
        sql ->
            sql.fetch(SHAPE).stream()
                .map(row -> row.get(0, String.class).replace(schema, "SCHEMA"))
                .toList());
  }

  /** Drops everything in the schema. */
  public void clear() {
    shared.write(
        World.AUTHOR,
        sql -> {
          sql.dropSchema(name(schema)).cascade().execute();
          return sql.createSchema(name(schema)).execute();
        });
  }

  /** Whether a restore left its temporary schema behind. */
  public static boolean isTemporarySchemaLeft() {
    return World.read(
        sql ->
            sql.fetchExists(
                DSL.table("pg_namespace"),
                DSL.field("nspname", String.class).eq(Restoration.BUILDING)));
  }

  @Override
  public void close() {
    if (service != null) {
      service.close();
    }
    database.close();
    shared.write(World.AUTHOR, sql -> sql.dropSchemaIfExists(name(schema)).cascade().execute());
  }
}
