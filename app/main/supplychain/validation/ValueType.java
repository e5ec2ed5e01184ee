package supplychain.validation;

import com.fasterxml.jackson.databind.JsonNode;

/** A type of value that a field can have; see {@link ValueTypes}. */
@FunctionalInterface
public interface ValueType<T> {
  /** Reads a value that is not null. */
  Read<T> read(JsonNode value);

  /**
   * The value that was read, or null and a mistake: its code, and a rule that the finding says
   * after the value, such as "must be a string.".
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
