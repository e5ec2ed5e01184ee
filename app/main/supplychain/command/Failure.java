package supplychain.command;

import picocli.CommandLine.ExitCode;

/** Why a command cannot do its work, in one line for the person who gave it. */
final class Failure extends RuntimeException {
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

  int exitCode() {
    return exitCode;
  }
}
