package supplychain.ingest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import supplychain.core.Finding;
import supplychain.core.Problem;
import supplychain.core.ProblemType;
import supplychain.http.JsonRequest;
import supplychain.http.LinesRequest;
import supplychain.validation.Findings;

/** What came of each record, a JSON document a line. */
final class OutcomeLines {
  private final ByteArrayOutputStream text = new ByteArrayOutputStream();
  private int records;
  private int findings;

  /**
   * Adds a line. Of one that is refused the first mistake is named, and the others as long as the
   * answer has no more than {@value Findings#MOST} of them.
   *
   * @throws Problem if it is one too many: 413
   */
  void add(Outcome outcome) {
    records++;
    if (records > LinesRequest.MOST_RECORDS) {
      throw new Problem(
          ProblemType.BODY_TOO_LARGE,
          "A body may have at most " + LinesRequest.MOST_RECORDS + " records.");
    }
    ObjectNode line = JsonRequest.MAPPER.createObjectNode();
    line.put("line", outcome.line()).put("status", outcome.status());
    if (outcome.isRefused()) {
      add(line.putArray("errors"), outcome.findings());
    } else {
      line.put("id", outcome.id().toString());
    }
    write(line);
  }

  private void add(ArrayNode errors, List<Finding> found) {
    int named = Math.max(1, Math.min(found.size(), Findings.MOST - findings));
    findings += named;
    for (Finding finding : found.subList(0, named)) {
      errors
          .addObject()
          .put("pointer", finding.pointer())
          .put("code", finding.code())
          .put("detail", finding.detail());
    }
  }

  private void write(ObjectNode line) {
    try {
      text.writeBytes(JsonRequest.MAPPER.writeValueAsString(line).getBytes(StandardCharsets.UTF_8));
      text.write('\n');
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of strings can be written", e);
    }
  }

  /** The lines, in UTF-8. */
  byte[] text() {
    return text.toByteArray();
  }
}
