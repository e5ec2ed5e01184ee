package supplychain.records;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** Writes the records of a list, as {@link ListFormat#records} made them, to a stream. */
interface ListWriter {
  void write(List<byte[]> records) throws IOException;

  /** Ends the list. A list without its end is visibly incomplete, except as lines. */
  void end() throws IOException;

  final class Text implements ListWriter {
    private final OutputStream out;
    private final byte[] between;
    private final byte[] after;
    private final byte[] foot;
    private boolean isBegun;

    /**
     * Writes to this stream, after the text before the records.
     *
     * @param between what is between two records
     * @param after what is after each record
     */
    Text(OutputStream out, byte[] between, byte[] after, byte[] foot) {
      this.out = out;
      this.between = between;
      this.after = after;
      this.foot = foot;
    }

    @Override
    public void write(List<byte[]> records) throws IOException {
      ByteArrayOutputStream text = new ByteArrayOutputStream();
      for (byte[] record : records) {
        text.writeBytes(isBegun ? between : new byte[0]);
        text.writeBytes(record);
        text.writeBytes(after);
        isBegun = true;
      }
      text.writeTo(out);
    }

    @Override
    public void end() throws IOException {
      out.write(foot);
    }
  }
}
