package supplychain.postgres;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Locale;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/** PostgreSQL's programs, in a folder that bears the checksum of their archive. */
record PostgresBinaries(Path home) {
  static final String PREFIX = "postgresql-";

  private static final int EXECUTABLE = 0100;
  private static final int BUFFER = 1 << 16;

  /** The programs of this platform, unpacked now unless they already are. */
  static PostgresBinaries in(DataFolder folder) throws IOException {
    URL archive = archive(folder);
    long checksum = ((JarURLConnection) archive.openConnection()).getJarEntry().getCrc();
    Path home = folder.root().resolve(PREFIX + Long.toHexString(checksum));
    if (!Files.exists(home)) {
      Path unfinished = folder.unfinished("binaries");
      unpack(archive, unfinished);
      folder.own(unfinished);
      PostgresBinaries unpacked = new PostgresBinaries(unfinished);
      // Before the move, so that a refused folder stays as it was.
      Cluster.refuseOtherMajor(folder, new PostgresTools(folder, unpacked, List.of()).version());
      // A power cut after the move must not leave empty files. Windows has no such command.
      UnixUser.succeeds(List.of("sync"));
      Files.move(unfinished, home, StandardCopyOption.ATOMIC_MOVE);
    }
    return new PostgresBinaries(home);
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
