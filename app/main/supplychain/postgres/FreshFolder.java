package supplychain.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** A data folder for new records. Closing it removes everything new, unless it is kept. */
public final class FreshFolder implements AutoCloseable {
  private final Path path;
  private final boolean existed;
  private final boolean fresh;
  private boolean kept;

  private FreshFolder(Path path) throws IOException {
    this.path = path;
    this.existed = Files.exists(path);
    this.fresh = !existed || (Files.isDirectory(path) && DataFolder.contents(path).isEmpty());
  }

  /** The folder before anything is written to it. */
  public static FreshFolder at(Path path) {
    try {
      return new FreshFolder(path);
    } catch (IOException e) {
      throw DataFolderException.of(path, e);
    }
  }

  /** The failure itself, or that the folder's disk is full. */
  public RuntimeException reason(RuntimeException failure) {
    return DataFolderException.ofFullDisk(path, failure);
  }

  /** Lets the folder stay as it is now. */
  public void keep() {
    kept = true;
  }

  /** Removes everything new if the folder was empty. Its PostgreSQL has stopped before. */
  @Override
  public void close() {
    try {
      if (!kept && fresh && Files.exists(path)) {
        remove(DataFolder.at(path));
      }
    } catch (IOException e) {
      throw DataFolderException.of(path, e);
    }
  }

  private void remove(DataFolder folder) throws IOException {
    Optional<FolderLock> lock = FolderLock.take(folder, false);
    if (lock.isEmpty()) {
      return; // A service that waited for the lock has it now.
    }
    try (FolderLock held = lock.get()) {
      for (String name : DataFolder.contents(folder.root())) {
        if (!folder.lock().endsWith(name)) {
          DataFolder.delete(folder.root().resolve(name));
        }
      }
    }
    Files.delete(folder.lock());
    if (!existed) {
      DataFolder.delete(folder.root());
    }
  }
}
