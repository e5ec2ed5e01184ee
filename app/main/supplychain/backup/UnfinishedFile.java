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

/** A file that gets its name when it is complete, and is removed otherwise; of mode 0600. */
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

  /** Begins a file of another name in the same folder. */
  public static UnfinishedFile of(Path file) {
    Path whole = file.toAbsolutePath();
    try {
      // Java creates a temporary file with mode 0600 on every POSIX system.
      Path unfinished =
          Files.createTempFile(whole.getParent(), whole.getFileName() + ".", ".unfinished");
      FileChannel channel = FileChannel.open(unfinished, StandardOpenOption.WRITE);
      return new UnfinishedFile(whole, unfinished, channel);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The stream to write to. Closing the stream does not finish the file. */
  public OutputStream out() {
    return new BufferedOutputStream(Channels.newOutputStream(channel), BUFFER) {
      @Override
      public void close() throws IOException {
        flush();
      }
    };
  }

  /** Writes the file to the disk and gives it its name. */
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
