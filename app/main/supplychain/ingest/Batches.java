package supplychain.ingest;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Gathers the records of a source, so that the records of a batch share their statements. */
final class Batches {
  static final int MOST_RECORDS = 1_000;

  private static final long FULL_LENGTH = 1 << 20;

  private final Consumer<List<SourceRecord>> work;
  private List<SourceRecord> batch = new ArrayList<>();
  private long length;
  private long count;

  Batches(Consumer<List<SourceRecord>> work) {
    this.work = work;
  }

  void add(SourceRecord record) {
    batch.add(record);
    length += record.length();
    if (batch.size() == MOST_RECORDS || length >= FULL_LENGTH) {
      finish();
    }
  }

  /** Gives the last batch to the work. Returns the number of all records. */
  long finish() {
    List<SourceRecord> full = batch;
    batch = new ArrayList<>();
    length = 0;
    count += full.size();
    if (!full.isEmpty()) {
      work.accept(full);
    }
    return count;
  }
}
