package supplychain.ingest;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.http.LinesType;
import supplychain.ingest.Batches.Entry;
import supplychain.validation.Body;

/**
 * Records a table, JSON lines or features of one kind, in one transaction: all of them, or only
 * those without mistakes.
 *
 * @param isLenient whether the service ignores unknown fields
 * @param proceeds whether the service records the right records if others have mistakes
 * @param progress receives the number of records in each batch that is done
 */
public record Importer(
    IngestKind kind, LinesType type, boolean isLenient, boolean proceeds, LongConsumer progress) {
  /**
   * Records them, and gives the outcome of each in their order. The caller closes the stream.
   *
   * @throws Problem if there is no record, or one is refused and the import does not proceed
   */
  public void record(DSLContext sql, Caller caller, InputStream in, Consumer<Outcome> outcomes) {
    Refusals refusals = new Refusals(false);
    Batches batches =
        new Batches(
            batch -> {
              List<Entry> entries = batch.stream().map(record -> entry(record, caller)).toList();
              for (Outcome outcome : Batches.record(sql, kind, entries)) {
                outcomes.accept(outcome);
                if (!proceeds) {
                  refusals.add(outcome);
                }
              }
              progress.accept(batch.size());
            });
    read(in, batches::add);
    if (batches.finish() == 0) {
      throw SourceRecord.refusal("", "required", "There is no record in it.");
    }
    refusals.refuseIfAny();
  }

  private Entry entry(SourceRecord record, Caller caller) {
    // Features have members of the tool that wrote them (RFC 7946, 6.1).
    boolean ignoresUnknown = isLenient || type == LinesType.FEATURES;
    Body body =
        record.flaw() == null ? Body.of(record.node(), record.pointer(), ignoresUnknown) : null;
    return new Entry(record, body, caller, Set.of());
  }

  private void read(InputStream in, Consumer<SourceRecord> records) {
    try {
      switch (type) {
        case TABLE -> new TableReader(kind.columns(), isLenient, records).read(in);
        case DOCUMENTS -> new LinesReader(records).read(in);
        case FEATURES -> new FeaturesReader(records).read(in);
      }
    } catch (CharacterCodingException e) {
      throw SourceRecord.refusal("", "encoding", "It is not UTF-8.");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
