package supplychain.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.commons.io.file.PathUtils;

/** A data folder for new records. Closing it removes everything new, unless it is kept. */
public final class FreshFolder implements AutoCloseable {
  private final Path path;
  private final boolean existed;
  private boolean kept;

  /** The folder before anything is written to it. */
  public FreshFolder(Path path) {
    this.path = path;
    existed = Files.exists(path);
    try {
      // EmbeddedPostgres refuses a folder with other files, and closing leaves it as it is.
      kept = existed && !(Files.isDirectory(path) && DataFolder.contents(path).isEmpty());
    } catch (IOException e) {
      throw DataFolder.refusal(path, e);
    }
  }

  public void keep() {
    kept = true;
  }

  /** Removes everything new. The PostgreSQL of the folder must have stopped. */
  @Override
  public void close() {
    try {
      if (!kept && Files.exists(path)) {
        for (String name : DataFolder.contents(path)) {
          PathUtils.delete(path.resolve(name));
        }
        if (!existed) {
          PathUtils.delete(path);
        }
      }
    } catch (IOException e) {
      throw DataFolder.refusal(path, e);
    }
  }
}
