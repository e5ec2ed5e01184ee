package supplychain.eudr;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.UUID;

/**
 * One thing that is said of a file of origins.
 *
 * @param detail what it is, for people
 * @param transaction the product transaction concerned, or through which the farmer is
 * @param farmer the farmer concerned, or null
 * @param plot the plot concerned, or null
 */
record Issue(IssueKind concern, String detail, UUID transaction, UUID farmer, UUID plot) {
  ObjectNode document() {
    return JsonNodeFactory.instance
        .objectNode()
        .put("code", concern.code())
        .put("detail", detail)
        .put("transaction", text(transaction))
        .put("farmer", text(farmer))
        .put("plot", text(plot));
  }

  private static String text(UUID id) {
    return id == null ? null : id.toString();
  }
}
