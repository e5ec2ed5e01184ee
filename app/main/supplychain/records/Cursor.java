package supplychain.records;

import java.nio.ByteBuffer;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.UUID;
import supplychain.core.Tokens;

/**
 * The last record of a page: its id, and its time if the list is ordered by a time. The next page
 * starts after it. Clients send its text back unchanged.
 */
record Cursor(UUID id, OffsetDateTime moment) {
  private static final int MARK_BYTES = 8;
  private static final int LAST_YEAR = 9999;
  private static final int BYTES = MARK_BYTES + 3 * Long.BYTES + Integer.BYTES;

  /**
   * Its text.
   *
   * @param list the query of the list
   */
  String text(String list) {
    byte[] bytes =
        ByteBuffer.allocate(BYTES)
            .put(mark(list))
            .putLong(id.getMostSignificantBits())
            .putLong(id.getLeastSignificantBits())
            .putLong(moment.toEpochSecond())
            .putInt(moment.getNano())
            .array();
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** Reads a cursor; empty if the text is not one, or is of another list. */
  static Optional<Cursor> of(String text, String list) {
    try {
      ByteBuffer bytes = ByteBuffer.wrap(Base64.getUrlDecoder().decode(text));
      byte[] mark = new byte[MARK_BYTES];
      if (bytes.remaining() != BYTES) {
        return Optional.empty();
      }
      bytes.get(mark);
      if (!Arrays.equals(mark, mark(list))) {
        return Optional.empty();
      }
      UUID id = new UUID(bytes.getLong(), bytes.getLong());
      long second = ChronoField.INSTANT_SECONDS.checkValidValue(bytes.getLong());
      int nano = ChronoField.NANO_OF_SECOND.checkValidIntValue(bytes.getInt());
      OffsetDateTime moment = Instant.ofEpochSecond(second, nano).atOffset(ZoneOffset.UTC);
      return Optional.of(new Cursor(id, moment)).filter(cursor -> isOfOurEra(moment));
    } catch (IllegalArgumentException | DateTimeException notOne) {
      return Optional.empty();
    }
  }

  private static boolean isOfOurEra(OffsetDateTime moment) {
    return moment.getYear() > 0 && moment.getYear() <= LAST_YEAR;
  }

  private static byte[] mark(String list) {
    return Arrays.copyOf(Tokens.hash(list), MARK_BYTES);
  }
}
