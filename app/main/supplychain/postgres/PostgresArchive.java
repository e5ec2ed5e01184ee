package supplychain.postgres;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import java.util.concurrent.CancellationException;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/** The archive of PostgreSQL's programs that lies on the class path for one platform. */
record PostgresArchive(URL url) {
  private static final int EXECUTABLE = 0100;
  private static final int BUFFER = 1 << 16;

  static PostgresArchive ofThisPlatform(DataFolder folder) {
    String platform = platform();
    URL url = PostgresArchive.class.getResource("/postgres-" + platform + ".txz");
    if (url == null) {
      throw new DataFolderException(
          folder.root(),
          "this jar brings no PostgreSQL for " + platform,
          "Build it with -Pall-platforms, or use a PostgreSQL of your own with --db-url.");
    }
    return new PostgresArchive(url);
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

  /** Tells one archive from another without reading it. */
  String identity() throws IOException {
    URLConnection connection = url.openConnection();
    return connection instanceof JarURLConnection jar
        ? Long.toHexString(jar.getJarEntry().getCrc())
        : connection.getContentLengthLong() + "-" + connection.getLastModified();
  }

  void unpackInto(Path folder) throws IOException {
    try (InputStream bytes = new BufferedInputStream(url.openStream(), BUFFER);
        TarArchiveInputStream tar = new TarArchiveInputStream(new XZInputStream(bytes))) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        if (Thread.interrupted()) {
          throw new CancellationException("interrupted while unpacking PostgreSQL");
        }
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
}
