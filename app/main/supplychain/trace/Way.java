package supplychain.trace;

/** Where a trace leads. */
public enum Way {
  /** To what goods were drawn from. */
  UP,
  /** To what was drawn from them. */
  DOWN,
  /** Both. */
  BOTH;

  /** Whether it leads to parents. */
  boolean leadsUp() {
    return this != DOWN;
  }

  /** Whether it leads to children. */
  boolean leadsDown() {
    return this != UP;
  }
}
