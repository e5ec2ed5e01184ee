package supplychain.changes;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jooq.DSLContext;
import supplychain.http.Caller;
import supplychain.resource.Records;

/**
 * Some changes, each in JSON, with the records as they are now.
 *
 * @param next how far they lead
 * @param isFull whether there may be more than there was room for
 */
record ChangePage(List<byte[]> changes, Mark next, boolean isFull) {
  /** How many records are read together. */
  private static final int TOGETHER = 100;

  static ChangePage empty(Mark next) {
    return new ChangePage(List.of(), next, false);
  }

  /** Those of the caller that have a number, after a mark. */
  static ChangePage read(DSLContext sql, Caller caller, Mark after, int limit) {
    Mark last = ChangeQueries.last(sql);
    List<Change> found = ChangeQueries.page(sql, caller, after.position(), last.position(), limit);
    List<byte[]> changes = new ArrayList<>();
    int bytes = 0;
    while (changes.size() < found.size() && bytes < Records.MOST_PAGE_BYTES) {
      int end = Math.min(found.size(), changes.size() + TOGETHER);
      List<Change> next = found.subList(changes.size(), end);
      CurrentRecords records = CurrentRecords.of(sql, caller, next);
      for (Change change : next) {
        if (bytes >= Records.MOST_PAGE_BYTES || !records.isRead(change.record())) {
          break;
        }
        byte[] json = change.json(records.document(change.record()));
        changes.add(json);
        bytes += json.length;
      }
    }
    boolean isFull = changes.size() == limit || changes.size() < found.size();
    long reached = isFull ? found.get(changes.size() - 1).position() : last.position();
    return new ChangePage(changes, ChangeQueries.mark(sql, reached).orElseThrow(), isFull);
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
