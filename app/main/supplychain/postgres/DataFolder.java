package supplychain.postgres;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.commons.io.file.PathUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import supplychain.core.Failure;
import supplychain.core.UnfinishedFile;

/**
 * The folder of the embedded PostgreSQL: names its files, and writes and removes them.
 *
 * @param isNew whether this process created the folder
 */
record DataFolder(Path root, boolean isNew) {
  private static final Logger LOG = LoggerFactory.getLogger(DataFolder.class);
  private static final Set<String> OURS = Set.of("service.lock", "postgresql.json");

  /** Names that a file system or a desktop puts into an empty folder. */
  private static final Set<String> OF_THE_SYSTEM = Set.of("lost+found", ".DS_Store");

  static final String CLUSTER = "data";

  private static final String UNFINISHED = ".new-";

  private static final long LITTLE_SPACE = 64L << 20;

  /** Creates the folder if it is absent. Refuses a folder with other files. */
  static DataFolder at(Path path) throws IOException {
    Path wanted = path.toAbsolutePath().normalize();
    if (Files.exists(wanted) && !Files.isDirectory(wanted)) {
      throw refusal(wanted, "it is a file", "Choose another folder with --data.");
    }
    boolean isNew = !Files.exists(wanted);
    if (isNew) {
      Files.createDirectories(wanted.getParent());
      Files.createDirectory(wanted, permissions("rwx------"));
    }
    DataFolder folder = new DataFolder(wanted.toRealPath(), isNew);
    if (UnixUser.POSIX && folder.root.toString().matches("(?s).*[\"$`\\\\\n].*")) {
      // pg_ctl starts the server through a shell.
      throw folder.refusal(
          "its name has one of the characters \" $ ` \\", "Choose another folder with --data.");
    }
    List<String> names = contents(folder.root);
    if (!names.isEmpty() && Collections.disjoint(names, OURS)) {
      throw folder.refusal(
          "it has other files, such as " + names.get(0),
          "Choose a new or an empty folder with --data.");
    }
    return folder;
  }

  /** This folder cannot be used. The message says which folder it is, why, and what to do. */
  Failure refusal(String problem, String remedy) {
    return refusal(root, problem, remedy);
  }

  static Failure refusal(Path folder, String problem, String remedy) {
    long free = freeBytes(folder);
    String room =
        free < LITTLE_SPACE ? " Only " + (free >> 20) + " MB are free there. Free some space." : "";
    return Failure.of(
        "The data folder " + folder + " cannot be used: " + problem + ". " + remedy + room);
  }

  /** The file system refused an access. */
  static Failure refusal(Path folder, IOException cause) {
    String reason =
        cause instanceof AccessDeniedException
            ? "user " + System.getProperty("user.name") + " may not use " + cause.getMessage()
            : cause.getMessage();
    return refusal(
        folder,
        reason,
        "Make it writable for the service's user, or choose another folder with --data.");
  }

  private static long freeBytes(Path folder) {
    try {
      return Files.getFileStore(folder).getUsableSpace();
    } catch (IOException unknown) {
      return Long.MAX_VALUE; // Only the advice depends on it.
    }
  }

  /** The names in a folder, except those that the system puts there. */
  static List<String> contents(Path folder) throws IOException {
    return names(folder).stream().filter(name -> !OF_THE_SYSTEM.contains(name)).toList();
  }

  Path cluster() {
    return root.resolve(CLUSTER);
  }

  Path lock() {
    return root.resolve("service.lock");
  }

  /** Names the main process of the server. */
  Path pidFile() {
    return cluster().resolve("postmaster.pid");
  }

  Path login() {
    return root.resolve("postgresql.json");
  }

  Path log() {
    return root.resolve("postgresql.log");
  }

  /** Names the command that fills a new folder, until the folder has all of its records. */
  Path filling() {
    return root.resolve("filling");
  }

  /** Refuses a folder that has only a part of its records. */
  void requireFilled() throws IOException {
    if (Files.exists(filling())) {
      throw refusal(
          "the command %s has not finished filling it".formatted(Files.readString(filling())),
          "Wait until the command ends. If it was killed, run it again with the same --data: it"
              + " starts over.");
    }
  }

  /**
   * Marks the folder as one that this command fills, if it has no records yet. Removes what a
   * killed command left. Returns whether the command fills it.
   */
  boolean isFilledBy(String command) throws IOException {
    boolean isLeft = Files.exists(filling());
    if (Files.exists(cluster()) && !isLeft) {
      return false;
    }
    UnfinishedFile.write(filling(), command.getBytes(UTF_8));
    own(filling());
    if (isLeft && Files.exists(cluster())) {
      PostgresServer.killRemains(this);
      PathUtils.delete(cluster());
    }
    return true;
  }

  /** Removes everything that this process wrote to a folder that it did not fill. */
  void empty() throws IOException {
    for (String name : contents(root)) {
      PathUtils.delete(root.resolve(name));
    }
    if (isNew) {
      PathUtils.delete(root);
    }
  }

  /** A new folder of mode 0700. The caller renames it when its content is complete. */
  Path unfinished(String what) throws IOException {
    Path unfinished = Files.createTempDirectory(root, UNFINISHED + what + "-");
    own(unfinished);
    return unfinished;
  }

  /** Removes the unfinished files of an interrupted start. */
  void removeUnfinished() throws IOException {
    for (String name : names(root)) {
      if (name.startsWith(UNFINISHED) || name.endsWith(UnfinishedFile.SUFFIX)) {
        try {
          PathUtils.delete(root.resolve(name));
        } catch (IOException e) {
          // The next start may succeed.
          LOG.warn("could not remove {}, so the next start will try again: {}", name, e.toString());
        }
      }
    }
  }

  /** Gives what root has written to the owner of the folder, as whom PostgreSQL runs. */
  void own(Path written) throws IOException {
    if (UnixUser.isRoot() && UnixUser.ownerOf(root).uid() != UnixUser.ROOT) {
      UnixUser.ownerOf(root).take(written);
    }
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
}
