package supplychain.validation;

import com.fasterxml.jackson.databind.JsonNode;

/** A kind of value that a field can have; see {@link Kinds}. */
@FunctionalInterface
public interface Kind<T> {
  /** Reads a value that is not null. */
  Read<T> read(JsonNode value);

  /**
   * The result of reading a value: the value or a mistake.
   *
   * @param value null if there is a mistake
   * @param code the code of the finding; null if there is no mistake
   * @param detail the text of the finding; null if there is no mistake
   */
  record Read<T>(T value, String code, String detail) {
    public static <T> Read<T> right(T value) {
      return new Read<>(value, null, null);
    }

    public static <T> Read<T> wrong(String code, String detail) {
      return new Read<>(null, code, detail);
    }

    public boolean isWrong() {
      return code != null;
    }
  }
}
