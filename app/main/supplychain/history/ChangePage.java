package supplychain.history;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.core.Json;
import supplychain.history.ChangeQueries.FeedChange;
import supplychain.records.Reads;
import supplychain.records.RecordKind;
import supplychain.records.registry.RecordKinds;

/**
 * Some changes, each in JSON, with the records as they are now.
 *
 * @param next the position after the last change; changes of other companies do not move it
 * @param seen the page has considered all changes of transactions before this one
 */
record ChangePage(List<String> changes, ChangeCursor next, long seen) {
  static ChangePage now(DSLContext sql, Caller caller) {
    ChangeFeed feed = ChangeFeed.now(sql);
    return new ChangePage(List.of(), ChangeQueries.last(sql, caller, feed), feed.horizon());
  }

  /** The caller's changes after a cursor; after null, from the first change. */
  static ChangePage read(DSLContext sql, Caller caller, ChangeCursor cursor, int limit) {
    ChangeFeed feed = ChangeFeed.now(sql);
    ChangeCursor after = cursor == null ? feed.beginning() : cursor;
    feed.require(sql, after);
    // The extra change tells whether the last transaction of the page is complete.
    List<FeedChange> found = ChangeQueries.page(sql, caller, after, feed.horizon(), limit + 1);
    List<String> changes = documents(sql, caller, found.subList(0, Math.min(limit, found.size())));
    return new ChangePage(changes, next(after, found, changes.size()), feed.horizon());
  }

  /** The changes in JSON: the first one, and more until their records fill the page. */
  private static List<String> documents(DSLContext sql, Caller caller, List<FeedChange> found) {
    Map<UUID, byte[]> records = records(sql, caller, found);
    List<String> changes = new ArrayList<>();
    int bytes = 0;
    for (FeedChange change : found) {
      if (bytes >= Reads.MOST_PAGE_BYTES || !records.containsKey(change.record())) {
        break;
      }
      byte[] record = records.get(change.record());
      changes.add(json(change, record));
      bytes += record == null ? 0 : record.length;
    }
    return changes;
  }

  /**
   * The present documents of the changed records, until they fill the page; null if the caller
   * cannot read a record. Each record is read once, together with the others of its kind.
   */
  private static Map<UUID, byte[]> records(DSLContext sql, Caller caller, List<FeedChange> found) {
    Map<String, Set<UUID>> ids = new LinkedHashMap<>();
    for (FeedChange change : found) {
      ids.computeIfAbsent(change.resource(), kind -> new LinkedHashSet<>()).add(change.record());
    }
    Map<UUID, byte[]> records = new HashMap<>();
    int bytes = 0;
    for (String resource : ids.keySet()) {
      RecordKind kind = RecordKinds.named(resource);
      Set<UUID> seen = kind.seen(sql, caller, ids.get(resource));
      ids.get(resource).stream()
          .filter(id -> !seen.contains(id))
          .forEach(id -> records.put(id, null));
      List<UUID> wanted = ids.get(resource).stream().filter(seen::contains).toList();
      int left = Reads.MOST_PAGE_BYTES - bytes;
      List<byte[]> read = left > 0 ? kind.documents(sql, caller, wanted, left) : List.of();
      for (int i = 0; i < read.size(); i++) {
        records.put(wanted.get(i), read.get(i));
        bytes += read.get(i).length;
      }
    }
    return records;
  }

  /** The JSON of a change, with the present document of its record; null if it cannot be read. */
  private static String json(FeedChange change, byte[] record) {
    ObjectNode json = (ObjectNode) Json.trusted(change.change());
    json.put("path", RecordKinds.named(change.resource()).path() + change.record() + "/");
    if (record == null) {
      boolean isErased = json.get("operation").asText().equals("ERASED");
      return json.put("operation", isErased ? "ERASED" : "GONE").putNull("record").toString();
    }
    String document = new String(record, StandardCharsets.UTF_8);
    return json.putRawValue("record", new RawValue(document)).toString();
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
}
