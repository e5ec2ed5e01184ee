package supplychain.validation;

import java.util.function.Function;

/** A field of a body: absent (or with a mistake), {@code null}, or a value. */
public record FieldValue<T>(boolean present, T value) {
  public static <T> FieldValue<T> absent() {
    return new FieldValue<>(false, null);
  }

  public static <T> FieldValue<T> of(T value) {
    return new FieldValue<>(true, value);
  }

  /** This field with the result of a function in place of its value, if it has one. */
  public <R> FieldValue<R> map(Function<T, R> function) {
    return new FieldValue<>(present, value == null ? null : function.apply(value));
  }

  public boolean hasValue() {
    return value != null;
  }

  public boolean isNull() {
    return present && value == null;
  }

  /** The value, or another one if the field is absent or null. */
  public T or(T other) {
    return value == null ? other : value;
  }
}
