package supplychain.records;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.Optional;
import java.util.UUID;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.database.VersionedDocument;
import supplychain.database.VersionedDocument.Copy;

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
    VersionedDocument versioned = kind.versioned();
    if (versioned == null || bytes == 0 || caller.isOperator()) {
      return kind.find(sql, caller, record);
    }
    Key key = new Key(kind.path(), caller.company(), record);
    Copy copy = copies.getIfPresent(key);
    if (copy != null
        && versioned.version(sql, caller, record).equals(Optional.of(copy.version()))) {
      return Optional.of(copy.document());
    }
    Optional<Copy> read = versioned.copy(sql, caller, record);
    read.ifPresent(present -> copies.put(key, present));
    return read.map(Copy::document);
  }
}
