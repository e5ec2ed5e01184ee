package supplychain.resource;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
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
  private final List<byte[]> documents = new ArrayList<>();
  private int bytes;

  /**
   * A page with nothing on it.
   *
   * @param found where its records are; one more than its size, if there is a next page
   */
  Page(List<Cursor> found, int size) {
    this.found = found;
    this.size = Math.min(size, found.size());
  }

  /** Whether there is room for more, and more to put there. */
  boolean wantsMore() {
    return documents.size() < size && bytes < MOST_BYTES;
  }

  /** Which records come next: about as many as there is room for. */
  List<UUID> nextIds() {
    int count = documents.size();
    int together = Math.min(TOGETHER, Part.fitting(count, bytes, room()));
    return found.subList(count, Math.min(size, count + together)).stream().map(Cursor::id).toList();
  }

  /** How many bytes there is room for; the last document may have more. */
  int room() {
    return MOST_BYTES - bytes;
  }

  /** Puts the next documents on it. */
  void add(List<byte[]> next) {
    documents.addAll(next);
    next.forEach(document -> bytes += document.length + BETWEEN.length);
  }

  /** The last record of it, where a next page starts. */
  Optional<Cursor> next() {
    int count = documents.size();
    return count < found.size() ? Optional.of(found.get(count - 1)) : Optional.empty();
  }

  /** The array, in UTF-8. */
  byte[] document() {
    int between = documents.isEmpty() ? 0 : BETWEEN.length;
    ByteBuffer array = ByteBuffer.allocate(bytes - between + 2).put((byte) '[');
    for (int i = 0; i < documents.size(); i++) {
      array.put(BETWEEN, 0, i == 0 ? 0 : BETWEEN.length).put(documents.get(i));
    }
    return array.put((byte) ']').array();
  }
}
