package supplychain.resource;

import java.io.ByteArrayOutputStream;
import java.util.List;
import org.jooq.DSLContext;
import supplychain.http.Caller;

/**
 * A part of a whole list, of so few bytes that many such can be held at once.
 *
 * @param text its lines
 * @param count how many records it has
 * @param next the last record of it, where the next part starts; null for the last part
 */
record Part(ByteArrayOutputStream text, int count, Cursor next) {
  /** A part ends where its records have so many bytes together. */
  static final int MOST_BYTES = 1 << 19;

  /** How many records are read together before it is known what they weigh. */
  static final int FIRST = 100;

  /** How many records are read together, however light they are. */
  private static final int TOGETHER = 1_000;

  /** How many times as many records as in one part are asked for in the next. */
  private static final int GROWTH = 4;

  /** The first of the records that are asked for. */
  static Part read(
      DSLContext sql, Caller caller, Resource resource, ListRequest request, Lines lines) {
    List<Cursor> found = PageQuery.find(sql, caller, resource, request);
    List<Cursor> wanted = found.subList(0, Math.min(found.size(), request.pageSize()));
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    int count =
        wanted.isEmpty()
            ? 0
            : lines.write(
                sql, caller.company(), wanted.stream().map(Cursor::id).toList(), MOST_BYTES, text);
    return new Part(text, count, count < found.size() ? found.get(count - 1) : null);
  }

  /**
   * How many records the next part is asked for, if they weigh what these do. PostgreSQL writes all
   * that are asked for, also those that it need not send: where a heavy one follows on a light one,
   * these are few.
   */
  int nextSize() {
    int most = Math.min(TOGETHER, count * GROWTH);
    return Math.min(most, fitting(count, text.size(), MOST_BYTES));
  }

  /** How many records have so many bytes together, at least one, if each weighs what some do. */
  static int fitting(int count, int bytes, int most) {
    return count == 0 ? Integer.MAX_VALUE : Math.max(1, most / Math.max(1, bytes / count));
  }
}
