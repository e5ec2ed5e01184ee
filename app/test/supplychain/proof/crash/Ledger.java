package supplychain.proof.crash;

import static supplychain.Paths.*;

import java.math.BigDecimal;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import supplychain.Reply;

/** The answers that clients received: exactly these writes must be in the database. */
final class Ledger {
  /** The kinds of writes of a client. */
  enum Kind {
    PURCHASE(GOODS),
    SALE(GOODS),
    PAYMENT(PAYMENTS),
    COMPANY_PRODUCT(COMPANY_PRODUCTS);

    final String path;

    Kind(String path) {
      this.path = path;
    }
  }

  /** A write that was answered 201. */
  record Entry(Kind kind, String body, Reply answer) {}

  /** The writes, by the key that each was sent with. */
  final Map<String, Entry> entries = new ConcurrentHashMap<>();

  /** The remaining quantity of the lots that only one client sells from. */
  final Map<String, BigDecimal> left = new ConcurrentHashMap<>();

  /** The last name that each farmer was given. */
  final Map<String, String> lastNames = new ConcurrentHashMap<>();

  /** A permit for each write with a final answer. */
  final Semaphore answered = new Semaphore(0);

  /** A permit for each request with the answer 503. */
  final Semaphore unanswered = new Semaphore(0);
}
