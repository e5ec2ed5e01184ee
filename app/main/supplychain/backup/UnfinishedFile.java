package supplychain.backup;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** A file that gets its name when it is complete, and is removed otherwise; of mode 0600. */
public final class UnfinishedFile implements AutoCloseable {
  private final Path file;
  private final Path unfinished;

  /** Begins a file of another name in the same folder. */
  public UnfinishedFile(Path path) {
    file = path.toAbsolutePath();
    try {
      // Java creates a temporary file with mode 0600 on every POSIX system.
      unfinished = Files.createTempFile(file.getParent(), file.getFileName() + ".", ".unfinished");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The stream to write to, which the caller closes before the file is finished. */
  public OutputStream out() throws IOException {
    return new BufferedOutputStream(Files.newOutputStream(unfinished));
  }

  /** Gives the file its name, so that it survives a power cut. */
  public synchronized void finish() throws IOException {
    force(unfinished, StandardOpenOption.WRITE);
    Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
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
  public synchronized void close() {
    try {
      Files.deleteIfExists(unfinished);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
