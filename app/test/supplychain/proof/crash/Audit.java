package supplychain.proof.crash;

import static java.util.stream.Collectors.toMap;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.schema.Tables.COMPANY_PRODUCT;
import static supplychain.schema.Tables.FARMER;
import static supplychain.schema.Tables.IDEMPOTENCY_KEY;
import static supplychain.schema.Tables.PAYMENT_TRANSACTION;
import static supplychain.schema.Tables.PRODUCT;
import static supplychain.schema.Tables.PRODUCT_TRANSACTION;
import static supplychain.schema.Tables.SUBMISSION;
import static supplychain.schema.Tables.SUBMISSION_VALUE;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;
import org.jooq.DSLContext;
import supplychain.database.Database;
import supplychain.proof.crash.Ledger.Entry;
import supplychain.proof.crash.Ledger.Kind;

/** Compares all that is recorded with all that was answered: no more, no less, nothing half. */
record Audit(Ledger ledger, UUID coop, DSLContext sql) {
  /** Compares everything. */
  static void of(Ledger ledger, Cooperative records, Database database) {
    database.read(
        sql -> {
          Audit audit = new Audit(ledger, records.coop, sql);
          audit.compareRecords();
          assertEquals(new TreeMap<>(ledger.lastNames), audit.lastNames(), "farmers");
          assertEquals(new TreeMap<>(ledger.left), audit.left(), "what is left");
          return audit;
        });
  }

  /**
   * Compares the records of an earlier moment: exactly the writes whose answers were kept by then
   * are recorded. The number of these writes.
   */
  static int ofMoment(Ledger all, Cooperative records, Database database) {
    return database.read(
        sql -> {
          Ledger ledger = new Ledger();
          Audit audit = new Audit(ledger, records.coop, sql);
          audit.answers().keySet().forEach(key -> ledger.entries.put(key, all.entries.get(key)));
          audit.compareRecords();
          return ledger.entries.size();
        });
  }

  private void compareRecords() {
    assertEquals(expected(Audit::goods), goods(), "product transactions");
    assertEquals(expected(Audit::payments), payments(), "payments");
    assertEquals(expected(Audit::submissions), submissions(), "submissions");
    assertEquals(expected(Audit::companyProducts), companyProducts(), "company-products");
    assertEquals(expected(entry -> List.of(entry.answer().text())), answers(), "answers kept");
  }

  /** What each answered write must have left behind, by key. */
  private Map<String, List<String>> expected(Function<Entry, List<String>> traces) {
    Map<String, List<String>> expected = new TreeMap<>();
    ledger.entries.forEach((key, entry) -> expected.put(key, traces.apply(entry)));
    expected.values().removeIf(List::isEmpty);
    return expected;
  }

  private static List<String> goods(Entry entry) {
    boolean goods = entry.kind() == Kind.PURCHASE || entry.kind() == Kind.SALE;
    return goods ? List.of(entry.answer().id()) : List.of();
  }

  private static List<String> payments(Entry entry) {
    String id = entry.answer().id();
    return switch (entry.kind()) {
      case PURCHASE -> List.of("3 for " + id, "5 for " + id);
      case SALE -> List.of("20 for " + id);
      case PAYMENT -> List.of("12.50 for null");
      case COMPANY_PRODUCT -> List.of();
    };
  }

  private static List<String> submissions(Entry entry) {
    return entry.kind() == Kind.PURCHASE ? List.of(entry.answer().id()) : List.of();
  }

  private static List<String> companyProducts(Entry entry) {
    return entry.kind() == Kind.COMPANY_PRODUCT ? List.of(entry.answer().id()) : List.of();
  }

  private Map<String, List<String>> goods() {
    return new TreeMap<>(
        sql.select(PRODUCT_TRANSACTION.INVOICE_NUMBER, PRODUCT_TRANSACTION.ID)
            .from(PRODUCT_TRANSACTION)
            .where(PRODUCT_TRANSACTION.COMPANY.eq(coop))
            .fetchGroups(row -> row.value1(), row -> row.value2().toString()));
  }

  private Map<String, List<String>> payments() {
    return new TreeMap<>(
        sql.select(
                PAYMENT_TRANSACTION.INVOICE_NUMBER,
                PAYMENT_TRANSACTION.AMOUNT,
                PAYMENT_TRANSACTION.TRANSACTION)
            .from(PAYMENT_TRANSACTION)
            .where(PAYMENT_TRANSACTION.COMPANY.eq(coop))
            .orderBy(PAYMENT_TRANSACTION.AMOUNT)
            .fetchGroups(
                row -> row.value1(), row -> row.value2().toPlainString() + " for " + row.value3()));
  }

  private Map<String, List<String>> submissions() {
    return new TreeMap<>(
        sql.select(SUBMISSION_VALUE.VALUE, SUBMISSION.PRODUCT_TRANSACTION)
            .from(SUBMISSION)
            .leftJoin(SUBMISSION_VALUE)
            .on(SUBMISSION_VALUE.SUBMISSION.eq(SUBMISSION.ID))
            .where(SUBMISSION.COMPANY.eq(coop))
            .fetchGroups(row -> row.value1(), row -> row.value2().toString()));
  }

  private Map<String, List<String>> companyProducts() {
    return new TreeMap<>(
        sql.select(PRODUCT.NAME, COMPANY_PRODUCT.ID)
            .from(COMPANY_PRODUCT)
            .join(PRODUCT)
            .on(PRODUCT.ID.eq(COMPANY_PRODUCT.PRODUCT))
            .where(COMPANY_PRODUCT.COMPANY.eq(coop))
            .fetchGroups(row -> row.value1(), row -> row.value2().toString()));
  }

  private Map<String, List<String>> answers() {
    return new TreeMap<>(
        sql.select(IDEMPOTENCY_KEY.KEY, IDEMPOTENCY_KEY.BODY)
            .from(IDEMPOTENCY_KEY)
            .where(IDEMPOTENCY_KEY.COMPANY.eq(coop))
            .fetchGroups(row -> row.value1(), row -> row.value2()));
  }

  private Map<String, String> lastNames() {
    return sql
        .select(FARMER.ID, FARMER.LAST_NAME)
        .from(FARMER)
        .where(FARMER.BUYER.eq(coop).and(FARMER.LAST_NAME.ne("")))
        .fetch()
        .stream()
        .collect(
            toMap(row -> row.value1().toString(), row -> row.value2(), (a, b) -> b, TreeMap::new));
  }

  private Map<String, BigDecimal> left() {
    List<UUID> lots = ledger.left.keySet().stream().map(UUID::fromString).toList();
    return sql
        .select(PRODUCT_TRANSACTION.ID, PRODUCT_TRANSACTION.REMAINING)
        .from(PRODUCT_TRANSACTION)
        .where(PRODUCT_TRANSACTION.ID.in(lots))
        .fetch()
        .stream()
        .collect(
            toMap(row -> row.value1().toString(), row -> row.value2(), (a, b) -> b, TreeMap::new));
  }
}
