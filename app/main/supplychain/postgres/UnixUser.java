package supplychain.postgres;

import com.sun.security.auth.module.UnixSystem;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A user of a Unix system by number, who may own files. */
record UnixUser(int uid, int gid) {
  static final int ROOT = 0;
  static final boolean POSIX =
      FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
  static final UnixUser NOBODY = new UnixUser(65534, 65534);

  static boolean isRoot() {
    return POSIX && new UnixSystem().getUid() == ROOT;
  }

  static UnixUser ownerOf(Path path) throws IOException {
    return new UnixUser(
        (Integer) Files.getAttribute(path, "unix:uid"),
        (Integer) Files.getAttribute(path, "unix:gid"));
  }

  /** Makes this user the owner of a file, or of a folder and all that is in it. */
  void take(Path tree) throws IOException {
    List<Path> paths;
    try (Stream<Path> walk = Files.walk(tree)) {
      paths = walk.toList();
    }
    for (Path path : paths) {
      Files.setAttribute(path, "unix:uid", uid, LinkOption.NOFOLLOW_LINKS);
      Files.setAttribute(path, "unix:gid", gid, LinkOption.NOFOLLOW_LINKS);
    }
  }
}
