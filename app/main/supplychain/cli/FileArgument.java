package supplychain.cli;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** A file that a command is given. */
final class FileArgument {
  private FileArgument() {}

  /** Refuses a file that cannot be read. */
  static void requireReadable(Path file) {
    if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
      throw Failure.of("There is no file " + file + ", or it may not be read.");
    }
  }

  /** Why it cannot be used, in words for people. */
  static String reason(IOException e) {
    if (e instanceof NoSuchFileException) {
      return "there is no such folder";
    }
    if (e instanceof AccessDeniedException) {
      return "user " + System.getProperty("user.name") + " may not do so";
    }
    boolean told = e instanceof FileSystemException system && system.getReason() != null;
    return told ? ((FileSystemException) e).getReason() : OneLine.of(e);
  }
}
