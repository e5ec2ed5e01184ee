package supplychain.ingest;

import static supplychain.schema.Tables.LOAD_REF;

import java.util.Optional;
import java.util.UUID;
import supplychain.database.Author;
import supplychain.database.Database;

/**
 * Loads records from JSON documents: an object with an array per {@link LoadKind}, whose records
 * name each other by their refs. All of a file is recorded, or nothing.
 */
public final class Loader {
  private final Database database;

  /** Loads into this database. */
  public Loader(Database database) {
    this.database = database;
  }

  /**
   * Loads a file. A record whose ref is known from an earlier load is left as it is.
   *
   * @param author who loads it; the creators of the records are those of the file
   * @param progress is told how far it is; from the start again when PostgreSQL wants it repeated
   * @throws LoadException if the file has mistakes; nothing is recorded
   * @throws java.io.UncheckedIOException if it cannot be read
   */
  public LoadReport load(Author author, LoadSource source, LoadProgress progress) {
    return database.write(author, sql -> new LoadRun(source, progress).run(sql));
  }

  /** The id of the record that a loaded file calls so. */
  public Optional<UUID> idOf(LoadKind kind, String ref) {
    return database.read(
        sql ->
            sql.select(LOAD_REF.ID)
                .from(LOAD_REF)
                .where(LOAD_REF.KIND.eq(kind.title()))
                .and(LOAD_REF.REF.eq(ref))
                .fetchOptional(LOAD_REF.ID));
  }
}
