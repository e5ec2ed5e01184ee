package supplychain.postgres;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The folder that holds the embedded PostgreSQL: its files by name, and how they are written. */
final class DataFolder {
  private static final Logger LOG = LoggerFactory.getLogger(DataFolder.class);
  private static final Set<String> OURS = Set.of("service.lock", "postgresql.json");

  /** What a file system or a desktop puts into an empty folder by itself. */
  private static final Set<String> NOBODYS = Set.of("lost+found", ".DS_Store");

  /** The name of PostgreSQL's own folder. */
  static final String CLUSTER = "data";

  private static final String UNFINISHED = ".new-";

  private final Path root;

  private DataFolder(Path root) {
    this.root = root;
  }

  /** The folder at this path, created when absent, refused when it is somebody else's. */
  static DataFolder at(Path path) throws IOException {
    Path wanted = path.toAbsolutePath().normalize();
    if (Files.exists(wanted) && !Files.isDirectory(wanted)) {
      throw new DataFolderException(wanted, "it is a file", "Choose another with --data.");
    }
    if (!Files.exists(wanted)) {
      Files.createDirectories(wanted.getParent());
      Files.createDirectory(wanted, permissions("rwx------"));
    }
    Path root = wanted.toRealPath();
    refuseOthers(root);
    return new DataFolder(root);
  }

  private static void refuseOthers(Path root) throws IOException {
    if (UnixUser.POSIX && root.toString().matches("(?s).*[\"$`\\\\\n].*")) {
      // pg_ctl starts the server through a shell.
      throw new DataFolderException(
          root, "its name has one of \" $ ` \\", "Choose another with --data.");
    }
    List<String> names = names(root);
    if (names.stream().anyMatch(OURS::contains)) {
      return;
    }
    List<String> others = made(root);
    if (!others.isEmpty()) {
      throw new DataFolderException(
          root,
          "it holds other things, such as " + others.get(0),
          "Choose a new or an empty one with --data.");
    }
  }

  /** What is in a folder, but for what appears there by itself. */
  static List<String> made(Path folder) throws IOException {
    return names(folder).stream().filter(name -> !NOBODYS.contains(name)).toList();
  }

  Path root() {
    return root;
  }

  Path cluster() {
    return root.resolve(CLUSTER);
  }

  Path lock() {
    return root.resolve("service.lock");
  }

  Path login() {
    return root.resolve("postgresql.json");
  }

  Path log() {
    return root.resolve("postgresql.log");
  }

  /** A place to prepare what is renamed when it is whole; only its owner can look inside. */
  Path unfinished(String what) throws IOException {
    return own(Files.createTempDirectory(root, UNFINISHED + what + "-"));
  }

  /** Removes what a start that was cut off left behind. */
  void removeUnfinished() throws IOException {
    for (String name : names(root)) {
      if (name.startsWith(UNFINISHED)) {
        try {
          delete(root.resolve(name));
        } catch (IOException | UncheckedIOException e) {
          // Whoever keeps us from it may be gone by then.
          LOG.warn("{} is left for the next start to remove: {}", name, e.toString());
        }
      }
    }
  }

  /** Gives a finished piece its name, so that it lasts through a power cut or never was there. */
  void finish(Path unfinished, Path name) throws IOException {
    Files.move(unfinished, name, StandardCopyOption.ATOMIC_MOVE);
    if (UnixUser.POSIX) {
      try (FileChannel channel = FileChannel.open(root, StandardOpenOption.READ)) {
        channel.force(true);
      }
    }
  }

  /** Writes a file of its own, mode 0600, that appears whole or not at all. */
  void write(Path file, String text) throws IOException {
    Path unfinished = Files.createTempFile(root, UNFINISHED, "", permissions("rw-------"));
    Files.writeString(unfinished, text, StandardOpenOption.SYNC);
    finish(own(unfinished), file);
  }

  /** Gives what root has written to the folder's owner, as whom PostgreSQL then runs. */
  Path own(Path written) throws IOException {
    if (UnixUser.isRoot() && UnixUser.ownerOf(root).uid() != UnixUser.ROOT) {
      UnixUser.ownerOf(root).take(written);
    }
    return written;
  }

  @Override
  public String toString() {
    return root.toString();
  }

  static FileAttribute<?>[] permissions(String mode) {
    return UnixUser.POSIX
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(mode))
        }
        : new FileAttribute<?>[0];
  }

  static List<String> names(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.map(entry -> entry.getFileName().toString()).sorted().toList();
    }
  }

  static void delete(Path tree) throws IOException {
    List<Path> deepestLast;
    try (Stream<Path> paths = Files.walk(tree)) {
      deepestLast = paths.toList();
    }
    for (int i = deepestLast.size() - 1; i >= 0; i--) {
      Files.deleteIfExists(deepestLast.get(i));
    }
  }
}
