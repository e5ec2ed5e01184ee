package supplychain.backup;

/** Is told how far a backup or its restoring is. */
@FunctionalInterface
public interface CopyProgress {
  /** Nobody wants to know. */
  CopyProgress NONE = (table, done, total) -> {};

  /**
   * Called again and again.
   *
   * @param table the table that is copied now
   * @param done how many bytes are done, of all tables
   * @param total how many there are; while a backup is taken, roughly
   */
  void at(String table, long done, long total);
}
