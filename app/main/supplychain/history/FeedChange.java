package supplychain.history;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import supplychain.core.Json;
import supplychain.records.registry.RecordKinds;

/**
 * A change of a record by one transaction of the database.
 *
 * @param id the id of its last row in the history
 * @param resource the kind of record, as in its path
 * @param operation CREATED or CHANGED
 * @param changed the fields that changed
 * @param at the time, RFC 3339
 * @param user the author; null if the caller may not know
 * @param request the service's id of the request; null if the caller may not know
 * @param clientRequest the client's id of the request; null likewise, or if it sent none
 */
record FeedChange(
    long transaction,
    long id,
    String resource,
    UUID record,
    String operation,
    List<String> changed,
    String at,
    UUID user,
    String request,
    String clientRequest) {
  private static final String GONE = "GONE";

  /** Its JSON, with the present document of the record; null if the caller cannot read it. */
  byte[] json(byte[] document) {
    ObjectNode json = Json.MAPPER.createObjectNode();
    json.put("resource", resource);
    json.put("id", record.toString());
    json.put("path", RecordKinds.named(resource).path() + record + "/");
    json.put("operation", document == null ? GONE : operation);
    changed.forEach(json.putArray("changed")::add);
    json.put("at", at);
    json.put("user", user == null ? null : user.toString());
    json.put("request_id", request);
    json.put("client_request_id", clientRequest);
    json.putRawValue(
        "record",
        new RawValue(document == null ? "null" : new String(document, StandardCharsets.UTF_8)));
    try {
      return Json.MAPPER.writeValueAsBytes(json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of strings can be written", e);
    }
  }
}
