package supplychain.backup;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import supplychain.backup.Manifest.TableEntry;
import supplychain.core.Failure;
import supplychain.core.Progress;

/** A backup to restore. Reading it notices damage, and unpacks nothing to the disk. */
public final class BackupFile implements AutoCloseable {
  private static final int BUFFER = 1 << 16;

  /** Receives the content of an entry, piece by piece. */
  interface Content {
    void add(byte[] buffer, int length);
  }

  private final ZipFile zip;
  private final Manifest manifest;
  private final long size;

  /** How many bytes were read in this pass. */
  private long done;

  private BackupFile(ZipFile zip) {
    this.zip = zip;
    this.size = zip.stream().mapToLong(ZipEntry::getSize).sum();
    if (zip.getEntry(Manifest.ENTRY) == null) {
      throw Failure.of(
          "The file " + zip.getName() + " is no backup: it has no " + Manifest.ENTRY + ".");
    }
    ByteArrayOutputStream json = new ByteArrayOutputStream();
    read(Manifest.ENTRY, Progress.NONE, (buffer, length) -> json.write(buffer, 0, length));
    this.manifest = Manifest.parse(json.toByteArray());
  }

  /**
   * Opens a backup.
   *
   * @throws Failure if the file is no backup, or one that this jar cannot read
   * @throws UncheckedIOException if the file cannot be read
   */
  public static BackupFile open(Path file) {
    try {
      ZipFile zip = new ZipFile(file.toFile());
      try {
        return new BackupFile(zip);
      } catch (RuntimeException e) {
        zip.close();
        throw e;
      }
    } catch (ZipException e) {
      throw Failure.of(
          "The file " + file + " is no backup, or its end is missing: " + e.getMessage() + ".");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public Manifest manifest() {
    return manifest;
  }

  /** Reads all of it, so that a damaged backup is refused before the restore writes anything. */
  public void check(Progress progress) {
    manifest.tables().forEach(table -> read(table, progress, (buffer, length) -> {}));
    done = 0;
  }

  /**
   * Reads the rows of a table.
   *
   * @throws Failure if they are damaged
   */
  void read(TableEntry table, Progress progress, Content rows) {
    read(table.file(), progress, rows);
  }

  private void read(String name, Progress progress, Content content) {
    ZipEntry entry = zip.getEntry(name);
    if (entry == null) {
      throw Manifest.damaged(name);
    }
    CRC32 checksum = new CRC32();
    try (InputStream in = zip.getInputStream(entry)) {
      byte[] buffer = new byte[BUFFER];
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        checksum.update(buffer, 0, read);
        content.add(buffer, read);
        done += read;
        progress.at(name, done, size);
      }
    } catch (ZipException | EOFException e) {
      throw Manifest.damaged(name);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (checksum.getValue() != entry.getCrc()) {
      throw Manifest.damaged(name);
    }
  }

  @Override
  public void close() {
    try {
      zip.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
