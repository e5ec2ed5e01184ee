package supplychain.records;

import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.UUID;
import org.jooq.DSLContext;
import supplychain.core.Caller;

/**
 * A part of a whole list, small enough to keep many parts in memory at once.
 *
 * @param text its lines
 * @param count the number of records
 * @param next the last record; the next part starts after it; null for the last part
 */
record ListPart(ByteArrayOutputStream text, int count, Cursor next) {
  /** The size at which a part ends, in bytes. */
  static final int MOST_BYTES = 1 << 19;

  /** The number of records in the first part, before the service knows their size. */
  static final int FIRST = 100;

  /** The most records in a part. */
  private static final int TOGETHER = 1_000;

  /** Reads the first part of a list. */
  static ListPart read(
      DSLContext sql, Caller caller, RecordKind resource, ListRequest request, Lines lines) {
    List<Cursor> found = PageQuery.find(sql, caller, resource, request);
    List<Cursor> wanted = found.subList(0, Math.min(found.size(), request.pageSize()));
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    List<UUID> ids = wanted.stream().map(Cursor::id).toList();
    int count = lines.write(sql, caller, ids, MOST_BYTES, text);
    return new ListPart(text, count, count < found.size() ? found.get(count - 1) : null);
  }

  /** The number of records for the next part, if they have the same size on average. */
  int nextSize() {
    int weight = Math.max(1, text.size() / count);
    return Math.max(1, Math.min(TOGETHER, MOST_BYTES / weight));
  }
}
