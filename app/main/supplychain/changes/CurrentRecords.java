package supplychain.changes;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toCollection;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jooq.DSLContext;
import supplychain.http.Caller;
import supplychain.resource.Records;
import supplychain.resource.Resource;

/**
 * The records that some changes are of, as they are now: those of the first change at least, and no
 * more once they have the bytes of a page together.
 */
final class CurrentRecords {
  private final Map<UUID, byte[]> documents = new HashMap<>();
  private final Set<UUID> tooMany = new HashSet<>();
  private int bytes;

  private CurrentRecords() {}

  static CurrentRecords of(DSLContext sql, Caller caller, List<Change> changes) {
    Map<String, Set<UUID>> ids =
        changes.stream()
            .collect(
                groupingBy(
                    Change::resource, mapping(Change::record, toCollection(LinkedHashSet::new))));
    CurrentRecords records = new CurrentRecords();
    ids.forEach((name, some) -> records.add(sql, caller, Followed.of(name).resource(), some));
    return records;
  }

  /** Those of one kind; the first of them is always read. */
  private void add(DSLContext sql, Caller caller, Resource resource, Set<UUID> ids) {
    Set<UUID> seen = resource.seen(sql, caller, ids);
    List<UUID> wanted = ids.stream().filter(seen::contains).toList();
    List<byte[]> read =
        resource.documents(sql, caller.company(), wanted, Records.MOST_PAGE_BYTES - bytes);
    for (int i = 0; i < read.size(); i++) {
      documents.put(wanted.get(i), read.get(i));
      bytes += read.get(i).length;
    }
    tooMany.addAll(wanted.subList(read.size(), wanted.size()));
  }

  /** Whether it is known what a record is now. */
  boolean isRead(UUID id) {
    return !tooMany.contains(id);
  }

  /** Its document, in UTF-8; null where there is none for the caller. */
  byte[] document(UUID id) {
    return documents.get(id);
  }
}
