package supplychain.backup;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * A file that gets its name when it is whole, and is removed otherwise. Only its owner reads it.
 */
public final class UnfinishedFile implements AutoCloseable {
  private static final int BUFFER = 1 << 16;

  private final Path file;
  private final Path unfinished;
  private final FileChannel channel;
  private boolean finished;

  private UnfinishedFile(Path file, Path unfinished, FileChannel channel) {
    this.file = file;
    this.unfinished = unfinished;
    this.channel = channel;
  }

  /** Begins one that is to have this name, in the same folder. */
  public static UnfinishedFile of(Path file) throws IOException {
    Path whole = file.toAbsolutePath();
    // On every POSIX system, what is made so has mode 0600.
    Path unfinished =
        Files.createTempFile(whole.getParent(), whole.getFileName() + ".", ".unfinished");
    return new UnfinishedFile(
        whole, unfinished, FileChannel.open(unfinished, StandardOpenOption.WRITE));
  }

  /** Where it is written to; closing this does not finish it. */
  public OutputStream out() {
    return new BufferedOutputStream(Channels.newOutputStream(channel), BUFFER) {
      @Override
      public void close() throws IOException {
        flush();
      }
    };
  }

  /** Gives it its name, once it is on the disk. */
  public synchronized void finish() throws IOException {
    channel.force(true);
    channel.close();
    Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    finished = true;
    if (FileSystems.getDefault().supportedFileAttributeViews().contains("posix")) {
      try (FileChannel folder = FileChannel.open(file.getParent(), StandardOpenOption.READ)) {
        folder.force(true);
      }
    }
  }

  @Override
  public synchronized void close() {
    if (finished) {
      return;
    }
    try (channel) {
      Files.deleteIfExists(unfinished);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
