package supplychain.ingest;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.util.List;
import java.util.function.Consumer;
import supplychain.core.Finding;
import supplychain.core.Problem;
import supplychain.core.ProblemType;
import supplychain.http.JsonRequest;
import supplychain.http.LinesType;

/** Reads the records of a bulk, one after the other, however many they are. */
final class LineReader {
  /** How many bytes, or characters of a table, a record may have. */
  static final int RECORD_LENGTH = JsonRequest.MOST_BYTES;

  private LineReader() {}

  /**
   * Reads all of them.
   *
   * @throws Problem if they cannot be told apart: 400
   */
  static void read(
      InputStream in, LinesType type, BulkKind kind, boolean lenient, Consumer<Line> taker)
      throws IOException {
    try {
      if (type == LinesType.TABLE) {
        new TableReader(kind.columns(), lenient, taker).read(in);
      } else if (type == LinesType.FEATURES) {
        new FeaturesReader(taker).read(in);
      } else {
        new DocumentsReader(taker).read(in);
      }
    } catch (CharacterCodingException e) {
      throw refused("", "encoding", "It is not UTF-8.");
    }
  }

  /** Nothing can be made of it. */
  static Problem refused(String pointer, String code, String detail) {
    return new Problem(
        ProblemType.INVALID_BODY,
        "One mistake; errors names it.",
        List.of(new Finding(pointer, code, detail)));
  }
}
