package supplychain.ingest;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jooq.DSLContext;

/** One load, in its transaction: a pass of the file for each kind, batch by batch. */
final class LoadRun {
  /** How many records are recorded together at the most. */
  static final int BATCH_RECORDS = 1_000;

  /** After how many bytes of the file they are not made to wait for more. */
  static final long BATCH_BYTES = 1 << 20;

  private final Mistakes mistakes = new Mistakes();
  private final LoadFile file;
  private final LoadProgress progress;
  private final Map<LoadKind, LoadReport.Count> counts = new EnumMap<>(LoadKind.class);
  private final List<LoadRecord> waiting = new ArrayList<>();
  private long waitingBytes;
  private long done;
  private long total;

  LoadRun(LoadSource source, LoadProgress progress) {
    file = new LoadFile(source, mistakes);
    this.progress = progress;
  }

  /** Loads it; a mistake throws, so that the transaction is rolled back. */
  LoadReport run(DSLContext sql) {
    Map<LoadKind, Long> inFile = file.survey();
    total = inFile.values().stream().mapToLong(Long::longValue).sum();
    LongTransaction transaction = new LongTransaction(sql);
    LoadBatch batch = new LoadBatch(sql, mistakes);
    for (LoadKind kind : LoadKind.values()) {
      if (inFile.containsKey(kind)) {
        counts.put(kind, LoadReport.Count.NONE);
        progress.at(kind, done, total);
        transaction.startKind();
        file.read(kind, record -> take(transaction, batch, record));
        recordWaiting(transaction, batch, kind);
      }
      if (kind == LoadKind.CARDS && batch.companyCards().isNeeded()) {
        file.read(LoadKind.COMPANIES, batch.companyCards()::give);
      }
    }
    mistakes.refuseIfAny();
    return new LoadReport(counts);
  }

  private void take(LongTransaction transaction, LoadBatch batch, LoadRecord record) {
    waiting.add(record);
    waitingBytes += record.bytes();
    if (waiting.size() == BATCH_RECORDS || waitingBytes >= BATCH_BYTES) {
      recordWaiting(transaction, batch, record.kind());
    }
  }

  private void recordWaiting(LongTransaction transaction, LoadBatch batch, LoadKind kind) {
    if (!waiting.isEmpty()) {
      counts.merge(kind, batch.record(kind, waiting), LoadReport.Count::plus);
      done += waiting.size();
      progress.at(kind, done, total);
      transaction.wrote(waiting.size());
      waiting.clear();
      waitingBytes = 0;
    }
  }
}
