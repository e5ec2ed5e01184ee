package supplychain.records;

import static org.jooq.impl.DSL.*;
import static supplychain.validation.ValueTypes.*;

import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jooq.Condition;
import org.jooq.Field;
import supplychain.core.Caller;
import supplychain.core.Texts;
import supplychain.validation.Body;
import supplychain.validation.ValueType;
import supplychain.validation.ValueTypes;

/**
 * A query parameter that narrows a list.
 *
 * @param says which records remain, in words
 * @param meaning the conditions for a value and a caller; a record must meet one of them
 * @param sortColumn the column that orders a list with this filter, with an index that ends in the
 *     id; null for the order of the ids
 * @param whole the filter by the whole text, beside a filter by the start of a text; null otherwise
 */
public record Filter<T>(
    String name,
    String says,
    ValueType<T> type,
    Meaning<T> meaning,
    Field<OffsetDateTime> sortColumn,
    Filter<T> whole) {
  /** The longest text to search for, in characters. */
  public static final int MOST_CHARACTERS = 100;

  private static final String DAY =
      ". A day means its first instant in the time zone of the service";

  /** The conditions for a value in the query of a caller. */
  @FunctionalInterface
  public interface Meaning<T> {
    List<Condition> of(T value, Caller caller, Body query);
  }

  /** A filter that keeps the order of the ids. */
  public Filter(String name, String says, ValueType<T> type, Meaning<T> meaning) {
    this(name, says, type, meaning, null, null);
  }

  /** A filter that keeps the order of the ids, with one meaning for all callers. */
  public Filter(String name, String says, ValueType<T> type, Function<T, List<Condition>> meaning) {
    this(name, says, type, (value, caller, query) -> meaning.apply(value));
  }

  /** Records that name this id in a column, whose name is the name of the parameter. */
  public static Filter<UUID> id(String says, Field<UUID> column) {
    return id(column.getName(), says, column);
  }

  /** Records that name this id in one of these columns, each of which has an index. */
  @SafeVarargs
  @SuppressWarnings("varargs")
  public static Filter<UUID> id(String name, String says, Field<UUID>... columns) {
    List<Field<UUID>> any = List.of(columns);
    return new Filter<>(name, says, ID, id -> any.stream().map(c -> c.eq(id)).toList());
  }

  /** Records that meet this condition about an id. */
  public static Filter<UUID> id(String name, String says, Function<UUID, Condition> condition) {
    return new Filter<>(name, says, ID, id -> List.of(condition.apply(id)));
  }

  /** Records that have one of the constants of an enum in a column. */
  public static <E extends Enum<E>> Filter<E> choice(
      String says, Class<E> type, Field<String> column) {
    return new Filter<>(
        column.getName(), says, ValueTypes.choice(type), e -> List.of(column.eq(e.name())));
  }

  /** Records that have this flag in a column. */
  public static Filter<Boolean> flag(String says, Field<Boolean> column) {
    return flag(column.getName(), says, condition(column));
  }

  /** Records of which a condition is true, or is not. */
  public static Filter<Boolean> flag(String name, String says, Condition condition) {
    return new Filter<>(name, says, FLAG_TEXT, yes -> List.of(yes ? condition : condition.not()));
  }

  /** Records in which this column starts with a text, or is this text, case aside. */
  public static Filter<String> start(Field<String> column) {
    return start(column.getName(), "whose " + column.getName(), column);
  }

  /**
   * Records in which one of these columns starts with a text, case aside; and with {@code _is}
   * after the name, those in which one of them is the text.
   *
   * @param says the columns, in words
   */
  @SafeVarargs
  @SuppressWarnings("varargs")
  public static Filter<String> start(String name, String says, Field<String>... columns) {
    // PostgreSQL's lower case of both: Java's differs in some letters.
    return new Filter<>(
        name,
        says + " starts with this text",
        filledText(MOST_CHARACTERS),
        (text, caller, query) -> any(columns, text, (column, start) -> column.startsWith(start)),
        null,
        new Filter<>(
            name + "_is",
            says + " is this text, in upper or lower case",
            filledText(MOST_CHARACTERS),
            text -> any(columns, text, (column, whole) -> column.eq(whole))));
  }

  /**
   * One of these columns, case aside. Names are stored tidy, and other texts as they were sent. The
   * null check lets PostgreSQL use an index of the rows with a text, and know their number.
   */
  private static List<Condition> any(
      Field<String>[] columns,
      String text,
      BiFunction<Field<String>, Field<String>, Condition> is) {
    List<Condition> conditions = new ArrayList<>();
    for (String spelling : new TreeSet<>(List.of(text, Texts.tidy(text)))) {
      for (Field<String> column : columns) {
        Condition matches = is.apply(lower(column), lower(val(spelling)));
        conditions.add(column.isNotNull().and(matches));
      }
    }
    return conditions;
  }

  /** Records whose time meets a condition, in the order of time. */
  public static Filter<OffsetDateTime> inOrderOf(
      String name,
      String says,
      Field<OffsetDateTime> column,
      Function<OffsetDateTime, Condition> is) {
    Meaning<OffsetDateTime> meaning = (time, caller, query) -> List.of(is.apply(time));
    return new Filter<>(name, says + DAY, DAY_OR_TIME, meaning, column, null);
  }

  /** Whether the value is the id of a record, which can have names in its place. */
  boolean isId() {
    return type == ID;
  }

  /** The conditions that a query sets; empty if the query does not name the parameter. */
  Optional<List<Condition>> read(Body query, Caller caller) {
    return Optional.ofNullable(query.get(name, type).value())
        .map(value -> meaning.of(value, caller, query));
  }
}
