package supplychain.bulk;

import com.fasterxml.jackson.databind.JsonNode;
import supplychain.problem.Problem;

/**
 * A record as it stands in a bulk.
 *
 * @param number the line on which it begins, from 1
 * @param length of its text
 * @param node its document; null where it cannot be read
 * @param flaw why it cannot be read; null where it can
 */
record Line(long number, long length, JsonNode node, Problem flaw) {
  /** Where it stands. */
  String pointer() {
    return pointer(number);
  }

  static String pointer(long number) {
    return "/" + number;
  }
}
