package supplychain.records;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.QuoteStrategies;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import org.jooq.DSLContext;
import supplychain.core.Caller;

/** Records as lines of text. */
interface Lines {
  /** The text before the records. */
  default String head() {
    return "";
  }

  /** The text after the records. */
  default String foot() {
    return "";
  }

  /**
   * Writes the lines of the first of these records, in this order and in UTF-8: at least one, and
   * no more after they reach this number of bytes. Returns the number of records.
   */
  int write(DSLContext sql, Caller reader, List<UUID> ids, int bytes, ByteArrayOutputStream text);

  /** One document on each line. */
  static Lines documents(RecordKind resource) {
    return (sql, reader, ids, bytes, text) -> {
      List<byte[]> documents = resource.documents(sql, reader, ids, bytes);
      for (byte[] document : documents) {
        text.writeBytes(document);
        text.write('\n');
      }
      return documents.size();
    };
  }

  /** A table: a line with the names of the columns, then one line for each record. */
  static Lines table(TableColumns columns) {
    return new Lines() {
      @Override
      public String head() {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        writeRows(List.<String[]>of(columns.names().toArray(String[]::new)), head);
        return head.toString(StandardCharsets.UTF_8);
      }

      @Override
      public int write(
          DSLContext sql, Caller reader, List<UUID> ids, int bytes, ByteArrayOutputStream text) {
        List<String[]> rows = columns.values(sql, reader, ids, bytes);
        writeRows(rows, text);
        return rows.size();
      }
    };
  }

  /** An empty cell is null; a pair of quotes is a text without characters. */
  private static void writeRows(List<String[]> rows, ByteArrayOutputStream text) {
    try (CsvWriter writer =
        CsvWriter.builder()
            .quoteStrategy(QuoteStrategies.EMPTY)
            .build(new OutputStreamWriter(text, StandardCharsets.UTF_8))) {
      rows.forEach(writer::writeRecord);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
