package supplychain.records.transaction;

/** The {@code type} of a transaction: the direction as the recording company sees it. */
public enum Direction {
  INCOMING,
  OUTGOING
}
