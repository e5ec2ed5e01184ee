package supplychain.database;

/** A database whose schema this jar cannot work on; the message tells a person what to do. */
public final class SchemaException extends RuntimeException {
  SchemaException(String message) {
    super(message);
  }
}
