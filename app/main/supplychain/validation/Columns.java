package supplychain.validation;

import static supplychain.validation.Kinds.text;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jooq.Field;

/**
 * The columns that a body sets. A column is named as its field in the body, and its length in the
 * database is the field's limit, so that both are written once.
 */
public final class Columns {
  private final Map<Field<?>, Object> values = new LinkedHashMap<>();
  private final Body body;
  private final boolean isChange;

  /** Columns of a new record, out of this body. */
  public Columns(Body body) {
    this(body, false);
  }

  private Columns(Body body, boolean isChange) {
    this.body = body;
    this.isChange = isChange;
  }

  /** Columns of a record that is there already: what the body leaves out stays as it is. */
  public static Columns ofChange(Body body) {
    return new Columns(body, true);
  }

  /** Text columns, each limited by its own length; null clears. */
  @SafeVarargs
  public final Columns texts(Field<String>... columns) {
    for (Field<String> column : columns) {
      set(column, body.get(column.getName(), text(limit(column))));
    }
    return this;
  }

  /** Columns of one kind; null clears. */
  @SafeVarargs
  public final <T> Columns get(Kind<T> kind, Field<T>... columns) {
    for (Field<T> column : columns) {
      set(column, body.get(column.getName(), kind));
    }
    return this;
  }

  /** Columns of one kind that always have a value. */
  @SafeVarargs
  public final <T> Columns neverNull(Kind<T> kind, Field<T>... columns) {
    for (Field<T> column : columns) {
      set(column, body.neverNull(column.getName(), kind));
    }
    return this;
  }

  /** Columns of one kind; null, or absent of a new record, they have this value instead. */
  @SafeVarargs
  public final <T> Columns getOr(Kind<T> kind, T otherwise, Field<T>... columns) {
    for (Field<T> column : columns) {
      setOr(column, body.get(column.getName(), kind), otherwise);
    }
    return this;
  }

  /** A column of an enum; null, or absent of a new record, it has this value instead. */
  public <E extends Enum<E>> Columns choice(Field<String> column, E otherwise) {
    FieldValue<E> chosen = body.get(column.getName(), Kinds.choice(otherwise.getDeclaringClass()));
    return setOr(
        column,
        chosen.hasValue()
            ? FieldValue.of(chosen.value().name())
            : new FieldValue<>(chosen.present(), null),
        otherwise.name());
  }

  private <T> Columns setOr(Field<T> column, FieldValue<T> given, T otherwise) {
    return given.present() || !isChange ? put(column, given.or(otherwise)) : this;
  }

  /** A column of an enum that always has a value. */
  public <E extends Enum<E>> Columns choice(Field<String> column, Class<E> type) {
    FieldValue<E> chosen = body.neverNull(column.getName(), Kinds.choice(type));
    if (chosen.hasValue()) {
      values.put(column, chosen.value().name());
    }
    return this;
  }

  /** Columns of one kind that a file may set and a request may not. */
  @SafeVarargs
  public final <T> Columns fromFile(Kind<T> kind, Field<T>... columns) {
    for (Field<T> column : columns) {
      set(column, body.fromFile(column.getName(), kind));
    }
    return this;
  }

  /** Sets a column if the body said something of it. */
  public <T> Columns set(Field<T> column, FieldValue<T> given) {
    if (given.present()) {
      values.put(column, given.value());
    }
    return this;
  }

  /** Sets a column to what does not come from the body. */
  public <T> Columns put(Field<T> column, T value) {
    values.put(column, value);
    return this;
  }

  /** Every column set, with its value. */
  public Map<Field<?>, Object> values() {
    return values;
  }

  /**
   * The limit of a text column in code points; a column without one is bounded by the body alone.
   */
  public static int limit(Field<String> column) {
    int length = column.getDataType().length();
    return length == 0 ? Integer.MAX_VALUE : length;
  }
}
