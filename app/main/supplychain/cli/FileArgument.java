package supplychain.cli;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** A file that a command is given. */
final class FileArgument {
  private FileArgument() {}

  /** The file of this name. */
  static Path path(String name) {
    try {
      return Path.of(name);
    } catch (InvalidPathException e) {
      throw Failure.wrongUse("FILE must be a path.");
    }
  }

  /** Refuses a file that cannot be read. */
  static void requireReadable(String name) {
    Path file = path(name);
    if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
      throw Failure.of("There is no file " + name + ", or it may not be read.");
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
