package supplychain.history;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.records.Reads;
import supplychain.records.RecordKind;
import supplychain.records.registry.RecordKinds;

/**
 * The present documents of the records in a page of changes. Each record is read once, together
 * with others of its kind, until the documents fill the page.
 */
final class CurrentRecords {
  /** The records of so many changes are read together. */
  private static final int TOGETHER = 100;

  private final DSLContext sql;
  private final Caller caller;

  /** The documents; null if the caller cannot read the record. */
  private final Map<UUID, byte[]> documents = new HashMap<>();

  private int bytes;

  CurrentRecords(DSLContext sql, Caller caller) {
    this.sql = sql;
    this.caller = caller;
  }

  /**
   * Returns whether the record of the first of these changes has been read. The first record of a
   * page is always read.
   */
  boolean reach(List<FeedChange> changes) {
    FeedChange first = changes.get(0);
    if (!documents.containsKey(first.record()) && bytes < Reads.MOST_PAGE_BYTES) {
      List<UUID> unknown =
          changes.stream()
              .limit(TOGETHER)
              .filter(change -> change.resource().equals(first.resource()))
              .map(FeedChange::record)
              .filter(record -> !documents.containsKey(record))
              .distinct()
              .toList();
      read(RecordKinds.named(first.resource()), unknown);
    }
    return documents.containsKey(first.record());
  }

  /** Reads these records until they fill the page. */
  private void read(RecordKind resource, List<UUID> ids) {
    Set<UUID> seen = resource.seen(sql, caller, ids);
    List<UUID> wanted = ids.stream().filter(seen::contains).toList();
    ids.stream().filter(id -> !seen.contains(id)).forEach(id -> documents.put(id, null));
    List<byte[]> read = resource.documents(sql, caller, wanted, Reads.MOST_PAGE_BYTES - bytes);
    for (int i = 0; i < read.size(); i++) {
      documents.put(wanted.get(i), read.get(i));
      bytes += read.get(i).length;
    }
  }

  /** The document of a record, in UTF-8; null if the caller cannot read the record. */
  byte[] document(UUID id) {
    return documents.get(id);
  }
}
