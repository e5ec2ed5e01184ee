package supplychain.records;

import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.UUID;
import supplychain.validation.Formats;

/**
 * The last record of a page: its id, and its time if the list is ordered by a time. The next page
 * starts after it. Clients send its text back unchanged.
 */
record Cursor(UUID id, OffsetDateTime moment) {
  String text(String list) {
    return PagePlace.written(list, id + " " + moment.toInstant());
  }

  /** Reads the place of a cursor; empty if the text is none. */
  static Optional<Cursor> of(String place) {
    String[] parts = place.split(" ", 2);
    return Formats.uuid(parts[0])
        .filter(id -> parts.length == 2)
        .flatMap(id -> Formats.dateTime(parts[1]).map(moment -> new Cursor(id, moment)));
  }
}
