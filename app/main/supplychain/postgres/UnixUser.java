package supplychain.postgres;

import com.sun.security.auth.module.UnixSystem;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A user of a Unix system, by number. */
record UnixUser(int uid, int gid) {
  static final int ROOT = 0;
  static final boolean POSIX =
      FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
  private static final UnixUser NOBODY = new UnixUser(65534, 65534);

  /** Runs PostgreSQL in a user namespace, where it does not see that it is root. */
  private static final List<String> NAMESPACE = List.of("unshare", "-U");

  static boolean isRoot() {
    return POSIX && new UnixSystem().getUid() == ROOT;
  }

  static UnixUser ownerOf(Path path) throws IOException {
    return new UnixUser(
        (Integer) Files.getAttribute(path, "unix:uid"),
        (Integer) Files.getAttribute(path, "unix:gid"));
  }

  /** Makes this user the owner of a file, or of a folder with everything in it. */
  void take(Path tree) {
    succeeds(List.of("chown", "-R", "-h", uid + ":" + gid), tree.toString());
  }

  /** The words before a command of PostgreSQL, which refuses root; none for other users. */
  static List<String> stepDown(DataFolder folder) throws IOException {
    if (!isRoot()) {
      return List.of();
    }
    UnixUser owner = ownerOf(folder.root());
    if (owner.uid != ROOT) {
      return owner.become(folder);
    }
    if (succeeds(NAMESPACE, "true")) {
      return NAMESPACE;
    }
    List<String> words = NOBODY.become(folder);
    NOBODY.take(folder.root());
    return words;
  }

  private List<String> become(DataFolder folder) {
    List<String> words =
        List.of("setpriv", "--reuid=" + uid, "--regid=" + gid, "--clear-groups", "--inh-caps=-all");
    Path parent = folder.root().getParent();
    if (!succeeds(words, "test", "-x", parent == null ? "/" : parent.toString())) {
      throw folder.refusal(
          "PostgreSQL does not run as root, and user " + uid + " cannot enter the folder above it",
          "Run the service as another user, or choose another folder with --data, such as"
              + " /var/lib/supply-chain.");
    }
    return words;
  }

  static boolean succeeds(List<String> words, String... more) {
    List<String> command = new ArrayList<>(words);
    command.addAll(List.of(more));
    try {
      return new ProcessBuilder(command).start().onExit().join().exitValue() == 0;
    } catch (IOException notInstalled) {
      return false;
    }
  }
}
