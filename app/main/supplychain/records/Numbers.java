package supplychain.records;

import static supplychain.validation.Kinds.filledText;

import com.fasterxml.jackson.databind.JsonNode;
import java.security.SecureRandom;
import org.jooq.Field;
import supplychain.validation.Body;
import supplychain.validation.Columns;
import supplychain.validation.Kind;
import supplychain.validation.Kind.Read;

/**
 * Generates the numbers by which people name a record: nine characters of Crockford's alphabet and
 * a dash, like {@code 7KQ4M-Z2PX}. They are random: writers would queue for a counter.
 */
public final class Numbers {
  private static final String ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  private static final int BEFORE_DASH = 5;
  private static final int LENGTH = 9;
  private static final SecureRandom RANDOM = new SecureRandom();

  /** The reason to refuse a client's own number. */
  public static final String TAKEN = "Another record of your company has this number.";

  private Numbers() {}

  /** The number in the body; null if it has none, or an empty one. */
  public static String own(Body body, Field<String> column) {
    Kind<String> filled = filledText(Columns.limit(column));
    String number =
        body.get("number", value -> isEmpty(value) ? Read.right("") : filled.read(value)).or("");
    return number.isEmpty() ? null : number;
  }

  private static boolean isEmpty(JsonNode value) {
    return value.isTextual() && value.asText().isEmpty();
  }

  /** The client's own number, or a new one if it is null. */
  public static String orNew(String own) {
    return own == null ? generate() : own;
  }

  /** A new number, probably free. If it is not free, the whole write runs again. */
  private static String generate() {
    StringBuilder number = new StringBuilder();
    RANDOM.ints(LENGTH, 0, ALPHABET.length()).forEach(i -> number.append(ALPHABET.charAt(i)));
    return number.insert(BEFORE_DASH, '-').toString();
  }
}
