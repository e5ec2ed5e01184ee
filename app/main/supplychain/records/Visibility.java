package supplychain.records;

import static org.jooq.impl.DSL.*;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;
import org.jooq.Condition;
import org.jooq.Field;
import supplychain.core.Caller;
import supplychain.database.SqlFile;

/** The records of a kind that a caller sees. */
@FunctionalInterface
public interface Visibility {
  /**
   * Conditions for a user of a company. A record is visible if it meets any of them. An index that
   * ends in the id serves each of them. An operator sees all records.
   */
  List<Condition> of(Field<UUID> company, Field<UUID> user);

  default List<Condition> of(Caller caller) {
    return caller.isOperator()
        ? List.of(noCondition())
        : of(val(caller.company()), val(caller.user()));
  }

  /**
   * Sets {@code :companies} and {@code :all} of a statement, which reads what these callers see.
   */
  static SqlFile.Call seenBy(Collection<Caller> callers, SqlFile.Call call) {
    Stream<UUID> companies = callers.stream().map(Caller::company).filter(Objects::nonNull);
    return call.set("companies", companies.distinct().toArray(UUID[]::new))
        .set("all", callers.stream().anyMatch(Caller::isOperator));
  }

  /** Every company sees all records. */
  static Visibility everybody() {
    return (company, user) -> List.of(noCondition());
  }

  /** A company sees the records that name it in one of these columns. */
  @SafeVarargs
  @SuppressWarnings("varargs")
  static Visibility named(Field<UUID>... columns) {
    List<Field<UUID>> any = List.of(columns);
    return (company, user) -> any.stream().map(column -> column.eq(company)).toList();
  }
}
