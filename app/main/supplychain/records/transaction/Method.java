package supplychain.records.transaction;

/** How a transaction was carried out. */
public enum Method {
  CARD,
  INVOICE,
  NONE
}
