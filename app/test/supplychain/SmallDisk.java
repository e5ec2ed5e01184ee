package supplychain;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A file system of a few megabytes in memory, which only root can make. */
public final class SmallDisk implements AutoCloseable {
  private static final int BLOCK = 4_096;

  private final Path mount;

  private SmallDisk(Path mount) {
    this.mount = mount;
  }

  /** Skips the test where nobody may mount. */
  public static SmallDisk of(int megabytes) throws IOException, InterruptedException {
    Path mount = Files.createTempDirectory("small-disk");
    try {
      Shell.run("mount", "-t", "tmpfs", "-o", "size=" + megabytes + "m", "tmpfs", mount.toString());
    } catch (IOException refused) {
      Files.delete(mount);
      abort("no file system can be mounted here: " + refused.getMessage());
    }
    return new SmallDisk(mount);
  }

  /** A file or folder on it. */
  public Path resolve(String name) {
    return mount.resolve(name);
  }

  /** Gives it another size. */
  public void resize(int megabytes) throws IOException, InterruptedException {
    Shell.run("mount", "-o", "remount,size=" + megabytes + "m", mount.toString());
  }

  /** Forbids all writing, or allows it again. */
  public void readOnly(boolean wanted) throws IOException, InterruptedException {
    Shell.run("mount", "-o", "remount," + (wanted ? "ro" : "rw"), mount.toString());
  }

  /** The names of all that is on it. */
  public List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(mount)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  /** Takes all the room that is left but for so many megabytes. */
  public void fillBut(int megabytes) throws IOException {
    FileStore disk = Files.getFileStore(mount);
    try (OutputStream out = Files.newOutputStream(mount.resolve("filler"))) {
      while (disk.getUsableSpace() >= ((long) megabytes << 20) + BLOCK) {
        out.write(new byte[BLOCK]);
      }
    } catch (IOException full) {
      // Somebody else may have taken the last room meanwhile.
      if (disk.getUsableSpace() > BLOCK) {
        throw full;
      }
    }
  }

  /** Takes all the room that is left. */
  public void fill() throws IOException {
    fillBut(0);
  }

  /** Gives back what {@link #fill} took. */
  public void free() throws IOException {
    Files.delete(mount.resolve("filler"));
  }

  @Override
  public void close() throws IOException, InterruptedException {
    Shell.run("umount", "--lazy", mount.toString());
    Files.delete(mount);
  }
}
