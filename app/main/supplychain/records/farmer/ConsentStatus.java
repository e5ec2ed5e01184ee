package supplychain.records.farmer;

/** Whether a farmer agreed to the use of the data. */
public enum ConsentStatus {
  /** The farmer agreed. */
  GRANTED,
  /** The farmer did not agree. */
  NOT_GRANTED,
  /** Nobody has noted an answer. */
  UNKNOWN
}
