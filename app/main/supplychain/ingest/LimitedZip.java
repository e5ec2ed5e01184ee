package supplychain.ingest;

import java.io.IOException;
import java.io.InputStream;
import java.util.function.LongSupplier;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;
import org.apache.commons.io.function.IOBiFunction;
import org.apache.commons.io.function.IOSupplier;
import org.apache.commons.io.input.BoundedInputStream;
import org.apache.commons.io.input.ProxyInputStream;
import org.apache.commons.io.output.NullOutputStream;

/** Reads the entries of a client's ZIP file one by one, within limits: a small file can be huge. */
final class LimitedZip {
  static final int MOST_ENTRIES = 1_000;

  /** The characters of the name of an entry, with its folders. */
  static final int MOST_NAME = 255;

  /** All entries together, unpacked. */
  static final int MOST_BYTES = 256 << 20;

  /** How many times as long as the file its entries may be. */
  static final int MOST_RATIO = 200;

  /** Entries that together have up to these bytes may have any ratio. */
  static final int SMALL = 1 << 20;

  private LimitedZip() {}

  /**
   * Reads a file from its beginning.
   *
   * @param entries receives the name and the content of each entry, of which it need not read
   *     everything; it returns false to read no further entry
   */
  static void read(
      IOSupplier<InputStream> source, IOBiFunction<String, InputStream, Boolean> entries)
      throws IOException {
    try (BoundedInputStream packed =
            BoundedInputStream.builder().setInputStream(source.get()).get();
        ZipInputStream zip = new ZipInputStream(packed)) {
      Unpacked content = new Unpacked(zip, packed::getCount);
      int count = 0;
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        if (++count > MOST_ENTRIES) {
          throw refusal("It has more than " + MOST_ENTRIES + " files in it.");
        }
        requireShort(entry.getName());
        if (!entries.apply(entry.getName(), content)) {
          return;
        }
        content.transferTo(NullOutputStream.INSTANCE);
      }
    } catch (ZipException | java.io.EOFException e) {
      throw refusal("It is damaged.");
    }
  }

  static void requireShort(String name) {
    if (name.length() > MOST_NAME) {
      throw refusal("A name in it has more than " + MOST_NAME + " characters.");
    }
  }

  /** Refuses the whole file. */
  static RuntimeException refusal(String reason) {
    return SourceRecord.refusal("", "format", "The service cannot read this file. " + reason);
  }

  /** The bytes of all entries, counted. Closing it leaves the file open for the next entry. */
  private static final class Unpacked extends ProxyInputStream {
    private final LongSupplier packed;
    private long count;

    Unpacked(InputStream zip, LongSupplier packed) {
      super(zip);
      this.packed = packed;
    }

    @Override
    protected void afterRead(int read) {
      count += Math.max(0, read);
      if (count > MOST_BYTES) {
        throw refusal("Unpacked, it has more than " + (MOST_BYTES >> 20) + " MiB.");
      }
      if (count > SMALL && count > packed.getAsLong() * MOST_RATIO) {
        throw refusal("Unpacked, it is more than " + MOST_RATIO + " times as long.");
      }
    }

    @Override
    public void close() {}
  }
}
