package supplychain.history;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.records.Reads;

/**
 * Some changes, each in JSON, with the records as they are now.
 *
 * @param next how far they lead: to the last of them, for what others write is nobody's business
 * @param seen the last number that was looked at
 * @param isFull whether there may be more than there was room for
 * @param isLate whether there may be some that have no number yet, and the time for that is over
 */
record ChangePage(List<byte[]> changes, Mark next, long seen, boolean isFull, boolean isLate) {
  /** What leads to the last change of the caller that has a number. */
  static ChangePage now(DSLContext sql, Caller caller) {
    long last = ChangeQueries.last(sql, caller);
    return new ChangePage(
        List.of(), ChangeQueries.mark(sql, last).orElseThrow(), last, false, false);
  }

  /** Those of the caller that have a number, after a mark. */
  static ChangePage read(DSLContext sql, Caller caller, Mark after, int limit, boolean isLate) {
    long last = ChangeQueries.last(sql);
    List<FeedChange> found = ChangeQueries.page(sql, caller, after.position(), last, limit);
    List<byte[]> changes = new ArrayList<>();
    CurrentRecords records = new CurrentRecords(sql, caller);
    int bytes = 0;
    for (int i = 0; i < found.size() && bytes < Reads.MOST_PAGE_BYTES; i++) {
      if (!records.reach(found.subList(i, found.size()))) {
        break;
      }
      FeedChange change = found.get(i);
      byte[] json = change.json(records.document(change.record()));
      changes.add(json);
      bytes += json.length;
    }
    boolean isFull = changes.size() == limit || changes.size() < found.size();
    Mark next = after;
    if (!changes.isEmpty()) {
      long reached = found.get(changes.size() - 1).position();
      next = ChangeQueries.mark(sql, reached).orElseThrow();
    }
    return new ChangePage(changes, next, last, isFull, isLate);
  }

  /** As an array, each change on a line of its own. */
  byte[] array() {
    return joined("[", ",\n", "]");
  }

  /** As lines. */
  byte[] lines() {
    return joined("", "\n", changes.isEmpty() ? "" : "\n");
  }

  private byte[] joined(String before, String between, String after) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(before.getBytes(StandardCharsets.UTF_8));
    for (int i = 0; i < changes.size(); i++) {
      all.writeBytes((i == 0 ? "" : between).getBytes(StandardCharsets.UTF_8));
      all.writeBytes(changes.get(i));
    }
    all.writeBytes(after.getBytes(StandardCharsets.UTF_8));
    return all.toByteArray();
  }
}
