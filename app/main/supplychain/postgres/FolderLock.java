package supplychain.postgres;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Who owns the cluster. The operating system frees it when its holder dies, however it dies. */
final class FolderLock implements AutoCloseable {
  /** The process that holds a lock, and whether it is the running service or a short command. */
  record Holder(long pid, boolean service) {
    @Override
    public String toString() {
      return (service ? SERVICE : "command") + " with process id " + pid;
    }

    boolean isAlive() {
      return ProcessHandle.of(pid).isPresent();
    }

    private static Optional<Holder> parse(String text) {
      Matcher words = WRITTEN.matcher(text);
      return words.matches()
          ? Optional.of(new Holder(Long.parseLong(words.group(2)), words.group(1).equals(SERVICE)))
          : Optional.empty();
    }
  }

  private static final String SERVICE = "service";
  private static final Pattern WRITTEN = Pattern.compile("(\\w+) with process id (\\d{1,18})");

  /** Far behind the text, since Windows lets nobody read the bytes that are locked. */
  private static final long LOCKED_BYTE = 1L << 40;

  /**
   * The locks of this process. A lock of the system belongs to the whole process and ends when any
   * channel on the file is closed, so a file that is held here must not be opened again.
   */
  private static final Map<Path, Holder> HELD_HERE = new HashMap<>();

  private final Path file;
  private final FileChannel channel;

  private FolderLock(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /** The lock, unless somebody holds it. */
  static Optional<FolderLock> take(DataFolder folder, boolean service) throws IOException {
    Path file = folder.lock();
    Holder self = new Holder(ProcessHandle.current().pid(), service);
    synchronized (HELD_HERE) {
      if (HELD_HERE.containsKey(file)) {
        return Optional.empty();
      }
      FileChannel channel = open(file);
      boolean locked = false;
      try {
        folder.own(file);
        locked = channel.tryLock(LOCKED_BYTE, 1, false) != null;
        if (locked) {
          channel.truncate(0);
          channel.write(ByteBuffer.wrap(self.toString().getBytes(StandardCharsets.US_ASCII)));
          HELD_HERE.put(file, self);
        }
      } finally {
        if (!HELD_HERE.containsKey(file)) {
          channel.close();
        }
      }
      return locked ? Optional.of(new FolderLock(file, channel)) : Optional.empty();
    }
  }

  private static FileChannel open(Path file) throws IOException {
    return FileChannel.open(
        file,
        // Root may hold the lock in another user's folder, where a link could lead anywhere.
        Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
        DataFolder.permissions("rw-------"));
  }

  /** The holder, as far as it has already said who it is. */
  static Optional<Holder> holder(DataFolder folder) throws IOException {
    synchronized (HELD_HERE) {
      Holder here = HELD_HERE.get(folder.lock());
      return here != null
          ? Optional.of(here)
          : Holder.parse(Files.readString(folder.lock(), StandardCharsets.ISO_8859_1));
    }
  }

  @Override
  public void close() {
    synchronized (HELD_HERE) {
      try (channel) {
        channel.truncate(0);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } finally {
        HELD_HERE.remove(file);
      }
    }
  }
}
