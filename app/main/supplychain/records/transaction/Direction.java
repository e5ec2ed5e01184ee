package supplychain.records.transaction;

/** The {@code type} of a transaction: how it looks from the company that records it. */
public enum Direction {
  INCOMING,
  OUTGOING
}
