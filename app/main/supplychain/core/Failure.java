package supplychain.core;

/** Ends the service or a command with an exit code. The message says in one line why. */
public final class Failure extends RuntimeException {
  private static final int FAILED = 1;
  private static final int WRONG_USE = 2;
  private static final int FOUND_MISTAKES = 3;

  private final int exitCode;

  private Failure(int exitCode, String message) {
    super(message, null, false, false);
    this.exitCode = exitCode;
  }

  /** The command or the service could not do its work. */
  public static Failure of(String message) {
    return new Failure(FAILED, message);
  }

  /** A setting or an argument is wrong. */
  public static Failure wrongUse(String message) {
    return new Failure(WRONG_USE, message);
  }

  /** The command did its work and found something wrong: a mistake, a bad backup or a warning. */
  public static Failure found(String message) {
    return new Failure(FOUND_MISTAKES, message);
  }

  public int exitCode() {
    return exitCode;
  }
}
