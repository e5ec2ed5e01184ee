package supplychain.database;

/** This jar cannot work with the schema of the database. The message says what to do. */
public final class SchemaException extends RuntimeException {
  SchemaException(String message) {
    super(message);
  }
}
