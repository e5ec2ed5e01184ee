package supplychain.backup;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import supplychain.backup.Manifest.TableEntry;

/** A backup that is there to be read; a damaged one is noticed, and nothing is unpacked to disk. */
public final class BackupFile implements AutoCloseable {
  /** How many bytes the manifest may have. */
  static final int MOST_MANIFEST_BYTES = 1 << 20;

  /** What is made of a table's rows. */
  interface Reading<T> {
    T read(InputStream rows) throws IOException;
  }

  private final ZipFile zip;
  private final Manifest manifest;

  private BackupFile(ZipFile zip) throws IOException {
    this.zip = zip;
    this.manifest = readManifest();
  }

  /**
   * Opens a backup.
   *
   * @throws BackupException if it is none, or one that this jar cannot read
   * @throws UncheckedIOException if the file cannot be read
   */
  public static BackupFile open(Path file) {
    try {
      return open(new ZipFile(file.toFile()));
    } catch (ZipException e) {
      throw new BackupException(
          "The file " + file + " is no backup, or its end is missing: " + e.getMessage() + ".");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static BackupFile open(ZipFile zip) throws IOException {
    try {
      return new BackupFile(zip);
    } catch (IOException | RuntimeException e) {
      zip.close();
      throw e;
    }
  }

  private Manifest readManifest() throws IOException {
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

  /** What it says of itself. */
  public Manifest manifest() {
    return manifest;
  }

  /** Reads it all, so that a damaged one is refused before anything is made of it. */
  public void check(CopyProgress progress) {
    long done = 0;
    for (TableEntry table : manifest.tables()) {
      long before = done;
      Measured measured =
          new Measured(bytes -> progress.at(table.name(), before + bytes, manifest.bytes()));
      read(table, measured, rows -> rows.transferTo(OutputStream.nullOutputStream()));
      done += table.bytes();
    }
  }

  /** Reads the rows of a table. */
  <T> T read(TableEntry table, Measured measured, Reading<T> reading) {
    ZipEntry entry = zip.getEntry(TableEntry.file(table.name()));
    if (entry == null) {
      throw BackupException.damaged(TableEntry.file(table.name()));
    }
    try (InputStream rows = measured.on(zip.getInputStream(entry), table)) {
      return reading.read(rows);
    } catch (ZipException | EOFException e) {
      throw BackupException.damaged(entry.getName());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
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
