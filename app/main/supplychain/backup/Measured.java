package supplychain.backup;

import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.function.LongConsumer;
import supplychain.backup.Manifest.TableEntry;

/** Counts the bytes of a table as they pass, and sums them up to the checksum that it keeps. */
final class Measured {
  private final MessageDigest digest = digest();
  private final LongConsumer progress;
  private long bytes;
  private String sum;

  /**
   * None yet.
   *
   * @param progress is told how many there are, again and again
   */
  Measured(LongConsumer progress) {
    this.progress = progress;
  }

  private static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  private void add(byte[] buffer, int offset, int length) {
    digest.update(buffer, offset, length);
    bytes += length;
    progress.accept(bytes);
  }

  long bytes() {
    return bytes;
  }

  /** The checksum of all; to be asked at the end. */
  String sha256() {
    if (sum == null) {
      sum = HexFormat.of().formatHex(digest.digest());
    }
    return sum;
  }

  /** What is written passes by here; closing it leaves what is behind open. */
  OutputStream on(OutputStream behind) {
    return new FilterOutputStream(behind) {
      @Override
      public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
      }

      @Override
      public void write(byte[] buffer, int offset, int length) throws IOException {
        out.write(buffer, offset, length);
        add(buffer, offset, length);
      }

      @Override
      public void close() throws IOException {
        flush();
      }
    };
  }

  /** What is read passes by here; at its end it must be what the backup says of the table. */
  InputStream on(InputStream behind, TableEntry table) {
    return new FilterInputStream(behind) {
      @Override
      public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
      }

      @Override
      public int read(byte[] buffer, int offset, int length) throws IOException {
        int read = in.read(buffer, offset, length);
        if (read > 0) {
          add(buffer, offset, read);
        }
        boolean isBroken = read < 0 && !isWhole(table);
        if (isBroken || bytes > table.bytes()) {
          throw BackupException.damaged(TableEntry.file(table.name()));
        }
        return read;
      }
    };
  }

  private boolean isWhole(TableEntry table) {
    return bytes == table.bytes() && sha256().equals(table.sha256());
  }
}
