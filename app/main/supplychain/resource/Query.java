package supplychain.resource;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.javalin.http.Context;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import supplychain.body.Body;

/** The query of a request. */
public final class Query {
  private Query() {}

  /**
   * Its parameters, to be read like the fields of a body; one that stands there twice is a finding.
   * Whoever has read what it takes calls {@link Body#finish()}: 400 where anything is wrong.
   */
  public static Body of(Context ctx) {
    Map<String, List<String>> query = new TreeMap<>(ctx.queryParamMap());
    ObjectNode parameters = JsonNodeFactory.instance.objectNode();
    query.forEach((name, values) -> parameters.put(name, values.get(0)));
    Body body = Body.ofQuery(parameters);
    query.forEach(
        (name, values) -> {
          if (values.size() > 1) {
            body.refuse(name, "duplicate", "It stands here twice.");
          }
        });
    return body;
  }
}
