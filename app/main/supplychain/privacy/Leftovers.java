package supplychain.privacy;

import static org.jooq.impl.DSL.*;
import static supplychain.schema.Tables.*;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jooq.DSLContext;
import org.jooq.Record;
import supplychain.core.Failure;
import supplychain.core.Json;
import supplychain.database.Author;
import supplychain.database.Database;
import supplychain.history.HistoryArchive;

/** What erasures left: files of old changes, and plots until the law no longer requires them. */
public final class Leftovers {
  /** The farmers and those of their cards that nobody else held. */
  private static final String RECORDS =
      """
      select unnest({0}) as id
       union
      select card
        from entity_card own
       where entity = any ({0})
         and not exists (select from entity_card other
                          where other.card = own.card and other.entity <> own.entity)
      """;

  /** Forms that the farmers left behind, as only the file tells. */
  private static final String FORMS =
      """
      select erase_forms(array(
        select id
          from submission
         where id = any ({0})
           and product_transaction is null
           and exists (select from submission_value where submission = submission.id)))
      """;

  private static final String REDACTED =
      "select redacted({0}, cast({1} as jsonb))::text, redacted({0}, cast({2} as jsonb))::text";

  private Leftovers() {}

  /** Erases what can be erased now. Returns the files that could not be rewritten, with reasons. */
  public static List<String> erase(Database database, Author author) {
    database.write(
        author,
        sql ->
            sql.execute(
                """
                update erasure set plots_until = erase_plots(farmer)
                 where plots_until < current_date
                   and exists (select from plot where plot.farmer = erasure.farmer)
                """));
    Map<String, List<UUID>> pending =
        database.read(
            sql ->
                sql.fetch("select unnest(archives) as file, farmer from erasure order by 1, id")
                    .intoGroups(row -> row.get(0, String.class), row -> row.get(1, UUID.class)));
    List<String> failed = new ArrayList<>();
    pending.forEach(
        (file, farmers) -> {
          try {
            rewrite(database, author, Path.of(file), farmers);
            forget(database, author, file);
          } catch (Failure | IOException | UncheckedIOException e) {
            failed.add(e instanceof Failure ? e.getMessage() : file + ": " + e);
          }
        });
    return failed;
  }

  /** Erases all erased farmers from an archive that is no longer where the database has it. */
  public static void eraseFrom(Database database, Author author, Path file) throws IOException {
    List<UUID> farmers =
        database.read(
            sql -> sql.selectDistinct(ERASURE.FARMER).from(ERASURE).fetch(ERASURE.FARMER));
    rewrite(database, author, file, farmers);
    List<String> known = database.read(HistoryArchive::files);
    known.stream()
        .filter(noted -> Path.of(noted).endsWith(file.getFileName()))
        .forEach(noted -> forget(database, author, noted));
  }

  private static void forget(Database database, Author author, String file) {
    database.write(
        author,
        sql ->
            sql.execute(
                "update erasure set archives = array_remove(archives, {0})"
                    + " where {0} = any (archives)",
                val(file)));
  }

  private static void rewrite(Database database, Author author, Path file, List<UUID> farmers)
      throws IOException {
    if (!Files.isRegularFile(file)) {
      throw Failure.of("There is no file " + file + ".");
    }
    UUID[] erased = farmers.toArray(UUID[]::new);
    Set<String> records =
        new HashSet<>(
            database.read(sql -> sql.fetch(RECORDS, val(erased)).getValues(0, String.class)));
    Set<String> all = HistoryArchive.withParts(file, records);
    UUID[] ids = all.stream().map(UUID::fromString).toArray(UUID[]::new);
    database.write(author, sql -> sql.fetch(FORMS, val(ids)));
    database.read(
        sql -> {
          try {
            HistoryArchive.rewrite(
                file,
                (line, change) ->
                    all.contains(change.get("record").asText())
                        ? redacted(sql, (ObjectNode) change)
                        : line);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
          return file;
        });
  }

  private static String redacted(DSLContext sql, ObjectNode change) {
    Record row =
        sql.fetchSingle(
            REDACTED,
            val(change.get("kind").asText()),
            val(text(change.get("before"))),
            val(text(change.get("after"))));
    return change
        .<ObjectNode>set("before", json(row.get(0, String.class)))
        .<ObjectNode>set("after", json(row.get(1, String.class)))
        .toString();
  }

  private static String text(JsonNode values) {
    return values.isNull() ? null : values.toString();
  }

  private static JsonNode json(String values) {
    return values == null ? null : Json.trusted(values);
  }
}
