package supplychain.database;

/** The token of a write was revoked, or expired, before the write was committed. */
public final class RevokedException extends RuntimeException {
  private static final long serialVersionUID = 1L;
}
