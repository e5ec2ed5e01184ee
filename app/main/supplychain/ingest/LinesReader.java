package supplychain.ingest;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import supplychain.core.Problem;
import supplychain.http.JsonRequest;

/** Reads JSON lines: a record on each line. Ignores blank lines. */
final class LinesReader {
  /** Each record is on one line, so the column alone tells where a mistake is. */
  private static final String PLACE = "Line 1, column";

  private final Consumer<SourceRecord> records;
  private final ByteArrayOutputStream text = new ByteArrayOutputStream();
  private long number = 1;

  LinesReader(Consumer<SourceRecord> records) {
    this.records = records;
  }

  void read(InputStream in) throws IOException {
    InputStream bytes = new BufferedInputStream(in);
    for (int b = bytes.read(); b >= 0; b = bytes.read()) {
      if (b == '\n') {
        endLine();
        number++;
      } else if (text.size() <= SourceRecord.MOST_LENGTH) {
        text.write(b);
      }
    }
    endLine();
  }

  private void endLine() {
    String pointer = SourceRecord.pointer(number);
    if (text.size() > SourceRecord.MOST_LENGTH) {
      records.accept(SourceRecord.tooLarge(number, pointer, "bytes"));
    } else if (!text.toString(StandardCharsets.ISO_8859_1).isBlank()) {
      records.accept(parsed(pointer, text.toByteArray()));
    }
    text.reset();
  }

  private SourceRecord parsed(String pointer, byte[] line) {
    try {
      return SourceRecord.of(number, pointer, line.length, JsonRequest.parse(line));
    } catch (Problem e) {
      String detail = "This line is not JSON: " + e.getMessage().replace(PLACE, "column");
      return SourceRecord.flawed(number, pointer, "", "malformed_json", detail);
    }
  }
}
