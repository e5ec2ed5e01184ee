package supplychain.core;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.apache.commons.io.function.IOFunction;

/** Files that get their names when they are complete, and are removed otherwise; of mode 0600. */
public final class UnfinishedFile {
  /** The end of the name until the file is complete. */
  public static final String SUFFIX = ".unfinished";

  private UnfinishedFile() {}

  /** Writes a complete file, which survives a power cut, or nothing. */
  public static <T> T write(Path path, IOFunction<OutputStream, T> writing) throws IOException {
    Path file = path.toAbsolutePath();
    // Java creates a temporary file with mode 0600 on every POSIX system.
    Path unfinished = Files.createTempFile(file.getParent(), file.getFileName() + ".", SUFFIX);
    // A command that is told to stop may not reach the end.
    unfinished.toFile().deleteOnExit();
    try {
      T result;
      try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(unfinished))) {
        result = writing.apply(out);
      }
      force(unfinished, StandardOpenOption.WRITE);
      rename(unfinished, file);
      return result;
    } finally {
      Files.deleteIfExists(unfinished);
    }
  }

  /** Writes the complete bytes or nothing. */
  public static void write(Path path, byte[] content) throws IOException {
    write(
        path,
        out -> {
          out.write(content);
          return content;
        });
  }

  /** Gives a complete file or folder its name, which survives a power cut. */
  public static void rename(Path complete, Path name) throws IOException {
    Files.move(complete, name, StandardCopyOption.ATOMIC_MOVE);
    forceFolderOf(name);
  }

  /** Removes a file if it exists. It does not come back after a power cut. */
  public static void delete(Path file) throws IOException {
    if (Files.deleteIfExists(file)) {
      forceFolderOf(file);
    }
  }

  private static void forceFolderOf(Path file) throws IOException {
    if (FileSystems.getDefault().supportedFileAttributeViews().contains("posix")) {
      force(file.getParent(), StandardOpenOption.READ);
    }
  }

  private static void force(Path path, OpenOption access) throws IOException {
    try (FileChannel channel = FileChannel.open(path, access)) {
      channel.force(true);
    }
  }
}
