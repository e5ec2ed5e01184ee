package supplychain.records.transaction;

import static supplychain.schema.Tables.*;

import java.util.UUID;
import org.jooq.DSLContext;
import supplychain.database.Ids;
import supplychain.database.Rows;
import supplychain.records.NumberedRows;

/** New payments and their references to submissions, inserted together. */
final class NewPayments {
  private final NumberedRows payments = new NumberedRows(PAYMENT_TRANSACTION.NUMBER);
  private final Rows submissions =
      new Rows(
          PAYMENT_TRANSACTION_SUBMISSION,
          PAYMENT_TRANSACTION_SUBMISSION.PAYMENT_TRANSACTION,
          PAYMENT_TRANSACTION_SUBMISSION.SUBMISSION,
          PAYMENT_TRANSACTION_SUBMISSION.POSITION);

  /** Adds a payment for this product transaction, null for none. Returns its id. */
  UUID add(UUID transaction, CheckedPayment payment) {
    UUID id = Ids.next();
    payments.add(
        payment.terms().number(), PaymentTransactionQueries.row(id, transaction, payment).values());
    int position = 0;
    for (UUID submission : payment.payment().submissions().values()) {
      submissions.add(id, submission, position++);
    }
    return id;
  }

  /** Inserts the payments, in the transaction of {@code sql}. */
  void insert(DSLContext sql) {
    payments.insert(sql);
    submissions.insert(sql);
  }
}
