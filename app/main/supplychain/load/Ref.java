package supplychain.load;

/** A ref of a kind. */
record Ref(LoadKind kind, String text) {}
