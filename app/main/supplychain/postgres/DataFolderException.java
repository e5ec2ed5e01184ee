package supplychain.postgres;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A data folder cannot be used. The message tells the user which one, why, and what to do. */
public final class DataFolderException extends RuntimeException {
  private static final long LITTLE_SPACE = 64L << 20;

  DataFolderException(Path folder, String problem, String remedy) {
    super("The data folder " + folder + " cannot be used: " + problem + ". " + remedy);
  }

  /** The file system refused an access. */
  static DataFolderException of(Path folder, IOException cause) {
    String reason =
        cause instanceof AccessDeniedException
            ? "user " + System.getProperty("user.name") + " may not use " + cause.getMessage()
            : cause.getMessage();
    return failure(
        folder, reason, "Make it writable for the service's user, or choose another with --data.");
  }

  /** A program of PostgreSQL failed. The usual cause is a full disk. */
  static DataFolderException failure(Path folder, String problem, String remedy) {
    long free = freeBytes(folder);
    return new DataFolderException(
        folder,
        problem,
        free < LITTLE_SPACE ? "Only " + (free >> 20) + " MB are free there: make room." : remedy);
  }

  /** The failure itself, or a full disk, which is its usual cause. */
  static RuntimeException ofFullDisk(Path folder, RuntimeException failure) {
    return freeBytes(folder) < LITTLE_SPACE ? failure(folder, "its disk is full", "") : failure;
  }

  private static long freeBytes(Path folder) {
    try {
      return Files.getFileStore(folder).getUsableSpace();
    } catch (IOException unknown) {
      return Long.MAX_VALUE; // Only the advice depends on it.
    }
  }
}
