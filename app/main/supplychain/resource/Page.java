package supplychain.resource;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** A page of a list, while it is put together: an array of documents, each on a line of its own. */
final class Page {
  /** A page ends before its limit where its documents have so many bytes together. */
  static final int MOST_BYTES = 4 << 20;

  /** How many documents are read together. */
  private static final int TOGETHER = 100;

  private static final byte[] BETWEEN = ",\n".getBytes(StandardCharsets.UTF_8);

  private final List<Cursor> found;
  private final int size;
  private final ByteArrayOutputStream document = new ByteArrayOutputStream();
  private int count;

  /**
   * A page with nothing on it.
   *
   * @param found where its records are; one more than its size, if there is a next page
   */
  Page(List<Cursor> found, int size) {
    this.found = found;
    this.size = Math.min(size, found.size());
    document.write('[');
  }

  /** Whether there is room for more, and more to put there. */
  boolean wantsMore() {
    return count < size && document.size() < MOST_BYTES;
  }

  /** Which records come next. */
  List<UUID> nextIds() {
    return found.subList(count, Math.min(size, count + TOGETHER)).stream().map(Cursor::id).toList();
  }

  /** Puts the next documents on it, as many as there is room for. */
  void add(Map<UUID, byte[]> documents) {
    for (int left = documents.size(); left > 0 && wantsMore(); left--) {
      if (count > 0) {
        document.writeBytes(BETWEEN);
      }
      document.writeBytes(documents.get(found.get(count).id()));
      count++;
    }
  }

  /** The last record of it, where a next page starts. */
  Optional<Cursor> next() {
    return count < found.size() ? Optional.of(found.get(count - 1)) : Optional.empty();
  }

  /** The array, in UTF-8. */
  byte[] document() {
    ByteArrayOutputStream whole = new ByteArrayOutputStream(document.size() + 1);
    whole.writeBytes(document.toByteArray());
    whole.write(']');
    return whole.toByteArray();
  }
}
