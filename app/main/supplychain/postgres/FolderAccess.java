package supplychain.postgres;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;

/** How a process comes into a data folder: with the lock as its owner, or beside the owner. */
record FolderAccess(Optional<FolderLock> lock, Optional<Login> login) {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** A command's server goes away with it, so only one that lasts is joined. */
  private static final Duration SHORT_COMMAND = Duration.ofSeconds(5);

  private static final long PAUSE_MILLIS = 50;

  /** The lock for the running service, which waits for a command to end but for no service. */
  static FolderAccess ofService(DataFolder folder) throws IOException {
    long start = System.nanoTime();
    for (; ; pause()) {
      Optional<FolderLock> lock = FolderLock.take(folder, true);
      if (lock.isPresent()) {
        return new FolderAccess(lock, Optional.empty());
      }
      Optional<FolderLock.Holder> holder = FolderLock.holder(folder);
      boolean service = holder.filter(other -> other.service() && other.isAlive()).isPresent();
      if (service || isOver(PATIENCE, start)) {
        throw inUse(folder, "Stop that one first, or choose another with --data.");
      }
    }
  }

  /** The lock for a command, or the login of a server that somebody else runs. */
  static FolderAccess ofCommand(DataFolder folder) throws IOException {
    long start = System.nanoTime();
    long met = start;
    Optional<FolderLock.Holder> holder = Optional.empty();
    for (; ; pause()) {
      Optional<FolderLock> lock = FolderLock.take(folder, false);
      if (lock.isPresent()) {
        return new FolderAccess(lock, Optional.empty());
      }
      Optional<FolderLock.Holder> present = FolderLock.holder(folder);
      met = present.equals(holder) ? met : System.nanoTime();
      holder = present;
      if (present.filter(FolderLock.Holder::service).isPresent() || isOver(SHORT_COMMAND, met)) {
        Optional<Login> login = Login.read(folder.login()).filter(Login::works);
        if (login.isPresent()) {
          return new FolderAccess(Optional.empty(), login);
        }
      }
      if (isOver(PATIENCE, start)) {
        throw inUse(
            folder, "Its PostgreSQL does not answer: try again, or see " + folder.log() + ".");
      }
    }
  }

  private static DataFolderException inUse(DataFolder folder, String remedy) throws IOException {
    String holder = FolderLock.holder(folder).map(other -> "a " + other).orElse("another process");
    return new DataFolderException(folder.root(), holder + " is using it", remedy);
  }

  private static boolean isOver(Duration limit, long start) {
    return System.nanoTime() - start > limit.toNanos();
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      throw new CancellationException("interrupted while waiting for the data folder");
    }
  }
}
