package supplychain.validation;

/**
 * A field of a body: absent, {@code null}, or a value.
 *
 * @param present whether the body has the field, without a mistake
 * @param value the value; null if the field is absent or null
 */
public record FieldValue<T>(boolean present, T value) {
  private static final FieldValue<?> ABSENT = new FieldValue<>(false, null);
  private static final FieldValue<?> NULL = new FieldValue<>(true, null);

  @SuppressWarnings("unchecked")
  public static <T> FieldValue<T> absent() {
    return (FieldValue<T>) ABSENT;
  }

  @SuppressWarnings("unchecked")
  public static <T> FieldValue<T> ofNull() {
    return (FieldValue<T>) NULL;
  }

  public static <T> FieldValue<T> of(T value) {
    return new FieldValue<>(true, value);
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
