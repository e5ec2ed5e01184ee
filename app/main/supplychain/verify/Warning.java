package supplychain.verify;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.UUID;
import supplychain.core.Caller;

/**
 * A warning about a record, for programs and for people: its values are possible, and look wrong.
 *
 * @param other the id of another record that the warning is about; null if there is none
 * @param reader the only company that may know of it; null for all that see the record
 */
public record Warning(String code, String detail, UUID record, UUID other, UUID reader) {
  /** Whether the caller, who sees the record, may know of it. */
  public boolean isFor(Caller caller) {
    return reader == null || caller.actsFor(reader);
  }

  /** The warning in an answer. */
  public ObjectNode json() {
    return JsonNodeFactory.instance.objectNode().put("code", code).put("detail", detail);
  }
}
