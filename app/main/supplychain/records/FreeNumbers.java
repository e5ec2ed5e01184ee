package supplychain.records;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.TableField;
import supplychain.validation.Body;

/** Checks before a write which of the clients' own numbers are free. */
public final class FreeNumbers {
  /**
   * The number that a body names.
   *
   * @param owner the column of the company whose numbers must be unique
   * @param number null if the body has none
   */
  public record Own(TableField<?, UUID> owner, UUID company, String number, Body body) {
    private List<Object> key() {
      return List.of(owner, company, number);
    }
  }

  private final Set<List<Object>> taken = new HashSet<>();

  /** Looks up these numbers, in one query for each table that has some of them. */
  public FreeNumbers(DSLContext sql, List<Own> all) {
    Map<TableField<?, UUID>, List<Own>> byOwner =
        named(all).collect(Collectors.groupingBy(Own::owner));
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
        .and(number.in(own.stream().map(Own::number).distinct().toList()))
        .forEach(row -> taken.add(List.of(owner, row.value1(), row.value2())));
  }

  /**
   * Refuses a record whose numbers are not all free.
   *
   * @throws Problem 409
   */
  public void require(List<Own> own) {
    Set<List<Object>> wanted = new HashSet<>();
    for (Own one : named(own).toList()) {
      if (taken.contains(one.key()) || !wanted.add(one.key())) {
        throw Updates.taken(one.body(), "number", Numbers.TAKEN);
      }
    }
  }

  /** Reserves the numbers of a record that passed all checks. */
  public void take(List<Own> own) {
    named(own).forEach(one -> taken.add(one.key()));
  }
}
