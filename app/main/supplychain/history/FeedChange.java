package supplychain.history;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import supplychain.core.Json;
import supplychain.records.registry.RecordKinds;

/**
 * A change of a record by one transaction of the database.
 *
 * @param id the id of its last row in the history
 * @param resource the kind of record, as in its path
 * @param change its JSON, without the path and the document of the record
 */
record FeedChange(long transaction, long id, String resource, UUID record, String change) {
  /** Its JSON, with the present document of the record; null if the caller cannot read it. */
  String json(byte[] document) {
    try {
      ObjectNode json = (ObjectNode) Json.MAPPER.readTree(change);
      json.put("path", RecordKinds.named(resource).path() + record + "/");
      if (document == null) {
        return json.put("operation", "GONE").putNull("record").toString();
      }
      String text = new String(document, StandardCharsets.UTF_8);
      return json.putRawValue("record", new RawValue(text)).toString();
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("PostgreSQL writes no such JSON", e);
    }
  }
}
