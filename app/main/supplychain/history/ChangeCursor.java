package supplychain.history;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.UUID;
import supplychain.core.Tokens;
import supplychain.records.registry.RecordKinds;

/**
 * The last change that a follower has read. Clients hand its text back as it is.
 *
 * @param installation which database the position belongs to
 * @param transaction the transaction of the last change; 0 before the first
 * @param from the follower has read the rows of this transaction up to this id of the history
 * @param id the id of the last change in the history
 * @param resource the resource of the last change; empty if the follower has read all changes up to
 *     the id
 */
record ChangeCursor(UUID installation, long transaction, long from, long id, String resource) {
  private static final int KIND_BYTES = 4;
  private static final byte[] KIND = Arrays.copyOf(Tokens.hash("changes"), KIND_BYTES);
  private static final int FIXED_BYTES = KIND_BYTES + 5 * Long.BYTES;

  /** The position before the first change. */
  static ChangeCursor beginning(UUID installation) {
    return after(installation, 0, 0);
  }

  /** The position after all changes up to a row of the history. */
  static ChangeCursor after(UUID installation, long transaction, long id) {
    return new ChangeCursor(installation, transaction, id, id, "");
  }

  /** The position after a change; the follower has not read the rest of its transaction. */
  ChangeCursor within(FeedChange last) {
    long start = last.transaction() == transaction ? from : 0;
    return new ChangeCursor(installation, last.transaction(), start, last.id(), last.resource());
  }

  /** Its text. */
  String text() {
    byte[] end = resource.getBytes(UTF_8);
    byte[] bytes =
        ByteBuffer.allocate(FIXED_BYTES + end.length)
            .put(KIND)
            .putLong(installation.getMostSignificantBits())
            .putLong(installation.getLeastSignificantBits())
            .putLong(transaction)
            .putLong(from)
            .putLong(id)
            .put(end)
            .array();
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** The cursor of a text; empty if the text is not a cursor. */
  static Optional<ChangeCursor> of(String text) {
    try {
      ByteBuffer bytes = ByteBuffer.wrap(Base64.getUrlDecoder().decode(text));
      byte[] kind = new byte[KIND_BYTES];
      if (bytes.remaining() < FIXED_BYTES) {
        return Optional.empty();
      }
      bytes.get(kind);
      UUID installation = new UUID(bytes.getLong(), bytes.getLong());
      long transaction = bytes.getLong();
      long from = bytes.getLong();
      long id = bytes.getLong();
      String resource = UTF_8.decode(bytes).toString();
      return Arrays.equals(kind, KIND) && (resource.isEmpty() || RecordKinds.exist(resource))
          ? Optional.of(new ChangeCursor(installation, transaction, from, id, resource))
          : Optional.empty();
    } catch (IllegalArgumentException notBase64) {
      return Optional.empty();
    }
  }
}
