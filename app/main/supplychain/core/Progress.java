package supplychain.core;

/** Receives how far a long work is, again and again. */
@FunctionalInterface
public interface Progress {
  Progress NONE = (what, done, total) -> {};

  /** Reports the stage, how much is done and how much there is in all, usually in records. */
  void at(String what, long done, long total);
}
