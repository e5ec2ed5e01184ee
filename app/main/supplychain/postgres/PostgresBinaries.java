package supplychain.postgres;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** PostgreSQL's programs in a folder of their own, such as {@code postgresql-18.6}. */
record PostgresBinaries(Path home) {
  /** What the names of their folders begin with. */
  static final String PREFIX = "postgresql-";

  private static final Pattern VERSION = Pattern.compile("\\d+(\\.\\d+)+");

  /** Names the archive and counts the bytes unpacked: a power cut may leave files empty. */
  private static final String MARKER = "unpacked-from";

  /** The programs of this platform, unpacked now unless they already are. */
  static PostgresBinaries in(DataFolder folder) throws IOException {
    PostgresArchive archive = PostgresArchive.ofThisPlatform(folder);
    for (String name : DataFolder.names(folder.root())) {
      Path home = folder.root().resolve(name);
      if (name.startsWith(PREFIX) && isWhole(home, archive)) {
        return new PostgresBinaries(home);
      }
    }
    return unpack(folder, archive);
  }

  private static boolean isWhole(Path home, PostgresArchive archive) throws IOException {
    Path marker = home.resolve(MARKER);
    return Files.exists(marker)
        && Files.readString(marker, StandardCharsets.ISO_8859_1).equals(mark(home, archive));
  }

  private static String mark(Path home, PostgresArchive archive) throws IOException {
    long bytes = 0;
    try (Stream<Path> paths = Files.walk(home)) {
      for (Path path : (Iterable<Path>) paths::iterator) {
        bytes += path.endsWith(MARKER) || Files.isDirectory(path) ? 0 : Files.size(path);
      }
    }
    return archive.identity() + " " + bytes;
  }

  private static PostgresBinaries unpack(DataFolder folder, PostgresArchive archive)
      throws IOException {
    Path unfinished = folder.unfinished("binaries");
    archive.unpackInto(unfinished);
    Files.writeString(unfinished.resolve(MARKER), mark(unfinished, archive));
    folder.own(unfinished);
    String version = ask(folder, unfinished);
    // Before they get a place there: what is refused stays as it was.
    Cluster.refuseOtherMajor(folder, version);
    Path home = folder.root().resolve(PREFIX + version);
    if (Files.exists(home)) {
      DataFolder.delete(home);
    }
    // Not forced to the disk, which would take longer than to look at the bytes at each start.
    Files.move(unfinished, home, StandardCopyOption.ATOMIC_MOVE);
    return new PostgresBinaries(home);
  }

  private static String ask(DataFolder folder, Path unpacked) throws IOException {
    PostgresTools tools = new PostgresTools(folder, new PostgresBinaries(unpacked), List.of());
    String answer = tools.run("", "postgres", "-V").output();
    Matcher version = VERSION.matcher(answer);
    if (!version.find()) {
      throw DataFolderException.failure(
          folder.root(),
          "PostgreSQL does not run here: " + answer.strip(),
          "Choose another with --data.");
    }
    return version.group();
  }

  Path program(String name) {
    return home.resolve("bin").resolve(name);
  }

  String version() {
    return home.getFileName().toString().substring(PREFIX.length());
  }

  String major() {
    return major(version());
  }

  /** The first number of a version. */
  static String major(String version) {
    return version.replaceFirst("\\D.*", "");
  }

  /** Removes the programs of other versions, once nothing runs from them. */
  void removeOthers() throws IOException {
    for (String name : DataFolder.names(home.getParent())) {
      Path other = home.resolveSibling(name);
      if (name.startsWith(PREFIX) && Files.isDirectory(other) && !other.equals(home)) {
        DataFolder.delete(other);
      }
    }
  }
}
