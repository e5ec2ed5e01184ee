package supplychain.ingest;

/** A database that holds records of others, among which the demo would not be told apart. */
public final class OtherRecordsException extends RuntimeException {
  OtherRecordsException() {
    super("The database holds other records; the demo needs an empty one.", null, false, false);
  }
}
