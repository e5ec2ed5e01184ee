package supplychain.validation;

import com.fasterxml.jackson.databind.JsonNode;

/** How the value of a field is read and what it must be; see {@link Kinds}. */
@FunctionalInterface
public interface Kind<T> {
  /** Reads one value that is there and not null. */
  Read<T> read(JsonNode value);

  /**
   * What came of reading a value: the value, or what is wrong with it.
   *
   * @param value null when it is wrong
   * @param code the finding's code; null when it is right
   * @param detail the finding's text; null when it is right
   */
  record Read<T>(T value, String code, String detail) {
    /** A value as it must be. */
    public static <T> Read<T> right(T value) {
      return new Read<>(value, null, null);
    }

    /** A value that is refused. */
    public static <T> Read<T> wrong(String code, String detail) {
      return new Read<>(null, code, detail);
    }

    /** Whether it is refused. */
    public boolean isWrong() {
      return code != null;
    }
  }
}
