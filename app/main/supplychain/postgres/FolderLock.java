package supplychain.postgres;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The lock of the process that owns a data folder. The operating system frees the lock when its
 * holder dies. The lock file names the holder: {@code service with process id 4711}.
 */
final class FolderLock implements AutoCloseable {
  private static final String SERVICE = "service";
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** A command waits this long for another one, whose server stops when that command ends. */
  private static final Duration SHORT_COMMAND = Duration.ofSeconds(5);

  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /** Far behind the text, because Windows lets nobody read the locked bytes. */
  private static final long LOCKED_BYTE = 1L << 40;

  private final FileChannel channel;

  private FolderLock(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Waits for the lock. A service waits for commands, but not for another service. A command does
   * not wait if another process runs a server that the command can use.
   *
   * @return the lock; empty if the command can use the server of another process
   */
  static Optional<FolderLock> await(DataFolder folder, boolean service) throws IOException {
    long start = System.nanoTime();
    for (; ; LockSupport.parkNanos(PAUSE_NANOS)) {
      Optional<FolderLock> lock = take(folder, service);
      if (lock.isPresent()) {
        return lock;
      }
      String holder = Files.readString(folder.lock(), StandardCharsets.ISO_8859_1);
      boolean isService = holder.startsWith(SERVICE);
      if (!service && (isService || isOver(SHORT_COMMAND, start)) && answers(folder)) {
        return Optional.empty();
      }
      if ((service && isService) || isOver(PATIENCE, start)) {
        // A process that has just taken the lock has not written its name yet.
        throw folder.refusal(
            (holder.isEmpty() ? "another process" : "a " + holder) + " is using it",
            service
                ? "Stop that process first, or choose another folder with --data."
                : "Its PostgreSQL does not answer: try again, or see " + folder.log() + ".");
      }
    }
  }

  private static boolean answers(DataFolder folder) throws IOException {
    return Login.read(folder.login()).filter(Login::works).isPresent();
  }

  private static boolean isOver(Duration limit, long start) {
    return System.nanoTime() - start > limit.toNanos();
  }

  /** The lock, unless another process or another part of this one holds it. */
  static Optional<FolderLock> take(DataFolder folder, boolean service) throws IOException {
    FileChannel channel =
        FileChannel.open(
            folder.lock(),
            // Root may take the lock in another user's folder, where a link could lead anywhere.
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
            DataFolder.permissions("rw-------"));
    try {
      if (channel.tryLock(LOCKED_BYTE, 1, false) != null) {
        folder.own(folder.lock());
        String holder =
            (service ? SERVICE : "command") + " with process id " + ProcessHandle.current().pid();
        channel.truncate(0);
        channel.write(ByteBuffer.wrap(holder.getBytes(StandardCharsets.US_ASCII)));
        return Optional.of(new FolderLock(channel));
      }
    } catch (OverlappingFileLockException heldByThisProcess) {
      // The same as a lock of another process.
    }
    channel.close();
    return Optional.empty();
  }

  @Override
  public void close() throws IOException {
    try (channel) {
      channel.truncate(0);
    }
  }
}
