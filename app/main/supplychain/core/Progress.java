package supplychain.core;

/** Receives how far a long work is, again and again. */
@FunctionalInterface
public interface Progress {
  Progress NONE = (what, done, total) -> {};

  /**
   * Reports a step.
   *
   * @param what the table or the kind of record in progress
   * @param done how much is done, of all that is to do
   * @param total how much there is to do
   */
  void at(String what, long done, long total);
}
