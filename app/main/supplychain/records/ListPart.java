package supplychain.records;

import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.UUID;
import org.jooq.DSLContext;
import supplychain.core.Caller;

/**
 * A part of a whole list, of so few bytes that many such can be held at once.
 *
 * @param text its lines
 * @param count how many records it has
 * @param next the last record of it, where the next part starts; null for the last part
 */
record ListPart(ByteArrayOutputStream text, int count, Cursor next) {
  /** A part ends where its records have so many bytes together. */
  static final int MOST_BYTES = 1 << 19;

  /** How many records are read together before it is known what they weigh. */
  static final int FIRST = 100;

  /** How many records are read together, however light they are. */
  private static final int TOGETHER = 1_000;

  /** The first of the records that are asked for. */
  static ListPart read(
      DSLContext sql, Caller caller, RecordKind resource, ListRequest request, Lines lines) {
    List<Cursor> found = PageQuery.find(sql, caller, resource, request);
    List<Cursor> wanted = found.subList(0, Math.min(found.size(), request.pageSize()));
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    List<UUID> ids = wanted.stream().map(Cursor::id).toList();
    int count = lines.write(sql, caller.company(), ids, MOST_BYTES, text);
    return new ListPart(text, count, count < found.size() ? found.get(count - 1) : null);
  }

  /** How many records the next part is asked for: those that it has if they weigh what these do. */
  int nextSize() {
    int weight = Math.max(1, text.size() / count);
    return Math.max(1, Math.min(TOGETHER, MOST_BYTES / weight));
  }
}
