package supplychain.core;

/** Receives how far a long work is, again and again. */
@FunctionalInterface
public interface Progress {
  Progress NONE = (what, done, total) -> {};

  /**
   * Reports a step.
   *
   * @param what the stage of the work, or the kind of record in progress
   * @param done how much is done, usually in records
   * @param total how much there is to do in all stages
   */
  void at(String what, long done, long total);
}
