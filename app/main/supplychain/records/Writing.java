package supplychain.records;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.UUID;
import java.util.function.Function;
import supplychain.records.Recording.Grouping;

/**
 * How records of a kind are created, or how they are changed.
 *
 * @param recording writes the records
 * @param grouping how a request with this body shares a transaction with others; null if none does
 */
record Writing(Recording recording, Function<JsonNode, Grouping> grouping) {
  /** Records one body after the other, each in a transaction of its own. */
  static Writing alone(Recording.Single one) {
    return new Writing(Recording.oneByOne(one), null);
  }

  /** Changes one record after the other, each in a transaction of its own. */
  static Writing alone(Recording.SingleChange one) {
    return alone(
        (sql, caller, body) -> {
          UUID record = body.record().orElseThrow();
          one.change(sql, caller, record, body);
          return record;
        });
  }

  /** Whether no request shares a transaction. */
  boolean isAlwaysAlone() {
    return grouping == null;
  }
}
