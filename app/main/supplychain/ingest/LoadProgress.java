package supplychain.ingest;

/** Is told how far a load is. */
@FunctionalInterface
public interface LoadProgress {
  /** Nobody wants to know. */
  LoadProgress NONE = (kind, done, total) -> {};

  /**
   * Called when the first record of a kind is read, and again and again until its last.
   *
   * @param kind what is being recorded
   * @param done how many records of the file are done, of all kinds
   * @param total how many records the file has
   */
  void at(LoadKind kind, long done, long total);
}
