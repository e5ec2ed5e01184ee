package supplychain.load;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jooq.Table;
import org.jooq.TableField;
import org.jooq.impl.DSL;
import supplychain.Installation;
import supplychain.database.Database;
import supplychain.schema.Public;

/** A database of a test's own, empty but for what comes with the installation. */
final class EmptyDatabase implements AutoCloseable {
  private static final int POOL_SIZE = 5;
  private static final Duration POOL_WAIT = Duration.ofSeconds(30);

  private final String schema = "load_" + UUID.randomUUID().toString().replace("-", "");
  private final Database database;

  EmptyDatabase() {
    Installation.shared().database().read(sql -> sql.createSchema(DSL.name(schema)).execute());
    database = Database.open(url(), user(), password(), POOL_SIZE, POOL_WAIT);
    database.migrate();
  }

  String url() {
    return Installation.shared().postgres().url() + "?currentSchema=" + schema;
  }

  String user() {
    return Installation.shared().postgres().user();
  }

  String password() {
    return Installation.shared().postgres().password();
  }

  Database database() {
    return database;
  }

  LoadReport load(String json) {
    return new Loader(database).load(source(json), Progress.NONE);
  }

  /** A document that stands in the test. */
  static LoadSource source(String json) {
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    return () -> new ByteArrayInputStream(bytes);
  }

  /** The refusal of a file that has mistakes. */
  LoadException refusal(String json) {
    return assertThrows(LoadException.class, () -> load(json));
  }

  /** The mistakes of a file, each as line, pointer and code. */
  List<String> mistakes(String json) {
    return refusal(json).mistakes().stream()
        .map(mistake -> mistake.line() + " " + mistake.pointer() + " " + mistake.code())
        .toList();
  }

  UUID id(LoadKind kind, String ref) {
    return new Loader(database).idOf(kind, ref).orElseThrow();
  }

  /** What stands in a column of the record that a ref names. */
  <T> T value(TableField<?, T> column, LoadKind kind, String ref) {
    Table<?> table = column.getTable();
    return database.read(
        sql ->
            sql.select(column)
                .from(table)
                .where(table.field("id", UUID.class).eq(id(kind, ref)))
                .fetchSingle(column));
  }

  /** Every row of every table. */
  Map<String, String> content() {
    return database.read(
        sql -> {
          Map<String, String> content = new TreeMap<>();
          for (Table<?> table : Public.PUBLIC.getTables()) {
            content.put(
                table.getName(), sql.selectFrom(table).orderBy(table.fields()).fetch().formatCSV());
          }
          return content;
        });
  }

  @Override
  public void close() {
    database.close();
    Installation.shared()
        .database()
        .read(sql -> sql.dropSchema(DSL.name(schema)).cascade().execute());
  }
}
