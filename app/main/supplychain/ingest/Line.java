package supplychain.ingest;

import com.fasterxml.jackson.databind.JsonNode;
import supplychain.core.Problem;

/**
 * A record as it stands in a bulk.
 *
 * @param number the line on which it begins, or which feature it is, from 1
 * @param pointer where that is
 * @param length of its text
 * @param node its document; null where it cannot be read
 * @param flaw why it cannot be read; null where it can
 */
record Line(long number, String pointer, long length, JsonNode node, Problem flaw) {
  /** One that begins on this line. */
  Line(long number, long length, JsonNode node, Problem flaw) {
    this(number, pointer(number), length, node, flaw);
  }

  static String pointer(long number) {
    return "/" + number;
  }
}
