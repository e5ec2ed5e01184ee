package supplychain.ingest;

import static supplychain.schema.Tables.LOAD_REF;

import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import supplychain.database.Author;
import supplychain.database.Database;

/**
 * Loads records from JSON documents: an object with an array for each {@link IngestKind}, whose
 * records name each other by their refs. All of a document is recorded, or nothing.
 */
public final class Loader {
  /** Is told how far a load is. */
  @FunctionalInterface
  public interface Progress {
    /** Shows nothing. */
    Progress NONE = (kind, done, total) -> {};

    /**
     * Called when the first record of a kind is read, and again and again until its last.
     *
     * @param kind the title of the kind that is being recorded
     * @param done how many records of the document are done, of all kinds
     * @param total how many records the document has
     */
    void at(String kind, long done, long total);
  }

  /**
   * What a load did.
   *
   * @param counts for each kind in the document, by title, in the order in which they are recorded
   */
  public record Report(Map<String, Count> counts) {
    /** Whether everything was there already. */
    public boolean changedNothing() {
      return counts.values().stream().allMatch(count -> count.recorded() == 0);
    }
  }

  /**
   * The records of one kind.
   *
   * @param recorded records whose refs were new
   * @param known records whose refs were there already, left as they are
   */
  public record Count(long recorded, long known) {
    static final Count NONE = new Count(0, 0);

    Count plus(Count other) {
      return new Count(recorded + other.recorded, known + other.known);
    }
  }

  private final Database database;

  /** Loads into this database. */
  public Loader(Database database) {
    this.database = database;
  }

  /**
   * Loads a document. A record whose ref an earlier load has noted is left as it is.
   *
   * @param author who loads it; the creators of the records are those of the document
   * @param progress is told how many records are done; from the start again when PostgreSQL wants
   *     the transaction repeated
   * @throws supplychain.core.Problem if the document has mistakes; nothing is recorded
   * @throws java.io.UncheckedIOException if the document cannot be read
   */
  public Report load(Author author, Source source, Progress progress) {
    return database.write(author, sql -> new LoadRun(sql, source, progress).run());
  }

  /** The id of the record that a loaded document gave this ref. */
  public Optional<UUID> idOf(String kind, String ref) {
    return database.read(
        sql ->
            sql.select(LOAD_REF.ID)
                .from(LOAD_REF)
                .where(LOAD_REF.KIND.eq(kind))
                .and(LOAD_REF.REF.eq(ref))
                .fetchOptional(LOAD_REF.ID));
  }
}
