package supplychain.records;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.UUID;

/**
 * The last record of a page: its id, and its time if the list is ordered by a time. The next page
 * starts after it. Clients send its text back unchanged.
 */
record Cursor(UUID id, OffsetDateTime moment) {
  private static final int LAST_YEAR = 9999;

  String text(String list) {
    return PagePlace.written(list, id + " " + moment.toInstant());
  }

  /** Reads the place of a cursor; empty if the text is none. */
  static Optional<Cursor> of(String place) {
    String[] parts = place.split(" ", -1);
    if (parts.length != 2) {
      return Optional.empty();
    }
    try {
      OffsetDateTime moment = Instant.parse(parts[1]).atOffset(ZoneOffset.UTC);
      return Optional.of(new Cursor(UUID.fromString(parts[0]), moment))
          .filter(cursor -> moment.getYear() > 0 && moment.getYear() <= LAST_YEAR);
    } catch (IllegalArgumentException | DateTimeException notOne) {
      return Optional.empty();
    }
  }
}
