package supplychain.records;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jooq.DSLContext;
import org.jooq.TableField;
import supplychain.validation.Body;

/** Checks before a write which of the clients' own numbers are free. */
public final class FreeNumbers {
  /**
   * The number that a body names.
   *
   * @param company the company whose numbers must be unique
   * @param number null if the body has none
   */
  public record Own(UUID company, String number, Body body) {
    private Key key() {
      return new Key(company, number);
    }
  }

  private record Key(UUID company, String number) {}

  private final Set<Key> taken = new HashSet<>();

  /** Looks up these numbers in one query, or in none if no body has a number. */
  public FreeNumbers(
      DSLContext sql, TableField<?, UUID> company, TableField<?, String> number, List<Own> own) {
    List<Key> keys = keys(own);
    if (!keys.isEmpty()) {
      sql.select(company, number)
          .from(company.getTable())
          .where(company.in(keys.stream().map(Key::company).distinct().toList()))
          .and(number.in(keys.stream().map(Key::number).distinct().toList()))
          .forEach(row -> taken.add(new Key(row.value1(), row.value2())));
    }
  }

  /**
   * Refuses a record whose numbers are not all free.
   *
   * @throws Problem 409
   */
  public void require(List<Own> own) {
    Set<Key> wanted = new HashSet<>();
    for (Own one : own) {
      if (one.number() != null && (taken.contains(one.key()) || !wanted.add(one.key()))) {
        throw Updates.taken(one.body(), "number", Numbers.TAKEN);
      }
    }
  }

  /** Reserves the numbers of a record that passed all checks. */
  public void take(List<Own> own) {
    taken.addAll(keys(own));
  }

  private static List<Key> keys(List<Own> own) {
    return own.stream().filter(one -> one.number() != null).map(Own::key).toList();
  }
}
