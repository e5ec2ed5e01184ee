package supplychain.validation;

import static supplychain.validation.ValueTypes.code;
import static supplychain.validation.ValueTypes.text;
import static supplychain.validation.ValueTypes.tidy;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jooq.Field;

/**
 * The columns that a body sets. A column has the name of its field in the body, and its length in
 * the database is the limit of the field, so that both are written once.
 */
public record Columns(Body body, boolean isChange, Map<Field<?>, Object> values) {
  public Columns(Body body) {
    this(body, false, new LinkedHashMap<>());
  }

  /** The columns of a change with this body: a field that the body leaves out keeps its value. */
  public static Columns ofChange(Body body) {
    return new Columns(body, true, new LinkedHashMap<>());
  }

  @SafeVarargs
  public final Columns texts(Field<String>... columns) {
    for (Field<String> column : columns) {
      set(column, body.get(column.getName(), text(limit(column))));
    }
    return this;
  }

  /** Sets columns that have names of people or things. */
  @SafeVarargs
  public final Columns names(Field<String>... columns) {
    for (Field<String> column : columns) {
      set(column, body.get(column.getName(), tidy(text(limit(column)))));
    }
    return this;
  }

  /** Sets columns that have codes, such as a reference number. */
  @SafeVarargs
  public final Columns codes(Field<String>... columns) {
    for (Field<String> column : columns) {
      set(column, body.get(column.getName(), code(limit(column))));
    }
    return this;
  }

  /** Sets columns of one type; null clears them. */
  @SafeVarargs
  public final <T> Columns get(ValueType<T> type, Field<T>... columns) {
    for (Field<T> column : columns) {
      set(column, body.get(column.getName(), type));
    }
    return this;
  }

  /** Sets columns of one type, to a default if they are null, or absent in a new record. */
  @SafeVarargs
  public final <T> Columns getOr(ValueType<T> type, T otherwise, Field<T>... columns) {
    for (Field<T> column : columns) {
      setOr(column, body.get(column.getName(), type), otherwise);
    }
    return this;
  }

  /** Sets a column of an enum, to a default if it is null, or absent in a new record. */
  public <E extends Enum<E>> Columns choice(Field<String> column, E otherwise) {
    ValueType<E> type = ValueTypes.choice(otherwise.getDeclaringClass());
    return setOr(column, body.get(column.getName(), type).map(E::name), otherwise.name());
  }

  private <T> Columns setOr(Field<T> column, FieldValue<T> given, T otherwise) {
    return isChange && !given.present() ? this : put(column, given.or(otherwise));
  }

  /** Sets a column that a new record must have, and that is never null. */
  public <T> Columns required(ValueType<T> type, Field<T> column) {
    String name = column.getName();
    return isChange
        ? set(column, body.neverNull(name, type))
        : put(column, body.required(name, type));
  }

  /** Sets columns that a change cannot make null. The default is for new records without them. */
  @SafeVarargs
  public final <T> Columns always(ValueType<T> type, T otherwise, Field<T>... columns) {
    for (Field<T> column : columns) {
      setOr(column, filled(column, type), otherwise);
    }
    return this;
  }

  /** Sets a column of an enum that a change cannot make null. */
  public <E extends Enum<E>> Columns always(Field<String> column, E otherwise) {
    ValueType<E> type = ValueTypes.choice(otherwise.getDeclaringClass());
    return setOr(column, filled(column, type).map(E::name), otherwise.name());
  }

  private <T> FieldValue<T> filled(Field<?> column, ValueType<T> type) {
    String name = column.getName();
    return isChange ? body.neverNull(name, type) : body.get(name, type);
  }

  /** Sets a column if the body has the field. */
  public <T> Columns set(Field<T> column, FieldValue<T> given) {
    if (given.present()) {
      values.put(column, given.value());
    }
    return this;
  }

  public <T> Columns put(Field<T> column, T value) {
    values.put(column, value);
    return this;
  }

  /** The limit of a text column in code points; only the body limits a column without one. */
  public static int limit(Field<String> column) {
    int length = column.getDataType().length();
    return length == 0 ? Integer.MAX_VALUE : length;
  }
}
