package supplychain.backup;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.apache.commons.io.function.IOFunction;
import org.apache.commons.io.function.Uncheck;
import supplychain.backup.Manifest.TableEntry;
import supplychain.core.Failure;
import supplychain.core.Progress;

/** A backup to restore. Each reading finds damage, and nothing is unpacked to the disk. */
public final class BackupFile implements AutoCloseable {
  private final ZipFile zip;
  private final Manifest manifest;

  /** How many rows were read in this pass, and how many there are. */
  private final AtomicLong done = new AtomicLong();

  private long total;

  /**
   * Opens a backup and reads all of it, so that the restore of a damaged backup writes nothing.
   *
   * @throws Failure if the file is damaged, no backup, or one that this jar cannot read
   * @throws IOException if the file cannot be opened
   */
  public BackupFile(Path file, Progress progress) throws IOException {
    try {
      zip = new ZipFile(file.toFile());
    } catch (ZipException e) {
      throw Failure.of(
          "The file " + file + " is not a backup, or its end is missing: " + e.getMessage() + ".");
    }
    try {
      if (zip.getEntry(Manifest.ENTRY) == null) {
        throw Failure.of(
            "The file " + file + " is not a backup: it has no " + Manifest.ENTRY + ".");
      }
      manifest = Manifest.parse(read(Manifest.ENTRY, "", Progress.NONE, InputStream::readAllBytes));
      total = manifest.rows();
      for (TableEntry table : manifest.tables()) {
        read(
            table.file(),
            "checking " + table.name(),
            progress,
            in -> in.transferTo(OutputStream.nullOutputStream()));
      }
      Set<String> named = new HashSet<>(Set.of(Manifest.ENTRY));
      manifest.tables().forEach(table -> named.add(table.file()));
      for (ZipEntry entry : Collections.list(zip.entries())) {
        if (!named.remove(entry.getName())) {
          throw Manifest.damaged(entry.getName());
        }
      }
      done.set(0);
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  public Manifest manifest() {
    return manifest;
  }

  /** Reads an entry in a stage of the work. Refuses a damaged one. */
  <T> T read(String name, String stage, Progress progress, IOFunction<InputStream, T> reading) {
    ZipEntry entry = zip.getEntry(name);
    if (entry == null) {
      throw Manifest.damaged(name);
    }
    try (CheckedInputStream content = counted(zip.getInputStream(entry), stage, progress)) {
      T result = reading.apply(content);
      if (content.getChecksum().getValue() != entry.getCrc()) {
        throw Manifest.damaged(name);
      }
      return result;
    } catch (ZipException | EOFException e) {
      throw Manifest.damaged(name);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private CheckedInputStream counted(InputStream content, String stage, Progress progress) {
    return new CheckedInputStream(content, new CRC32()) {
      @Override
      public int read(byte[] buffer, int start, int length) throws IOException {
        int read = super.read(buffer, start, length);
        int lines = 0;
        for (int i = start; i < start + read; i++) {
          lines += buffer[i] == '\n' ? 1 : 0;
        }
        progress.at(stage, done.addAndGet(lines), total);
        return read;
      }
    };
  }

  @Override
  public void close() {
    Uncheck.run(zip::close);
  }
}
