package supplychain.ingest;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Consumer;

/** Reads a table (RFC 4180): a line that names the columns, then one for each record. */
final class TableReader {
  private static final int BYTE_ORDER_MARK = 0xFEFF;

  private final Map<String, Cell> columns;
  private final boolean lenient;
  private final Consumer<Line> taker;
  private CsvHeader header;

  TableReader(Map<String, Cell> columns, boolean lenient, Consumer<Line> taker) {
    this.columns = columns;
    this.lenient = lenient;
    this.taker = taker;
  }

  void read(InputStream in) throws IOException {
    CsvQuotes quotes = new CsvQuotes(withoutMark(in));
    long last = 0;
    try (CsvReader<CsvRecord> records =
        CsvReader.builder()
            .allowExtraFields(true)
            .allowMissingFields(true)
            .maxBufferSize(LineReader.RECORD_LENGTH)
            .ofCsvRecord(quotes)) {
      for (CsvRecord record : records) {
        last = record.getStartingLineNumber();
        take(record);
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } catch (CsvParseException e) {
      throw unreadable(quotes, last, e);
    }
    requireClosed(quotes);
    if (header == null) {
      throw LineReader.refused("", "required", "The first line names the columns.");
    }
  }

  /** A decoder that refuses what is no UTF-8, where others put a question mark. */
  static Reader withoutMark(InputStream in) throws IOException {
    PushbackReader text =
        new PushbackReader(new InputStreamReader(in, StandardCharsets.UTF_8.newDecoder()));
    int first = text.read();
    if (first >= 0 && first != BYTE_ORDER_MARK) {
      text.unread(first);
    }
    return text;
  }

  private void take(CsvRecord record) {
    long line = record.getStartingLineNumber();
    if (header == null) {
      header = new CsvHeader(line, record.getFields(), columns, lenient);
      return;
    }
    long length = record.getFields().stream().mapToLong(String::length).sum();
    if (record.getFieldCount() == header.size()) {
      taker.accept(new Line(line, length, header.document(record.getFields()), null));
    } else {
      String detail =
          "It has %d values, and there are %d columns."
              .formatted(record.getFieldCount(), header.size());
      String pointer = Line.pointer(line);
      taker.accept(new Line(line, length, null, LineReader.refused(pointer, "columns", detail)));
    }
  }

  private static RuntimeException unreadable(CsvQuotes quotes, long last, CsvParseException e)
      throws IOException {
    if (e.getCause() instanceof IOException cause) {
      throw cause;
    }
    requireClosed(quotes);
    String detail =
        "After the record on line %d: a value is quoted in part, or has more than %d characters."
            .formatted(last, LineReader.RECORD_LENGTH);
    return LineReader.refused(Line.pointer(last), "format", detail);
  }

  private static void requireClosed(CsvQuotes quotes) {
    long wrong = quotes.wrongLine();
    if (wrong > 0) {
      throw LineReader.refused(
          Line.pointer(wrong),
          "quotes",
          "A quote is not closed, or stands in a value that has none around it.");
    }
  }
}
