package supplychain.records.transaction;

/** What a payment is for. */
public enum PaymentType {
  TRANSACTION,
  PREMIUM,
  TRANSACTION_PREMIUM;

  /** The type that follows from what a payment names; null for a plain payment. */
  static PaymentType of(boolean transaction, boolean premium) {
    if (transaction) {
      return premium ? TRANSACTION_PREMIUM : TRANSACTION;
    }
    return premium ? PREMIUM : null;
  }
}
