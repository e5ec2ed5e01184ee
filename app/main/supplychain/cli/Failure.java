package supplychain.cli;

import picocli.CommandLine.ExitCode;

/** Why a command cannot do its work, in one line for the person who gave it. */
final class Failure extends RuntimeException {
  /** The exit code of a command that did its work and found what it looked for. */
  private static final int FOUND = 3;

  private final int exitCode;

  private Failure(int exitCode, String message) {
    super(message, null, false, false);
    this.exitCode = exitCode;
  }

  /** What was asked can never be done: a wrong setting, a wrong argument. */
  static Failure wrongUse(String message) {
    return new Failure(ExitCode.USAGE, message);
  }

  /** What was asked cannot be done here and now. */
  static Failure of(String message) {
    return new Failure(ExitCode.SOFTWARE, message);
  }

  /** What was asked was done, and mistakes were found. */
  static Failure found(String message) {
    return new Failure(FOUND, message);
  }

  int exitCode() {
    return exitCode;
  }
}
