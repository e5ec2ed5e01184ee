package supplychain.ingest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import supplychain.core.Finding;
import supplychain.core.Problem;
import supplychain.core.ProblemType;
import supplychain.http.JsonRequest;

/**
 * A record as a reader finds it in a source.
 *
 * @param line the line on which the record begins, or the number of the feature, from 1
 * @param length the length of its text; 0 if it cannot be read
 * @param node its JSON; missing if it cannot be read
 * @param flaw why the record cannot be read; null if it can
 * @param place the pointer to show in place of one to a field: in a table, to its column; it gives
 *     null for a mistake that is not worth naming
 */
record SourceRecord(
    long line,
    String pointer,
    long length,
    JsonNode node,
    Problem flaw,
    UnaryOperator<String> place) {
  /** A record may have as many bytes as the body of a request; in a table, as many characters. */
  static final int MOST_LENGTH = JsonRequest.MOST_BYTES;

  static SourceRecord of(long line, String pointer, long length, JsonNode node) {
    return new SourceRecord(line, pointer, length, node, null, UnaryOperator.identity());
  }

  /** A record with a flaw, {@code place} below its pointer. */
  static SourceRecord flawed(long line, String pointer, String place, String code, String detail) {
    Problem flaw = refusal(pointer + place, code, detail);
    return new SourceRecord(
        line, pointer, 0, MissingNode.getInstance(), flaw, UnaryOperator.identity());
  }

  /** A record that has more than {@link #MOST_LENGTH} of a unit. */
  static SourceRecord tooLarge(long line, String pointer, String unit) {
    return flawed(line, pointer, "", "too_large", tooLarge(unit));
  }

  static String tooLarge(String unit) {
    return "A record can have at most " + MOST_LENGTH + " " + unit + ".";
  }

  /** This record with another place to show in place of a pointer. */
  SourceRecord at(UnaryOperator<String> other) {
    return new SourceRecord(
        line, pointer, length, node, flaw, found -> place.apply(other.apply(found)));
  }

  /** A record with this content at the place of this one. */
  SourceRecord with(JsonNode node, long length, Problem flaw) {
    return new SourceRecord(line, pointer, length, node, flaw, place);
  }

  /** The finding at the place to show; none if it is not worth naming. */
  Stream<Finding> inSource(Finding finding) {
    return Stream.ofNullable(place.apply(finding.pointer()))
        .map(pointer -> new Finding(pointer, finding.code(), finding.detail()));
  }

  /** Refuses a source, or a record of it, for one reason. */
  static Problem refusal(String pointer, String code, String detail) {
    List<Finding> findings = List.of(new Finding(pointer, code, detail));
    return new Problem(ProblemType.INVALID_BODY, "One mistake. Nothing was recorded.", findings);
  }
}
