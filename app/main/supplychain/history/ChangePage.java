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
 * @param next the position after the last change; changes of other companies do not move it
 * @param seen the page has considered all changes of transactions before this one
 */
record ChangePage(List<byte[]> changes, ChangeCursor next, long seen) {
  /** An empty page at the caller's last change. */
  static ChangePage now(DSLContext sql, Caller caller) {
    ChangeFeed feed = ChangeFeed.now(sql);
    return new ChangePage(List.of(), ChangeQueries.last(sql, caller, feed), feed.horizon());
  }

  /**
   * The caller's changes after a cursor; after null, from the first change.
   *
   * @throws supplychain.core.Problem CURSOR_EXPIRED if the cursor is not of this database
   */
  static ChangePage read(DSLContext sql, Caller caller, ChangeCursor cursor, int limit) {
    ChangeFeed feed = ChangeFeed.now(sql);
    ChangeCursor after = cursor == null ? ChangeCursor.beginning(feed.installation()) : cursor;
    feed.require(sql, after);
    // The extra change tells whether the last transaction of the page is complete.
    List<FeedChange> found = ChangeQueries.page(sql, caller, after, feed.horizon(), limit + 1);
    List<byte[]> changes = documents(sql, caller, found, limit);
    return new ChangePage(changes, next(after, found, changes.size()), feed.horizon());
  }

  private static List<byte[]> documents(
      DSLContext sql, Caller caller, List<FeedChange> found, int limit) {
    List<byte[]> changes = new ArrayList<>();
    CurrentRecords records = new CurrentRecords(sql, caller);
    int most = Math.min(limit, found.size());
    int bytes = 0;
    for (int i = 0; i < most && bytes < Reads.MOST_PAGE_BYTES; i++) {
      if (!records.reach(found.subList(i, most))) {
        break;
      }
      FeedChange change = found.get(i);
      byte[] json = change.json(records.document(change.record()));
      changes.add(json);
      bytes += json.length;
    }
    return changes;
  }

  private static ChangeCursor next(ChangeCursor after, List<FeedChange> found, int read) {
    if (read == 0) {
      return after;
    }
    FeedChange last = found.get(read - 1);
    boolean isWithin = read < found.size() && found.get(read).transaction() == last.transaction();
    return isWithin
        ? after.within(last)
        : ChangeCursor.after(after.installation(), last.transaction(), last.id());
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
