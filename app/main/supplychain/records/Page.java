package supplychain.records;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jooq.DSLContext;
import supplychain.core.Caller;

/**
 * A page of a list: an array of documents, each on a line of its own.
 *
 * @param found where its records are; one more than it has documents, if there is a next page
 */
record Page(List<Cursor> found, List<byte[]> documents) {
  /** A page ends before its limit where its documents have so many bytes together. */
  static final int MOST_BYTES = 4 << 20;

  private static final byte[] BETWEEN = ",\n".getBytes(StandardCharsets.UTF_8);

  /** The first of the records that are asked for. */
  static Page read(DSLContext sql, Caller caller, RecordKind resource, ListRequest request) {
    List<Cursor> found = PageQuery.find(sql, caller, resource, request);
    List<UUID> ids = found.stream().limit(request.pageSize()).map(Cursor::id).toList();
    return new Page(found, resource.documents(sql, caller.company(), ids, MOST_BYTES));
  }

  /** The last record of it, where a next page starts. */
  Optional<Cursor> next() {
    int count = documents.size();
    return count < found.size() ? Optional.of(found.get(count - 1)) : Optional.empty();
  }

  /** The array, in UTF-8. */
  byte[] document() {
    int bytes = documents.stream().mapToInt(document -> document.length + BETWEEN.length).sum();
    int between = documents.isEmpty() ? 0 : BETWEEN.length;
    ByteBuffer array = ByteBuffer.allocate(bytes - between + 2).put((byte) '[');
    for (int i = 0; i < documents.size(); i++) {
      array.put(BETWEEN, 0, i == 0 ? 0 : BETWEEN.length).put(documents.get(i));
    }
    return array.put((byte) ']').array();
  }
}
