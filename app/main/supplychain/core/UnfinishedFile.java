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

/** A file that gets its name when it is complete, and is removed otherwise; of mode 0600. */
public final class UnfinishedFile implements AutoCloseable {
  /** The end of the name until the file is complete. */
  public static final String SUFFIX = ".unfinished";

  private final Path file;
  private final Path unfinished;

  /** Begins a file of another name in the same folder. */
  public UnfinishedFile(Path path) throws IOException {
    file = path.toAbsolutePath();
    // Java creates a temporary file with mode 0600 on every POSIX system.
    unfinished = Files.createTempFile(file.getParent(), file.getFileName() + ".", SUFFIX);
    // A command that is told to stop may not reach close.
    unfinished.toFile().deleteOnExit();
  }

  /** Writes a complete file or nothing. Returns what the writing returns. */
  public static <T> T write(Path path, IOFunction<OutputStream, T> writing) throws IOException {
    try (UnfinishedFile file = new UnfinishedFile(path)) {
      T result;
      try (OutputStream out = file.out()) {
        result = writing.apply(out);
      }
      file.finish();
      return result;
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

  /** The stream to write to, which the caller closes before the file is finished. */
  public OutputStream out() throws IOException {
    return new BufferedOutputStream(Files.newOutputStream(unfinished));
  }

  /** Gives the file its name, so that it survives a power cut. */
  public void finish() throws IOException {
    force(unfinished, StandardOpenOption.WRITE);
    rename(unfinished, file);
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

  /** Removes the file unless it is finished. */
  @Override
  public void close() throws IOException {
    Files.deleteIfExists(unfinished);
  }
}
