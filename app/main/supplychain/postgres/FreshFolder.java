package supplychain.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** A data folder that may be about to be made: what is made of it is removed unless it is kept. */
public final class FreshFolder implements AutoCloseable {
  private final Path path;
  private final boolean existed;
  private final boolean fresh;
  private boolean kept;

  private FreshFolder(Path path) throws IOException {
    this.path = path;
    this.existed = Files.exists(path);
    this.fresh = !existed || (Files.isDirectory(path) && DataFolder.made(path).isEmpty());
  }

  /** The folder as it is before anything is made of it. */
  public static FreshFolder at(Path path) {
    try {
      return new FreshFolder(path);
    } catch (IOException e) {
      throw DataFolderException.of(path, e);
    }
  }

  /** What to say of a failure in it: that its disk is full, where it is. */
  public RuntimeException reason(RuntimeException failure) {
    return DataFolderException.ofFullDisk(path, failure);
  }

  /** Leaves it as it is now. */
  public void keep() {
    kept = true;
  }

  /** Removes what was made, if there was nothing before. Its PostgreSQL has been stopped. */
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
      return; // A service that waited for its turn has it now.
    }
    try (FolderLock held = lock.get()) {
      for (String name : DataFolder.made(folder.root())) {
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
