package supplychain.records;

import static org.jooq.impl.DSL.*;
import static supplychain.validation.ValueTypes.filledCode;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.security.SecureRandom;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.TableField;
import supplychain.core.Texts;
import supplychain.database.Batch;
import supplychain.validation.Body;
import supplychain.validation.Columns;
import supplychain.validation.ShownValue;
import supplychain.validation.ValueType;
import supplychain.validation.ValueType.Read;

/**
 * The numbers by which people name a record: the client's own, or nine characters of Crockford's
 * alphabet and a dash, like {@code 7KQ4M-Z2PX}. All writers would wait for a counter. So the first
 * three characters are the time, and the others differ in each number of this process. Numbers of
 * the same time are near each other in an index, which random ones are not. Letter case does not
 * count. An object of this class checks before a write which of the clients' own numbers are free.
 */
public final class Numbers {
  private static final String ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  private static final int BEFORE_DASH = 5;
  private static final int LENGTH = 9;
  private static final int BITS = 5;

  /** The bits of the last six characters. */
  private static final int COUNTER_BITS = 30;

  private static final SecureRandom RANDOM = new SecureRandom();

  /** Odd, so that all its multiples differ in these bits; random, so that nobody can count. */
  private static final long STRIDE = RANDOM.nextLong() | 1;

  private static final AtomicLong COUNTER = new AtomicLong(RANDOM.nextLong());
  private static final JsonNode EMPTY = TextNode.valueOf("");

  /** What is wrong with a number that is not free. */
  public static final String TAKEN = "is already the number of another record of your company.";

  private static final String TAKEN_IN_ANOTHER_CASE =
      "is the same number as %s, which another record of your company has. Letter case does not count.";

  /** The number of a body, or null. The numbers of each company in {@code owner} are unique. */
  public record Own(TableField<?, UUID> owner, UUID company, String number, Body body) {
    private List<Object> key() {
      return Numbers.key(owner, company, number);
    }
  }

  private static List<Object> key(TableField<?, UUID> owner, UUID company, String number) {
    return List.of(owner, company, Texts.folded(number));
  }

  /** The numbers that are not free, as their records have them. */
  private final Map<List<Object>, String> taken = new HashMap<>();

  /** Looks up these numbers, in one query for each table that has some of them. */
  public Numbers(DSLContext sql, List<Own> all) {
    Map<TableField<?, UUID>, List<Own>> byOwner =
        named(all).collect(Collectors.groupingBy(Own::owner));
    if (!byOwner.isEmpty()) {
      Batch.of(sql).run();
    }
    byOwner.forEach((owner, own) -> find(sql, owner, own));
  }

  private static Stream<Own> named(List<Own> own) {
    return own.stream().filter(one -> one.number() != null);
  }

  private void find(DSLContext sql, TableField<?, UUID> owner, List<Own> own) {
    Field<String> number = owner.getTable().field("number", String.class);
    sql.select(owner, number)
        .from(owner.getTable())
        .where(owner.in(own.stream().map(Own::company).distinct().toList()))
        .and(isOneOf(number, own.stream().map(Own::number).toList()))
        .forEach(row -> taken.put(key(owner, row.value1(), row.value2()), row.value2()));
  }

  /**
   * Whether the text of a column is one of these, ignoring case. All texts are one parameter. With
   * a parameter for each, PostgreSQL keeps the plan that it made while the table was empty, and
   * compares each row with each text.
   */
  public static Condition isOneOf(Field<String> column, Collection<String> texts) {
    Field<String> text = field(name("given", "text"), String.class);
    return lower(column)
        .in(
            select(lower(text))
                .from(unnest(val(texts.toArray(String[]::new))).as("given", "text")));
  }

  /** Refuses a record with a 409 unless all its numbers are free. */
  public void require(List<Own> own) {
    Set<List<Object>> wanted = new HashSet<>();
    for (Own one : named(own).toList()) {
      String same = taken.getOrDefault(one.key(), one.number());
      if (taken.containsKey(one.key()) || !wanted.add(one.key())) {
        boolean isSpelledSo = same.equals(one.number());
        String rule = isSpelledSo ? TAKEN : TAKEN_IN_ANOTHER_CASE.formatted(ShownValue.of(same));
        throw Updates.taken(one.body(), "number", rule);
      }
    }
  }

  /** Reserves the numbers of a record that passed all checks. */
  public void take(List<Own> own) {
    named(own).forEach(one -> taken.put(one.key(), one.number()));
  }

  /** The number in the body; null if it has none, or an empty one. */
  public static String own(Body body, Field<String> column) {
    ValueType<String> filled = filledCode(Columns.limit(column));
    return body.get("number", value -> value.equals(EMPTY) ? Read.right(null) : filled.read(value))
        .value();
  }

  /**
   * The client's own number. If it is null, a new number, which is probably free. If the new number
   * is not free, a single write runs again, and a group fails.
   */
  public static String orNew(String own) {
    if (own != null) {
      return own;
    }
    long seconds = System.currentTimeMillis() / 1_000;
    long last = (COUNTER.incrementAndGet() * STRIDE) & ((1L << COUNTER_BITS) - 1);
    return written((seconds << COUNTER_BITS) | last);
  }

  /** The last nine characters of a value, of five bits each. */
  private static String written(long value) {
    StringBuilder number = new StringBuilder();
    for (int place = LENGTH - 1; place >= 0; place--) {
      number.append(ALPHABET.charAt((int) (value >> (place * BITS)) & (ALPHABET.length() - 1)));
    }
    return number.insert(BEFORE_DASH, '-').toString();
  }
}
