package supplychain.http;

/**
 * The maximum of the last numbers: of at least {@code count} and at most {@code 2 * count - 1}. For
 * one thread at a time.
 */
final class RecentMaximum {
  private final int count;
  private int maximum;

  /** The maximum of the numbers of the current block, which is complete with {@code count}. */
  private int ofBlock;

  private int blockSize;

  RecentMaximum(int count) {
    this.count = count;
  }

  void note(int number) {
    ofBlock = Math.max(ofBlock, number);
    blockSize++;
    maximum = Math.max(maximum, number);
    if (blockSize == count) {
      maximum = ofBlock;
      ofBlock = 0;
      blockSize = 0;
    }
  }

  /** 0 before the first number. */
  int get() {
    return maximum;
  }
}
