package supplychain.validation;

import com.fasterxml.jackson.databind.JsonNode;

/** A type of value that a field can have; see {@link ValueTypes}. */
@FunctionalInterface
public interface ValueType<T> {
  /** Reads a value that is not null. */
  Read<T> read(JsonNode value);

  /**
   * The result of reading a value: the value or a mistake.
   *
   * @param value null if there is a mistake
   * @param code the code of the finding; null if there is no mistake
   * @param rule what the finding says after the value, such as "must be a string."; null if there
   *     is no mistake
   */
  record Read<T>(T value, String code, String rule) {
    public static <T> Read<T> right(T value) {
      return new Read<>(value, null, null);
    }

    public static <T> Read<T> wrong(String code, String rule) {
      return new Read<>(null, code, rule);
    }

    public boolean isWrong() {
      return code != null;
    }
  }
}
