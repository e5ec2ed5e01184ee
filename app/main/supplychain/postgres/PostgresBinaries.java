package supplychain.postgres;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/** PostgreSQL's programs in a folder of their own, such as {@code postgresql-18.6}. */
record PostgresBinaries(Path home) {
  static final String PREFIX = "postgresql-";

  private static final Pattern VERSION = Pattern.compile("\\d+(\\.\\d+)+");

  /** Names the archive and counts the unpacked bytes, because a power cut may empty files. */
  private static final String MARKER = "unpacked-from";

  private static final int EXECUTABLE = 0100;
  private static final int BUFFER = 1 << 16;

  /** The programs of this platform, unpacked now unless they already are. */
  static PostgresBinaries in(DataFolder folder) throws IOException {
    URL archive = archive(folder);
    for (String name : DataFolder.names(folder.root())) {
      Path home = folder.root().resolve(name);
      if (name.startsWith(PREFIX) && isWhole(home, archive)) {
        return new PostgresBinaries(home);
      }
    }
    return unpack(folder, archive);
  }

  private static boolean isWhole(Path home, URL archive) throws IOException {
    Path marker = home.resolve(MARKER);
    return Files.exists(marker)
        && Files.readString(marker, StandardCharsets.ISO_8859_1).equals(mark(home, archive));
  }

  private static String mark(Path home, URL archive) throws IOException {
    long bytes = 0;
    try (Stream<Path> paths = Files.walk(home)) {
      for (Path path : (Iterable<Path>) paths::iterator) {
        bytes += path.endsWith(MARKER) || Files.isDirectory(path) ? 0 : Files.size(path);
      }
    }
    return identity(archive) + " " + bytes;
  }

  private static PostgresBinaries unpack(DataFolder folder, URL archive) throws IOException {
    Path unfinished = folder.unfinished("binaries");
    unpack(archive, unfinished);
    Files.writeString(unfinished.resolve(MARKER), mark(unfinished, archive));
    folder.own(unfinished);
    String version = ask(folder, unfinished);
    // Before the move, so that a refused folder stays as it was.
    Cluster.refuseOtherMajor(folder, version);
    Path home = folder.root().resolve(PREFIX + version);
    if (Files.exists(home)) {
      DataFolder.delete(home);
    }
    // Forcing it to the disk would take longer than counting the bytes at each start.
    Files.move(unfinished, home, StandardCopyOption.ATOMIC_MOVE);
    return new PostgresBinaries(home);
  }

  private static String ask(DataFolder folder, Path unpacked) throws IOException {
    PostgresTools tools = new PostgresTools(folder, new PostgresBinaries(unpacked), List.of());
    String answer = tools.run("", "postgres", "-V").output();
    Matcher version = VERSION.matcher(answer);
    if (!version.find()) {
      throw folder.failure(
          "PostgreSQL does not run here: " + answer.strip(), "Choose another with --data.");
    }
    return version.group();
  }

  private static URL archive(DataFolder folder) {
    String platform = platform();
    URL url = PostgresBinaries.class.getResource("/postgres-" + platform + ".txz");
    if (url == null) {
      throw folder.refusal(
          "this jar brings no PostgreSQL for " + platform,
          "Build it with -Pall-platforms, or use a PostgreSQL of your own with --db-url.");
    }
    return url;
  }

  private static String platform() {
    String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    String arch = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
    String system = os.startsWith("mac") ? "darwin" : os.startsWith("windows") ? "windows" : os;
    String machine =
        switch (arch) {
          case "amd64", "x86_64" -> "x86_64";
          case "aarch64", "arm64" -> "arm_64";
          default -> arch;
        };
    boolean alpine = Files.exists(Path.of("/etc/alpine-release"));
    return system + "-" + machine + (alpine ? "-alpine_linux" : "");
  }

  private static String identity(URL archive) throws IOException {
    URLConnection connection = archive.openConnection();
    return connection instanceof JarURLConnection jar
        ? Long.toHexString(jar.getJarEntry().getCrc())
        : connection.getContentLengthLong() + "-" + connection.getLastModified();
  }

  private static void unpack(URL archive, Path folder) throws IOException {
    try (InputStream bytes = new BufferedInputStream(archive.openStream(), BUFFER);
        TarArchiveInputStream tar = new TarArchiveInputStream(new XZInputStream(bytes))) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        write(entry, tar, folder.resolve(entry.getName()));
      }
    }
  }

  private static void write(TarArchiveEntry entry, InputStream content, Path file)
      throws IOException {
    Files.createDirectories(entry.isDirectory() ? file : file.getParent());
    if (entry.isSymbolicLink()) {
      Files.createSymbolicLink(file, Path.of(entry.getLinkName()));
    } else if (entry.isFile()) {
      Files.copy(content, file);
      if (UnixUser.POSIX && (entry.getMode() & EXECUTABLE) != 0) {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
      }
    }
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

  /** Removes the programs of other versions. No process may run from them. */
  void removeOthers() throws IOException {
    for (String name : DataFolder.names(home.getParent())) {
      Path other = home.resolveSibling(name);
      if (name.startsWith(PREFIX) && Files.isDirectory(other) && !other.equals(home)) {
        DataFolder.delete(other);
      }
    }
  }
}
