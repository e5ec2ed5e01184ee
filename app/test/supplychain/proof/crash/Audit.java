package supplychain.proof.crash;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.schema.Tables.COMPANY_PRODUCT;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jooq.DSLContext;
import supplychain.core.Json;
import supplychain.database.Database;
import supplychain.proof.crash.Ledger.Entry;

/** Compares all that is recorded with all that was answered: no more, no less, nothing half. */
final class Audit {
  /** The rows that each write of a company left, by the key of the write. */
  private static final String RECORDED =
      """
      select invoice_number, 'goods ' || id from product_transaction where company = {0}
      union all
      select invoice_number, concat_ws(' ', 'payment', amount, transaction)
        from payment_transaction
       where company = {0}
      union all
      select value, 'submission of ' || product_transaction
        from submission
        left join submission_value on submission_value.submission = submission.id
       where company = {0}
      union all
      select name, 'company-product ' || company_product.id
        from company_product
        join product on product.id = company_product.product
       where company = {0}
      union all
      select key, 'answer ' || body from idempotency_key where company = {0}
      """;

  private static final String LAST_NAMES =
      "select id::text, last_name from farmer where buyer = {0} and last_name <> ''";

  private static final String LEFT =
      "select id::text, remaining from product_transaction where company = {0}";

  private Audit() {}

  static void of(Ledger ledger, Cooperative records, Database database) {
    database.read(
        sql -> {
          assertEquals(expected(ledger.entries), recorded(sql, records.coop));
          assertEquals(
              new TreeMap<>(ledger.lastNames),
              new TreeMap<>(sql.resultQuery(LAST_NAMES, records.coop).fetchMap(0, 1)));
          Map<?, ?> left = new TreeMap<>(sql.resultQuery(LEFT, records.coop).fetchMap(0, 1));
          left.keySet().retainAll(ledger.left.keySet());
          assertEquals(new TreeMap<>(ledger.left), left);
          return sql;
        });
  }

  /**
   * Compares the records of an earlier moment: exactly the writes whose answers were kept by then
   * are recorded. The number of these writes.
   */
  static int ofMoment(Ledger all, Cooperative records, Database database) {
    return database.read(
        sql -> {
          Map<String, List<String>> recorded = recorded(sql, records.coop);
          Map<String, Entry> answered = new TreeMap<>(all.entries);
          answered
              .keySet()
              .removeIf(
                  key ->
                      recorded.getOrDefault(key, List.of()).stream()
                          .noneMatch(line -> line.startsWith("answer ")));
          assertEquals(expected(answered), recorded);
          return answered.size();
        });
  }

  /** The rows that each answered write must have left, by key. */
  private static Map<String, List<String>> expected(Map<String, Entry> entries) {
    Map<String, List<String>> expected = new TreeMap<>();
    entries.forEach((key, entry) -> expected.put(key, lines(entry)));
    return expected;
  }

  private static List<String> lines(Entry entry) {
    String id = entry.answer().id();
    List<String> lines = new ArrayList<>(List.of("answer " + entry.answer().text().strip()));
    switch (entry.kind()) {
      case PURCHASE ->
          lines.addAll(
              List.of("goods " + id, "payment 3 " + id, "payment 5 " + id, "submission of " + id));
      case SALE -> lines.addAll(List.of("goods " + id, "payment 20 " + id));
      case PAYMENT -> lines.add("payment 12.50");
      case COMPANY_PRODUCT -> lines.add("company-product " + id);
    }
    Collections.sort(lines);
    return lines;
  }

  /** An answer as the service sends it; PostgreSQL keeps it with blanks. */
  private static String withoutBlanks(String line) {
    String start = "answer ";
    return line.startsWith(start)
        ? start + new String(Json.compact(line.substring(start.length()).getBytes(UTF_8)), UTF_8)
        : line;
  }

  private static Map<String, List<String>> recorded(DSLContext sql, UUID company) {
    Map<String, List<String>> recorded = new TreeMap<>();
    sql.fetch(RECORDED, company)
        .forEach(
            row ->
                recorded
                    .computeIfAbsent(row.get(0, String.class), key -> new ArrayList<>())
                    .add(withoutBlanks(row.get(1, String.class))));
    recorded.values().forEach(Collections::sort);
    return recorded;
  }
}
