package supplychain.cli;

import picocli.CommandLine.ExitCode;

/** A command cannot do its work. The message tells the user why, in one line. */
final class Failure extends RuntimeException {
  /** The exit code of verify if it found mistakes. */
  private static final int FOUND = 3;

  private final int exitCode;

  private Failure(int exitCode, String message) {
    super(message, null, false, false);
    this.exitCode = exitCode;
  }

  /** A setting or an argument is wrong. */
  static Failure wrongUse(String message) {
    return new Failure(ExitCode.USAGE, message);
  }

  /** The command failed, and may succeed at another time. */
  static Failure of(String message) {
    return new Failure(ExitCode.SOFTWARE, message);
  }

  /** The command did its work and found mistakes. */
  static Failure found(String message) {
    return new Failure(FOUND, message);
  }

  int exitCode() {
    return exitCode;
  }
}
