package supplychain.backup;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import supplychain.backup.Manifest.TableEntry;
import supplychain.core.Progress;

/** A backup to restore. Reading it notices damage, and unpacks nothing to the disk. */
public final class BackupFile implements AutoCloseable {
  /** How many bytes the manifest may have. */
  static final int MOST_MANIFEST_BYTES = 1 << 20;

  private static final int BUFFER = 1 << 16;

  /** Receives the rows of a table, piece by piece. */
  interface Rows {
    void add(byte[] buffer, int length);
  }

  private final ZipFile zip;
  private final Manifest manifest;

  private BackupFile(ZipFile zip, Manifest manifest) {
    this.zip = zip;
    this.manifest = manifest;
  }

  /**
   * Opens a backup.
   *
   * @throws BackupException if the file is no backup, or one that this jar cannot read
   * @throws UncheckedIOException if the file cannot be read
   */
  public static BackupFile open(Path file) {
    try {
      ZipFile zip = new ZipFile(file.toFile());
      try {
        return new BackupFile(zip, readManifest(zip));
      } catch (IOException | RuntimeException e) {
        zip.close();
        throw e;
      }
    } catch (ZipException e) {
      throw new BackupException(
          "The file " + file + " is no backup, or its end is missing: " + e.getMessage() + ".");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Manifest readManifest(ZipFile zip) throws IOException {
    ZipEntry entry = zip.getEntry(Manifest.ENTRY);
    if (entry == null) {
      throw new BackupException(
          "The file " + zip.getName() + " is no backup: it has no " + Manifest.ENTRY + ".");
    }
    byte[] json;
    try (InputStream stream = zip.getInputStream(entry)) {
      json = stream.readNBytes(MOST_MANIFEST_BYTES + 1);
    } catch (ZipException | EOFException e) {
      throw BackupException.damaged(Manifest.ENTRY);
    }
    CRC32 crc = new CRC32();
    crc.update(json);
    if (json.length > MOST_MANIFEST_BYTES || crc.getValue() != entry.getCrc()) {
      throw BackupException.damaged(Manifest.ENTRY);
    }
    return Manifest.parse(json);
  }

  /** What the backup says of itself. */
  public Manifest manifest() {
    return manifest;
  }

  /** Reads all of it, so that a damaged backup is refused before the restore writes anything. */
  public void check(Progress progress) {
    long done = 0;
    for (TableEntry table : manifest.tables()) {
      read(table, done, progress, (buffer, length) -> {});
      done += table.bytes();
    }
  }

  /**
   * Reads the rows of a table.
   *
   * @param before how many bytes the tables before this one have
   * @throws BackupException if the rows are not those that the manifest describes
   */
  void read(TableEntry table, long before, Progress progress, Rows rows) {
    String file = TableEntry.file(table.name());
    ZipEntry entry = zip.getEntry(file);
    if (entry == null) {
      throw BackupException.damaged(file);
    }
    MessageDigest digest = Manifest.newDigest();
    long bytes = 0;
    try (InputStream in = zip.getInputStream(entry)) {
      byte[] buffer = new byte[BUFFER];
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        digest.update(buffer, 0, read);
        bytes += read;
        rows.add(buffer, read);
        progress.at(table.name(), before + bytes, manifest.bytes());
      }
    } catch (ZipException | EOFException e) {
      throw BackupException.damaged(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (bytes != table.bytes() || !Manifest.hex(digest).equals(table.sha256())) {
      throw BackupException.damaged(file);
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
