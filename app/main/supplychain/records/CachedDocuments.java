package supplychain.records;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.Optional;
import java.util.UUID;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.database.Document;

/**
 * Keeps the documents that were read last, of the kinds with a version: companies. The database
 * decides whether a copy is still right, never a clock. So it is right with several instances too,
 * and after a change with SQL.
 */
final class CachedDocuments {
  private final long bytes;
  private final Cache<Key, Copy> copies;

  private record Key(String path, UUID company, UUID record) {}

  /**
   * A document, read after its version. So it may be newer than that; then the next look finds
   * another version, and the copy is not used.
   */
  private record Copy(String version, byte[] document) {}

  /** Keeps documents of this many bytes together; 0 keeps none. */
  CachedDocuments(long bytes) {
    this.bytes = bytes;
    this.copies =
        Caffeine.newBuilder()
            .maximumWeight(bytes)
            .<Key, Copy>weigher((key, copy) -> copy.document().length)
            .build();
  }

  /** The document, if the caller sees the record and the caller's token is live. */
  Optional<byte[]> find(DSLContext sql, RecordKind kind, Caller caller, UUID token, UUID record) {
    Document document = kind.documentFor(caller);
    if (kind.version.isEmpty() || bytes == 0 || caller.isOperator()) {
      return document.find(sql, caller, token, record);
    }
    Optional<String> version = kind.version.get().read(sql, caller, token, record);
    if (version.isEmpty()) {
      return Optional.empty();
    }
    Key key = new Key(kind.path(), caller.company(), record);
    Copy known = copies.getIfPresent(key);
    if (known != null && known.version().equals(version.get())) {
      return Optional.of(known.document());
    }
    Optional<byte[]> found = document.find(sql, caller, token, record);
    // With an empty version, the document must not be kept.
    if (!version.get().isEmpty()) {
      found.ifPresent(present -> copies.put(key, new Copy(version.get(), present)));
    }
    return found;
  }
}
