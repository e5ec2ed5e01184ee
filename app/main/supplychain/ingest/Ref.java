package supplychain.ingest;

/** A ref of a kind. */
record Ref(LoadKind kind, String text) {}
