package supplychain.records.transaction;

/** The purpose of a payment. */
public enum PaymentType {
  TRANSACTION,
  PREMIUM,
  TRANSACTION_PREMIUM;

  /** The type that follows from the references of a payment; null for a plain payment. */
  static PaymentType of(boolean transaction, boolean premium) {
    if (transaction) {
      return premium ? TRANSACTION_PREMIUM : TRANSACTION;
    }
    return premium ? PREMIUM : null;
  }
}
