package supplychain.records.farmer;

/** Whether a farmer agreed to the use of the data. */
public enum ConsentStatus {
  GRANTED,
  NOT_GRANTED,
  UNKNOWN
}
