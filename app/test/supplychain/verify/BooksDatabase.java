package supplychain.verify;

import static java.util.stream.Collectors.joining;
import static supplychain.schema.Tables.*;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.commons.lang3.ArrayUtils;
import org.jooq.DSLContext;
import org.jooq.Record;
import org.jooq.Table;
import org.jooq.impl.DSL;
import supplychain.Installation;
import supplychain.World;
import supplychain.cli.CommandRun;
import supplychain.core.Progress;
import supplychain.database.Database;
import supplychain.ingest.Loader;
import supplychain.schema.Public;

/** A database that lets everything happen to it: its constraints and triggers are dropped. */
final class BooksDatabase {
  private static final int POOL_SIZE = 4;
  private static final Duration POOL_WAIT = Duration.ofSeconds(30);
  private static final String SCHEMA = "books_test";
  private static final Set<Table<?>> KEPT = Set.of(CURRENCY, APP_USER);

  /** All that a test names: refs of the loaded records, and what belongs to them. */
  private static final String NAMES =
      """
      select ref as name, id from load_ref
      union all
      select ref || '-payment', payment.id
        from load_ref join payment_transaction payment on payment.transaction = load_ref.id
      union all
      select ref || '-submission', submission.id
        from load_ref join submission on load_ref.id in (product_transaction, farmer)
      union all
      select ref || '-' || key, form_field.id
        from load_ref join form_field on form = load_ref.id
      union all
      select ref || '-card', entity_card.id
        from load_ref join entity_card on entity = load_ref.id
      union all
      select 'system', id from app_user
      union all
      select name, id::uuid from (values
        ('one', '00000000-0000-7000-8000-000000000001'),
        ('two', '00000000-0000-7000-8000-000000000002'),
        ('twin', 'ffffffff-0000-7000-8000-000000000001')) new (name, id)""";

  private static final Map<String, String> NAMED = new HashMap<>();
  private static final Database DATABASE = open();

  private BooksDatabase() {}

  /** The records of books.json, whatever the last test did to them. */
  static BooksDatabase ofFile() {
    run("delete from %1$s; insert into %1$s overriding system value table loaded_%1$s");
    return new BooksDatabase();
  }

  /** No records. */
  static BooksDatabase empty() {
    run("delete from %1$s");
    return new BooksDatabase();
  }

  private static void run(String each) {
    String all =
        Public.PUBLIC
            .tableStream()
            .filter(table -> !KEPT.contains(table))
            .map(table -> each.formatted(table.getName()))
            .collect(joining("; "));
    DATABASE.write(World.AUTHOR, sql -> sql.execute(all));
  }

  /** A file beside this class. */
  static String file(String name) {
    return World.fileBeside(BooksDatabase.class, name);
  }

  private static Database open() {
    World.read(sql -> sql.createSchema(DSL.name(SCHEMA)).execute());
    Database database = Installation.shared().open(url(), POOL_SIZE, POOL_WAIT);
    database.schema().migrate();
    database.write(World.AUTHOR, BooksDatabase::dropGuards);
    NAMED.put("day", WarningScene.DAY.toString());
    NAMED.put("next day", WarningScene.NEXT_DAY.toString());
    byte[] records = World.filled(file("books.json"), NAMED).getBytes(StandardCharsets.UTF_8);
    Loader.load(
        database, World.AUTHOR, false, () -> new ByteArrayInputStream(records), Progress.NONE);
    for (Record row : database.read(sql -> sql.fetch(NAMES))) {
      NAMED.put(row.get("name", String.class), row.get("id", String.class));
    }
    Public.PUBLIC
        .tableStream()
        .map(table -> "create table loaded_%1$s as table %1$s".formatted(table.getName()))
        .forEach(copy -> database.write(World.AUTHOR, sql -> sql.execute(copy)));
    return database;
  }

  private static int dropGuards(DSLContext sql) {
    List<String> drops =
        sql.fetch(
                """
                select format('alter table %s drop constraint %I', conrelid::regclass, conname)
                  from pg_constraint
                 where connamespace = current_schema()::regnamespace
                   and (contype in ('f', 'c') or conname like 'reversal\\_%\\_key')
                   and conrelid <> 0
                union all
                select format('alter domain %s drop constraint %I', contypid::regtype, conname)
                  from pg_constraint
                 where connamespace = current_schema()::regnamespace and contypid <> 0
                union all
                select format('drop trigger %I on %s', tgname, tgrelid::regclass)
                  from pg_trigger
                  join pg_class on pg_class.oid = tgrelid
                 where relnamespace = current_schema()::regnamespace and not tgisinternal
                   and tgname not like 'document%'
                union all
                select 'drop index entity_card_one_entity_a_card, entity_card_one_card_an_entity'""")
            .map(row -> row.get(0, String.class));
    drops.forEach(sql::execute);
    return drops.size();
  }

  private static String url() {
    return Installation.shared().postgres().url() + "?currentSchema=" + SCHEMA;
  }

  Database database() {
    return DATABASE;
  }

  /** Does to the records what nothing in the service would do; {@code <names>} are filled in. */
  void damage(String sql) {
    String quoted = filled(sql.replaceAll("<[a-z-]+>", "'$0'"));
    DATABASE.write(World.AUTHOR, context -> context.execute(quoted));
  }

  /** The text with each {@code <name>} replaced by the id of what is called so. */
  String filled(String text) {
    return World.filled(text, NAMED);
  }

  /** Looks at its books from the command line. */
  CommandRun verify(String... options) {
    Map<String, String> settings = CommandRun.shared();
    settings.put("SUPPLY_CHAIN_DB_URL", url());
    return CommandRun.with(settings, ArrayUtils.addFirst(options, "verify"));
  }
}
