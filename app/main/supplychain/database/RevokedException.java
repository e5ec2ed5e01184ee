package supplychain.database;

/** The token with which somebody writes was revoked, or has expired, before the write was done. */
public final class RevokedException extends RuntimeException {
  private static final long serialVersionUID = 1L;
}
