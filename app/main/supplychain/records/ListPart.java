package supplychain.records;

import java.util.List;
import java.util.UUID;
import org.jooq.DSLContext;
import supplychain.core.Caller;

/**
 * A part of a list: a page, or a part of a whole list that is small enough to keep many of them in
 * memory at once.
 *
 * @param next the last record; the next part starts after it; null for the last part
 */
record ListPart(List<byte[]> records, Cursor next) {
  /** The number of records in the first part, before the service knows their size. */
  static final int FIRST = 100;

  /** The most records in a part of a whole list. */
  private static final int TOGETHER = 1_000;

  /** Reads the first part of a list, which ends at this number of bytes. */
  static ListPart read(
      DSLContext sql,
      Caller caller,
      RecordKind kind,
      ListRequest request,
      ListFormat format,
      int mostBytes) {
    List<Cursor> found = new PageQuery(kind, request).find(sql, caller);
    List<UUID> ids = found.stream().limit(request.pageSize()).map(Cursor::id).toList();
    List<byte[]> records = format.records(sql, caller, kind, request.style(), ids, mostBytes);
    int count = records.size();
    return new ListPart(records, count < found.size() ? found.get(count - 1) : null);
  }

  int bytes() {
    return records.stream().mapToInt(record -> record.length).sum();
  }

  /** The number of records for the next part, if they have the same size on average. */
  int nextSize() {
    int weight = Math.max(1, bytes() / records.size());
    return Math.max(1, Math.min(TOGETHER, Reads.MOST_PART_BYTES / weight));
  }
}
