package supplychain.history;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Base64;
import java.util.Optional;
import java.util.UUID;
import supplychain.records.registry.RecordKinds;

/**
 * The last change that a follower has read. Clients hand its text back as it is.
 *
 * @param transaction the transaction of the last change; without one, the first of the database
 * @param from the follower has read the rows of this transaction up to this id of the history
 * @param id the id of the last change in the history
 * @param resource the resource of the last change; empty after all changes up to the id
 */
record ChangeCursor(UUID installation, long transaction, long from, long id, String resource) {
  private static final String KIND = "changes";

  /** The position after all changes up to a row of the history. */
  static ChangeCursor after(UUID installation, long transaction, long id) {
    return new ChangeCursor(installation, transaction, id, id, "");
  }

  /** The position after a change; the follower has not read the rest of its transaction. */
  ChangeCursor within(ChangeQueries.FeedChange last) {
    long start = last.transaction() == transaction ? from : 0;
    return new ChangeCursor(installation, last.transaction(), start, last.id(), last.resource());
  }

  String text() {
    String parts =
        String.join(" ", KIND, installation + "", transaction + "", from + "", id + "", resource);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(parts.getBytes(UTF_8));
  }

  static Optional<ChangeCursor> of(String text) {
    try {
      String[] parts = new String(Base64.getUrlDecoder().decode(text), UTF_8).split(" ", -1);
      if (parts.length != 6
          || !parts[0].equals(KIND)
          || !(parts[5].isEmpty() || RecordKinds.exist(parts[5]))) {
        return Optional.empty();
      }
      return Optional.of(
          new ChangeCursor(
              UUID.fromString(parts[1]),
              Long.parseLong(parts[2]),
              Long.parseLong(parts[3]),
              Long.parseLong(parts[4]),
              parts[5]));
    } catch (IllegalArgumentException notBase64OrNumbers) {
      return Optional.empty();
    }
  }
}
