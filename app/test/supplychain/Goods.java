package supplychain;

import static supplychain.Paths.*;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import supplychain.core.Json;

/** Bodies of product transactions. */
public final class Goods {
  private Goods() {}

  /** Records goods that move, as this client. */
  public static Reply move(
      Client client,
      Object source,
      Object destination,
      Object product,
      String quantity,
      Object... parents) {
    return client.post(GOODS, moved(source, destination, product, quantity, parents));
  }

  /** Goods that move; the quantity is JSON, so that it may be null. */
  public static String moved(
      Object source, Object destination, Object product, String quantity, Object... parents) {
    ObjectNode body = Json.MAPPER.createObjectNode().put("amount", "1");
    body.put("source", source.toString()).put("destination", destination.toString());
    body.put("product", product.toString()).putRawValue("quantity", new RawValue(quantity));
    for (Object parent : parents) {
      body.withArray("parents").add(parent.toString());
    }
    return body.toString();
  }

  /** Goods with these fields; single quotes stand for double ones. */
  public static String body(Object source, Object destination, Object product, String fields) {
    return "{'source': '%s', 'destination': '%s', 'product': '%s', %s}"
        .formatted(source, destination, product, fields)
        .replace('\'', '"');
  }
}
