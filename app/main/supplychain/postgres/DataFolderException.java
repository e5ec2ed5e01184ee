package supplychain.postgres;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A data folder that cannot serve; the message tells a person which one, why and what to do. */
public final class DataFolderException extends RuntimeException {
  private static final long LITTLE_SPACE = 64L << 20;

  DataFolderException(Path folder, String problem, String remedy) {
    super(message(folder, problem, remedy));
  }

  private DataFolderException(Path folder, String problem, String remedy, Throwable cause) {
    super(message(folder, problem, remedy), cause);
  }

  /** What the file system refused. */
  static DataFolderException of(Path folder, IOException cause) {
    String reason =
        cause instanceof AccessDeniedException
            ? "user " + System.getProperty("user.name") + " may not use " + cause.getMessage()
            : cause.getMessage();
    return failure(
        folder,
        reason,
        "Make it writable for the service's user, or choose another with --data.",
        cause);
  }

  /** What a program of PostgreSQL refused; a full disk is named, being the usual cause. */
  static DataFolderException failure(
      Path folder, String problem, String remedy, Throwable... cause) {
    long free = freeBytes(folder);
    String advice =
        free < LITTLE_SPACE ? "Only " + (free >> 20) + " MB are free there: make room." : remedy;
    return cause.length == 0
        ? new DataFolderException(folder, problem, advice)
        : new DataFolderException(folder, problem, advice, cause[0]);
  }

  /**
   * What fails in a folder whose disk is full; the usual cause, and PostgreSQL may have died of it.
   */
  static RuntimeException ofFullDisk(Path folder, RuntimeException cause) {
    return freeBytes(folder) < LITTLE_SPACE
        ? failure(folder, "its disk is full", "", cause)
        : cause;
  }

  private static String message(Path folder, String problem, String remedy) {
    return "The data folder " + folder + " cannot be used: " + problem + ". " + remedy;
  }

  private static long freeBytes(Path folder) {
    try {
      return Files.getFileStore(folder).getUsableSpace();
    } catch (IOException unknown) {
      return Long.MAX_VALUE; // Only the advice depends on it.
    }
  }
}
