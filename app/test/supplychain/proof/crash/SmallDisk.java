package supplychain.proof.crash;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file system of a few megabytes in memory, which only root can make. */
final class SmallDisk implements AutoCloseable {
  private static final int BLOCK = 4_096;

  private final Path mount;

  private SmallDisk(Path mount) {
    this.mount = mount;
  }

  /** Skips the test where nobody may mount. */
  static SmallDisk of(int megabytes) throws IOException, InterruptedException {
    Path mount = Files.createTempDirectory("small-disk");
    try {
      Shell.run("mount", "-t", "tmpfs", "-o", "size=" + megabytes + "m", "tmpfs", mount.toString());
    } catch (IOException refused) {
      Files.delete(mount);
      abort("no file system can be mounted here: " + refused.getMessage());
    }
    return new SmallDisk(mount);
  }

  Path resolve(String name) {
    return mount.resolve(name);
  }

  /** Gives it another size. */
  void resize(int megabytes) throws IOException, InterruptedException {
    Shell.run("mount", "-o", "remount,size=" + megabytes + "m", mount.toString());
  }

  /** Forbids all writing, or allows it again. */
  void readOnly(boolean wanted) throws IOException, InterruptedException {
    Shell.run("mount", "-o", "remount," + (wanted ? "ro" : "rw"), mount.toString());
  }

  /** Takes all the room that is left. */
  void fill() throws IOException {
    try (OutputStream out = Files.newOutputStream(mount.resolve("filler"))) {
      for (byte[] block = new byte[BLOCK]; ; ) {
        out.write(block);
      }
    } catch (IOException full) {
      if (Files.getFileStore(mount).getUsableSpace() > BLOCK) {
        throw full;
      }
    }
  }

  /** Gives back what {@link #fill} took. */
  void free() throws IOException {
    Files.delete(mount.resolve("filler"));
  }

  @Override
  public void close() throws IOException, InterruptedException {
    Shell.run("umount", "--lazy", mount.toString());
    Files.delete(mount);
  }
}
