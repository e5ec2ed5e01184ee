package supplychain.records;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.Optional;
import java.util.UUID;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.database.Document.Copy;

/**
 * Keeps the documents that were read last. The rows of a document decide whether its copy is still
 * right, never a clock. So it is right with several instances too, and after a change with SQL.
 */
final class CachedDocuments {
  private final long bytes;
  private final Cache<Key, Copy> copies;

  private record Key(String path, UUID company, UUID record) {}

  /** Keeps documents of this many bytes together; 0 keeps none. */
  CachedDocuments(long bytes) {
    this.bytes = bytes;
    this.copies =
        Caffeine.newBuilder()
            .maximumWeight(bytes)
            .<Key, Copy>weigher((key, copy) -> copy.document().length)
            .build();
  }

  Optional<byte[]> find(DSLContext sql, RecordKind kind, Caller caller, UUID record) {
    if (!kind.isVersioned || bytes == 0 || caller.isOperator()) {
      return kind.find(sql, caller, record);
    }
    Key key = new Key(kind.path(), caller.company(), record);
    Optional<Copy> read = kind.copy(sql, caller, record, copies.getIfPresent(key));
    read.ifPresent(present -> copies.put(key, present));
    return read.map(Copy::document);
  }
}
