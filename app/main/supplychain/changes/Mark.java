package supplychain.changes;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import supplychain.http.Tokens;

/**
 * How far somebody has followed. Clients hand its text back as it is.
 *
 * @param position the last change that was answered; 0 before the first
 * @param check what tells that change from another that has its number in another database, or in
 *     this one after an older backup was restored
 */
record Mark(long position, long check) {
  private static final int KIND_BYTES = 8;
  private static final byte[] KIND = Arrays.copyOf(Tokens.hash("changes"), KIND_BYTES);
  private static final int BYTES = KIND_BYTES + 2 * Long.BYTES;

  /** The mark of a change that is described so. */
  static Mark of(long position, String description) {
    return new Mark(position, ByteBuffer.wrap(Tokens.hash(description)).getLong());
  }

  /** Its text. */
  String text() {
    byte[] bytes = ByteBuffer.allocate(BYTES).put(KIND).putLong(position).putLong(check).array();
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** The mark of a text; empty where it is none. */
  static Optional<Mark> of(String text) {
    try {
      ByteBuffer bytes = ByteBuffer.wrap(Base64.getUrlDecoder().decode(text));
      byte[] kind = new byte[KIND_BYTES];
      if (bytes.remaining() != BYTES) {
        return Optional.empty();
      }
      bytes.get(kind);
      Mark mark = new Mark(bytes.getLong(), bytes.getLong());
      return Optional.of(mark).filter(m -> m.position >= 0 && Arrays.equals(kind, KIND));
    } catch (IllegalArgumentException notOne) {
      return Optional.empty();
    }
  }
}
