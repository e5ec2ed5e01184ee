package supplychain.history;

import static java.nio.charset.StandardCharsets.UTF_8;
import static supplychain.schema.Tables.*;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;
import org.apache.commons.io.function.Uncheck;
import org.jooq.DSLContext;
import supplychain.core.Failure;
import supplychain.core.Json;
import supplychain.core.Progress;
import supplychain.core.UnfinishedFile;
import supplychain.database.Author;
import supplychain.database.Database;
import supplychain.database.SqlFile;

/**
 * The oldest changes, which move from the database to a file. In the file, as in the output of the
 * command {@code history --json}, each line is a change, the newest first; gzip packs it.
 *
 * @param before no later change moves
 * @param end all changes of transactions before this one move
 * @param changes how many changes move
 */
public record HistoryArchive(OffsetDateTime before, long end, long changes) {
  private static final SqlFile SQL = SqlFile.beside(HistoryArchive.class, "history.sql");

  /** The changes in the database that are older than a moment. */
  public static HistoryArchive find(DSLContext sql, OffsetDateTime before) {
    return SQL.call("archivable")
        .set("before", before)
        .set("horizon", ChangeFeed.now(sql).horizon())
        .fetch(sql)
        .get(0)
        .into(HistoryArchive.class);
  }

  /** The files to which changes moved before, the last one first. */
  public static List<String> files(DSLContext sql) {
    return sql.select(HISTORY_ARCHIVE.FILE)
        .from(HISTORY_ARCHIVE)
        .orderBy(HISTORY_ARCHIVE.TRANSACTION.desc())
        .fetch(HISTORY_ARCHIVE.FILE);
  }

  /** Writes the changes, and closes the file. Returns this. */
  public HistoryArchive write(DSLContext sql, OutputStream file, Progress progress)
      throws IOException {
    long[] written = {0};
    try (Writer lines = new OutputStreamWriter(new GZIPOutputStream(file), UTF_8)) {
      HistoryQueries.each(
          sql,
          HISTORY.TRANSACTION.lt(end),
          change -> {
            Uncheck.run(() -> lines.append(change).append('\n'));
            progress.at("history", ++written[0], changes);
            return true;
          });
    }
    return this;
  }

  /** Deletes the changes, and notes the file in which they are now. */
  public void remove(Database database, Author author, Path file) {
    database.write(
        author,
        sql -> {
          Database.liftLimits(sql);
          sql.insertInto(HISTORY_ARCHIVE)
              .set(HISTORY_ARCHIVE.TRANSACTION, end)
              .set(HISTORY_ARCHIVE.BEFORE, before)
              .set(HISTORY_ARCHIVE.CHANGES, changes)
              .set(HISTORY_ARCHIVE.FILE, file.toString())
              .execute();
          return sql.deleteFrom(HISTORY).where(HISTORY.TRANSACTION.lt(end)).execute();
        });
  }

  /**
   * Shows changes in a file, newest first, until the receiver wants no more.
   *
   * @param taken receives each change as a JSON object, and returns whether it wants the next one
   * @throws Failure if the file is no archive, or its end is missing
   */
  public static void each(Path file, HistoryFilter wanted, Predicate<String> taken) {
    Set<String> withParts =
        wanted.record() == null ? Set.of() : withParts(file, Set.of(wanted.record().toString()));
    read(file, (line, change) -> !wanted.takes(change, withParts) || taken.test(line));
  }

  /** These records with all their parts. A pass through the file finds one level. */
  public static Set<String> withParts(Path file, Set<String> records) {
    Set<String> found = new HashSet<>(records);
    int before;
    do {
      before = found.size();
      read(
          file,
          (line, change) -> {
            if (found.contains(change.get("part_of").asText())) {
              found.add(change.get("record").asText());
            }
            return true;
          });
    } while (found.size() > before);
    return found;
  }

  /**
   * Writes a file again. It is complete at every moment.
   *
   * @param changed receives each change as a line and as JSON, and returns its new line
   * @throws Failure if the file is no archive, or its end is missing
   */
  public static void rewrite(Path file, BiFunction<String, JsonNode, String> changed)
      throws IOException {
    UnfinishedFile.write(
        file,
        out -> {
          try (Writer lines = new OutputStreamWriter(new GZIPOutputStream(out), UTF_8)) {
            read(
                file,
                (line, change) -> {
                  Uncheck.run(() -> lines.append(changed.apply(line, change)).append('\n'));
                  return true;
                });
          }
          return file;
        });
  }

  private static void read(Path file, BiPredicate<String, JsonNode> taken) {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), UTF_8))) {
      boolean isMore = true;
      for (String line = lines.readLine(); line != null && isMore; line = lines.readLine()) {
        JsonNode change = Json.MAPPER.readTree(line);
        if (!change.path("at").isTextual()) {
          throw damaged(file);
        }
        isMore = taken.test(line, change);
      }
    } catch (ZipException | EOFException | JsonProcessingException e) {
      throw damaged(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Failure damaged(Path file) {
    return Failure.of("The file " + file + " is not an archive of the history, or it is damaged.");
  }
}
