package supplychain.records;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
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

  String text(String list) {
    String text = mark(list) + " " + id + " " + moment.toInstant();
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** Reads a cursor; empty if the text is not one, or is of another list. */
  static Optional<Cursor> of(String text, String list) {
    try {
      byte[] bytes = Base64.getUrlDecoder().decode(text);
      String[] parts = new String(bytes, StandardCharsets.UTF_8).split(" ", -1);
      if (parts.length != 3 || !parts[0].equals(mark(list))) {
        return Optional.empty();
      }
      OffsetDateTime moment = Instant.parse(parts[2]).atOffset(ZoneOffset.UTC);
      return Optional.of(new Cursor(UUID.fromString(parts[1]), moment))
          .filter(cursor -> moment.getYear() > 0 && moment.getYear() <= LAST_YEAR);
    } catch (IllegalArgumentException | DateTimeException notOne) {
      return Optional.empty();
    }
  }

  private static String mark(String list) {
    return HexFormat.of().formatHex(Arrays.copyOf(Tokens.hash(list), MARK_BYTES));
  }
}
