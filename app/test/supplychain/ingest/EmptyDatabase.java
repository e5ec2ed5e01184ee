package supplychain.ingest;

import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.*;
import static supplychain.schema.Tables.*;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.apache.commons.io.function.IOSupplier;
import org.jooq.Table;
import org.jooq.TableField;
import supplychain.Records;
import supplychain.World;
import supplychain.backup.Room;
import supplychain.core.Caller;
import supplychain.core.Problem;
import supplychain.core.Progress;
import supplychain.database.Database;
import supplychain.schema.Public;

/** A database for the tests of loading, with only the rows of a new installation. */
final class EmptyDatabase {
  private static final Pattern LINE = Pattern.compile("^/([0-9]+)");
  private static final Set<Table<?>> KEPT = Set.of(CURRENCY, APP_USER, CHANGE_FEED);
  private static final Room ROOM = new Room();
  private static final Database DATABASE = ROOM.database();

  /** Deletes what the previous test loaded, with all triggers of the project disabled. */
  EmptyDatabase() {
    DATABASE.schema().migrate();
    DATABASE.write(
        World.AUTHOR,
        sql -> {
          sql.execute(each("alter table %s disable trigger user", "; ", table -> true));
          sql.execute("truncate " + each("%s", ", ", table -> !KEPT.contains(table)));
          sql.deleteFrom(APP_USER).where(APP_USER.ID.ne(Caller.SYSTEM)).execute();
          return sql.execute(each("alter table %s enable trigger user", "; ", table -> true));
        });
  }

  private static String each(String form, String separator, Predicate<Table<?>> which) {
    return Public.PUBLIC
        .tableStream()
        .filter(which)
        .map(table -> form.replace("%s", table.getName()))
        .collect(joining(separator));
  }

  Database database() {
    return DATABASE;
  }

  /** Where commands and clients find it. */
  Room room() {
    return ROOM;
  }

  Map<String, Loader.Count> load(String json) {
    return Loader.load(DATABASE, World.AUTHOR, false, source(json), Progress.NONE).counts();
  }

  /** Whether a load recorded nothing. */
  static boolean changedNothing(Map<String, Loader.Count> loaded) {
    return loaded.values().stream().allMatch(count -> count.recorded() == 0);
  }

  /** A file with this text. */
  static IOSupplier<InputStream> source(String json) {
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    return () -> new ByteArrayInputStream(bytes);
  }

  /** The error that a file with mistakes gets. */
  Problem refusal(String json) {
    return assertThrows(Problem.class, () -> load(json));
  }

  /** Each mistake of a file, as line, pointer and code. */
  List<String> mistakes(String json) {
    return refusal(json).findings().stream()
        .map(one -> LINE.matcher(one.pointer()).replaceFirst("$1 ") + " " + one.code())
        .toList();
  }

  UUID id(String kind, String ref) {
    return Loader.idOf(DATABASE, kind, ref).orElseThrow();
  }

  /** The value of a column in the record with this ref. */
  <T> T value(TableField<?, T> column, String kind, String ref) {
    Table<?> table = column.getTable();
    return DATABASE.read(
        sql ->
            sql.select(column)
                .from(table)
                .where(table.field("id", UUID.class).eq(id(kind, ref)))
                .fetchSingle(column));
  }

  /** The content of each table. */
  Map<String, Records.Content> content() {
    return Records.content(DATABASE);
  }
}
