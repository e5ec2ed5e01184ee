package supplychain.records;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.Function;
import supplychain.core.Tokens;
import supplychain.validation.FieldValue;
import supplychain.validation.ValueType;
import supplychain.validation.ValueType.Read;

/** The text of a cursor: where a page ended, and a mark of the list to which it belongs. */
public final class PagePlace {
  public static final String LIMIT = "limit";
  public static final String CURSOR = "cursor";

  private static final int MARK_BYTES = 8;

  private PagePlace() {}

  /** The cursor of a place in the list with this query. */
  public static String written(String list, String place) {
    byte[] bytes = (mark(list) + " " + place).getBytes(UTF_8);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** The query of the next page, from the query without its cursor and limit. */
  public static String next(String query, FieldValue<Integer> limit, String cursor) {
    String limited = limit.hasValue() ? LIMIT + "=" + limit.value() + "&" : "";
    return (query.isEmpty() ? "" : query + "&") + limited + CURSOR + "=" + cursor;
  }

  /**
   * A cursor of the list with this query. {@code place} reads the place in the cursor, and is empty
   * for a text that is none.
   */
  public static <T> ValueType<T> of(String list, Function<String, Optional<T>> place) {
    return value ->
        read(value.asText(), list)
            .flatMap(place)
            .map(Read::right)
            .orElse(
                Read.wrong(
                    "cursor", "is not a cursor of this list. Use the whole address in Link."));
  }

  /** The place of a cursor; empty if the text is not one, or is of another list. */
  static Optional<String> read(String cursor, String list) {
    try {
      String text = new String(Base64.getUrlDecoder().decode(cursor), UTF_8);
      String start = mark(list) + " ";
      return text.startsWith(start)
          ? Optional.of(text.substring(start.length()))
          : Optional.empty();
    } catch (IllegalArgumentException notOne) {
      return Optional.empty();
    }
  }

  private static String mark(String list) {
    return HexFormat.of().formatHex(Arrays.copyOf(Tokens.hash(list), MARK_BYTES));
  }
}
