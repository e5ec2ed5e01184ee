package supplychain;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import supplychain.postgres.TemporaryFolder;

/** A file system of a few megabytes in memory. Only root can mount it. */
public final class SmallDisk implements AutoCloseable {
  private static final int BLOCK = 4_096;

  private final Path mount;

  private SmallDisk(Path mount) {
    this.mount = mount;
  }

  /** Skips the test if mounting is not allowed. */
  public static SmallDisk of(int megabytes) throws IOException, InterruptedException {
    Path mount = Files.createTempDirectory("small-disk");
    try {
      Shell.run("mount", "-t", "tmpfs", "-o", "size=" + megabytes + "m", "tmpfs", mount.toString());
    } catch (IOException refused) {
      Files.delete(mount);
      abort("mounting is not allowed: " + refused.getMessage());
    }
    return new SmallDisk(mount);
  }

  /** A file or folder on the disk. */
  public Path resolve(String name) {
    return mount.resolve(name);
  }

  /** Changes the size. */
  public void resize(int megabytes) throws IOException, InterruptedException {
    Shell.run("mount", "-o", "remount,size=" + megabytes + "m", mount.toString());
  }

  /** Makes the disk read-only, or allows writing again. */
  public void readOnly(boolean wanted) throws IOException, InterruptedException {
    Shell.run("mount", "-o", "remount," + (wanted ? "ro" : "rw"), mount.toString());
  }

  /** The names of the files and folders on the disk. */
  public List<String> names() {
    return TemporaryFolder.names(mount);
  }

  /** Fills the disk, except for this many megabytes. */
  public void fillExcept(int megabytes) throws IOException {
    FileStore disk = Files.getFileStore(mount);
    try (OutputStream out = Files.newOutputStream(mount.resolve("filler"))) {
      while (disk.getUsableSpace() >= ((long) megabytes << 20) + BLOCK) {
        out.write(new byte[BLOCK]);
      }
    } catch (IOException full) {
      // Another process may have used the last free space.
      if (disk.getUsableSpace() > BLOCK) {
        throw full;
      }
    }
  }

  /** Fills the disk. */
  public void fill() throws IOException {
    fillExcept(0);
  }

  /** Frees the space that {@link #fill} used. */
  public void free() throws IOException {
    Files.delete(mount.resolve("filler"));
  }

  @Override
  public void close() throws IOException, InterruptedException {
    Shell.run("umount", "--lazy", mount.toString());
    Files.delete(mount);
  }
}
