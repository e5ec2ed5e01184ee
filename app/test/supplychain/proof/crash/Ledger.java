package supplychain.proof.crash;

import java.math.BigDecimal;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import supplychain.Reply;

/** What clients were answered: all that must be there whatever happened, and nothing else. */
final class Ledger {
  /** What a client records. */
  enum Kind {
    PURCHASE("/v1/transactions/product-transactions/"),
    SALE("/v1/transactions/product-transactions/"),
    PAYMENT("/v1/transactions/payment-transactions/"),
    COMPANY_PRODUCT("/v1/supply-chains/company-products/");

    final String path;

    Kind(String path) {
      this.path = path;
    }
  }

  /** A write that was answered 201. */
  record Entry(Kind kind, String body, Reply answer) {}

  /** The writes, by the key that each was sent with. */
  final Map<String, Entry> entries = new ConcurrentHashMap<>();

  /** What is left of the lots that only one client sells from. */
  final Map<String, BigDecimal> left = new ConcurrentHashMap<>();

  /** The last name that each farmer was given. */
  final Map<String, String> lastNames = new ConcurrentHashMap<>();

  /** One permit for each write that was answered for good. */
  final Semaphore answered = new Semaphore(0);

  /** One permit for each request that was answered with 503. */
  final Semaphore unanswered = new Semaphore(0);
}
