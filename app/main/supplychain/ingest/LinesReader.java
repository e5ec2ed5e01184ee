package supplychain.ingest;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.apache.commons.io.function.IOSupplier;
import supplychain.core.Problem;
import supplychain.http.JsonRequest;

/** Reads JSON lines: a record on each line. Ignores blank lines. */
final class LinesReader {
  /** Each record is on one line, so the column alone tells where a mistake is. */
  private static final String PLACE = "Line 1, column";

  private LinesReader() {}

  static void read(IOSupplier<InputStream> source, Consumer<SourceRecord> records)
      throws IOException {
    try (InputStream in = new BufferedInputStream(source.get())) {
      ByteArrayOutputStream line = new ByteArrayOutputStream();
      long number = 1;
      for (int b = in.read(); b >= 0; b = in.read()) {
        if (b == '\n') {
          take(number++, line, records);
        } else if (line.size() <= SourceRecord.MOST_LENGTH) {
          line.write(b);
        }
      }
      take(number, line, records);
    }
  }

  private static void take(
      long number, ByteArrayOutputStream line, Consumer<SourceRecord> records) {
    if (!line.toString(StandardCharsets.ISO_8859_1).isBlank()) {
      records.accept(record(number, line.toByteArray()));
    }
    line.reset();
  }

  private static SourceRecord record(long number, byte[] line) {
    String pointer = "/" + number;
    if (line.length > SourceRecord.MOST_LENGTH) {
      return SourceRecord.tooLarge(number, pointer, "bytes");
    }
    try {
      return SourceRecord.of(number, pointer, line.length, JsonRequest.parse(line));
    } catch (Problem e) {
      String detail = "This line is not JSON: " + e.getMessage().replace(PLACE, "column");
      return SourceRecord.flawed(number, pointer, "", "malformed_json", detail);
    }
  }
}
