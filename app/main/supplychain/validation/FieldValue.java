package supplychain.validation;

/**
 * What a body says of one field: nothing, {@code null}, or a value.
 *
 * @param present whether the field stands in the body (with a usable value or null)
 * @param value its value; null when absent or given as null
 */
public record FieldValue<T>(boolean present, T value) {
  private static final FieldValue<?> ABSENT = new FieldValue<>(false, null);
  private static final FieldValue<?> NULL = new FieldValue<>(true, null);

  /** Not in the body. */
  @SuppressWarnings("unchecked")
  public static <T> FieldValue<T> absent() {
    return (FieldValue<T>) ABSENT;
  }

  /** In the body, as null. */
  @SuppressWarnings("unchecked")
  public static <T> FieldValue<T> ofNull() {
    return (FieldValue<T>) NULL;
  }

  /** In the body, with a value. */
  public static <T> FieldValue<T> of(T value) {
    return new FieldValue<>(true, value);
  }

  /** Whether it has a value that is not null. */
  public boolean hasValue() {
    return value != null;
  }

  /** Whether the body says null. */
  public boolean isNull() {
    return present && value == null;
  }

  /** The value, or this one when absent or null. */
  public T or(T other) {
    return value == null ? other : value;
  }
}
