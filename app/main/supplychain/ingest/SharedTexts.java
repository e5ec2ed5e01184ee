package supplychain.ingest;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.IntConsumer;

/** The texts that the cells of a workbook share, in little memory. */
final class SharedTexts {
  /** The texts in UTF-8, with {@value #NUMBER} bytes more for each. */
  static final int MOST_BYTES = 16 << 20;

  private static final int NUMBER = Integer.BYTES;

  private static final int FIRST_SIZE = 1 << 10;

  private final IntConsumer memory;
  private byte[] bytes = new byte[FIRST_SIZE];
  private int[] ends = new int[FIRST_SIZE];
  private int count;

  /** {@code memory} takes the bytes of memory for more texts. */
  SharedTexts(IntConsumer memory) {
    this.memory = memory;
  }

  /** Adds a text, or refuses the workbook if there are too many. */
  void add(String text) {
    byte[] added = text.getBytes(StandardCharsets.UTF_8);
    int start = end(count - 1);
    int end = start + added.length;
    if (end + (long) NUMBER * (count + 1) > MOST_BYTES) {
      throw LimitedZip.refusal(
          "Its texts have more than " + (MOST_BYTES >> 20) + " MiB. Save it as CSV UTF-8.");
    }
    if (end > bytes.length) {
      int more = Math.max(end, Math.min(bytes.length * 2, MOST_BYTES));
      memory.accept(more - bytes.length);
      bytes = Arrays.copyOf(bytes, more);
    }
    if (count == ends.length) {
      memory.accept(count * NUMBER);
      ends = Arrays.copyOf(ends, count * 2);
    }
    System.arraycopy(added, 0, bytes, start, added.length);
    ends[count++] = end;
  }

  private int end(int index) {
    return index < 0 ? 0 : ends[index];
  }

  /** A text by its number, from 0; null if there is none. */
  String get(int index) {
    return index < 0 || index >= count
        ? null
        : new String(bytes, end(index - 1), end(index) - end(index - 1), StandardCharsets.UTF_8);
  }
}
