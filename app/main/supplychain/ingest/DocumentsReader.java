package supplychain.ingest;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.Consumer;
import supplychain.core.Problem;
import supplychain.http.JsonRequest;

/** Reads a JSON document a line; lines without any are passed over. */
final class DocumentsReader {
  /** Each document stands on one line, so where on it says all. */
  private static final String PLACE = "Line 1, column";

  private final Consumer<Line> taker;
  private final ByteArrayOutputStream text = new ByteArrayOutputStream();
  private long number = 1;
  private boolean tooLong;

  DocumentsReader(Consumer<Line> taker) {
    this.taker = taker;
  }

  void read(InputStream in) throws IOException {
    InputStream bytes = new BufferedInputStream(in);
    for (int b = bytes.read(); b >= 0; b = bytes.read()) {
      if (b == '\n') {
        end();
        number++;
      } else if (text.size() < LineReader.RECORD_LENGTH) {
        text.write(b);
      } else {
        tooLong = true;
      }
    }
    end();
  }

  private void end() {
    byte[] line = text.toByteArray();
    if (tooLong) {
      String detail = "A record may have at most " + LineReader.RECORD_LENGTH + " bytes.";
      give(line, LineReader.refused(Line.pointer(number), "too_large", detail));
    } else if (!isBlank(line)) {
      give(line, null);
    }
    text.reset();
    tooLong = false;
  }

  private void give(byte[] line, Problem flaw) {
    taker.accept(flaw == null ? parsed(line) : new Line(number, line.length, null, flaw));
  }

  private Line parsed(byte[] line) {
    try {
      return new Line(number, line.length, JsonRequest.parse(line), null);
    } catch (Problem e) {
      String detail = "It is not JSON: " + e.getMessage().replace(PLACE, "column");
      Problem flaw = LineReader.refused(Line.pointer(number), "malformed_json", detail);
      return new Line(number, line.length, null, flaw);
    }
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
