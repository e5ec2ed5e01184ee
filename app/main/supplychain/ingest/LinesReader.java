package supplychain.ingest;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.Consumer;
import supplychain.core.Problem;
import supplychain.http.JsonRequest;

/** Reads JSON lines: a record on each line; blank lines are passed over. */
final class LinesReader {
  /** Each record stands on one line, so its column says where a mistake is. */
  private static final String PLACE = "Line 1, column";

  private final Consumer<SourceRecord> taker;
  private final ByteArrayOutputStream text = new ByteArrayOutputStream();
  private long number = 1;
  private boolean isTooLong;

  LinesReader(Consumer<SourceRecord> taker) {
    this.taker = taker;
  }

  void read(InputStream in) throws IOException {
    InputStream bytes = new BufferedInputStream(in);
    for (int b = bytes.read(); b >= 0; b = bytes.read()) {
      if (b == '\n') {
        endLine();
        number++;
      } else if (text.size() < SourceRecord.MOST_LENGTH) {
        text.write(b);
      } else {
        isTooLong = true;
      }
    }
    endLine();
  }

  private void endLine() {
    byte[] line = text.toByteArray();
    if (isTooLong) {
      String detail = "A record may have at most " + SourceRecord.MOST_LENGTH + " bytes.";
      taker.accept(flawed(line, "too_large", detail));
    } else if (!isBlank(line)) {
      taker.accept(parsed(line));
    }
    text.reset();
    isTooLong = false;
  }

  private SourceRecord parsed(byte[] line) {
    try {
      String pointer = SourceRecord.pointer(number);
      return SourceRecord.of(number, pointer, line.length, JsonRequest.parse(line));
    } catch (Problem e) {
      String detail = "It is not JSON: " + e.getMessage().replace(PLACE, "column");
      return flawed(line, "malformed_json", detail);
    }
  }

  private SourceRecord flawed(byte[] line, String code, String detail) {
    String pointer = SourceRecord.pointer(number);
    return SourceRecord.flawed(number, pointer, line.length, "", code, detail);
  }

  private static boolean isBlank(byte[] line) {
    for (byte b : line) {
      if (b != ' ' && b != '\t' && b != '\r') {
        return false;
      }
    }
    return true;
  }
}
