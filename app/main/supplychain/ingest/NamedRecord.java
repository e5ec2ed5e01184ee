package supplychain.ingest;

/**
 * A record with the name by which others name it.
 *
 * @param ref null where it has none, which is a mistake
 */
record NamedRecord(LoadRecord record, String ref) {
  boolean isNamed() {
    return ref != null;
  }

  LoadKind kind() {
    return record.kind();
  }

  Ref key() {
    return new Ref(kind(), ref);
  }
}
