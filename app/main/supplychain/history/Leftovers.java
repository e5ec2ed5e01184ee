package supplychain.history;

import static org.jooq.impl.DSL.val;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jooq.DSLContext;
import supplychain.core.Failure;
import supplychain.core.Json;
import supplychain.database.Author;
import supplychain.database.Database;

/** The data that erasures leave: files of old changes, plots under law, and PostgreSQL's files. */
public final class Leftovers {
  /** PostgreSQL keeps the old rows of these tables in its files until it rewrites them. */
  static final List<String> TABLES =
      List.of(
          "history", "farmer", "card", "plot", "submission_value", "idempotency_key", "load_ref");

  private Leftovers() {}

  /** Erases what can be erased now. Returns the files that could not be rewritten, with reasons. */
  public static List<String> erase(Database database, Author author) {
    database.write(author, sql -> sql.fetch("select erase_due()"));
    List<String> files =
        database.read(
            sql ->
                sql.fetch("select distinct unnest(archives) from erasure")
                    .getValues(0, String.class));
    List<String> failed = new ArrayList<>();
    for (String file : files) {
      try {
        eraseFrom(database, author, Path.of(file));
      } catch (Failure | IOException | UncheckedIOException e) {
        failed.add(file + ": " + e.getMessage());
      }
    }
    return failed;
  }

  /** Erases all erased farmers from an archive, which may have moved since it was written. */
  public static void eraseFrom(Database database, Author author, Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw Failure.of("The file is not there.");
    }
    String[] erased = (String[]) database.read(sql -> sql.fetchValue("select erased_records()"));
    Set<String> records = HistoryArchive.withParts(file, Set.of(erased));
    database.write(
        author,
        sql -> sql.fetch("select erase_forms_of({0})", val(records.toArray(String[]::new))));
    HistoryArchive.rewrite(
        file,
        (line, change) ->
            records.contains(change.get("record").asText())
                ? database.read(sql -> redacted(sql, (ObjectNode) change))
                : line);
    database.write(
        author,
        sql -> sql.fetch("select archive_done({0}, {1})", val(file.toString()), val(erased)));
  }

  /**
   * Rewrites the tables, and the log of PostgreSQL if the database user may.
   *
   * @return whether the old log is gone; otherwise it goes with the next checkpoint
   */
  public static boolean compact(Database database) {
    database.read(
        sql -> sql.fetch("select forget_samples({0})", val(TABLES.toArray(String[]::new))));
    database.maintain("vacuum (full, analyze) " + String.join(", ", TABLES));
    database.maintain("vacuum full pg_statistic");
    boolean mayWriteOut = (Boolean) database.read(sql -> sql.fetchValue("select fill_log()"));
    if (mayWriteOut) {
      database.maintain("checkpoint");
    }
    return mayWriteOut;
  }

  private static String redacted(DSLContext sql, ObjectNode change) {
    for (String values : List.of("before", "after")) {
      if (change.get(values).isObject()) {
        String kind = change.get("kind").asText();
        String text = change.get(values).toString();
        Object redacted = sql.fetchValue("select redacted({0}, {1}::jsonb)::text", kind, text);
        change.<JsonNode>set(values, Json.trusted(redacted.toString()));
      }
    }
    return change.toString();
  }
}
