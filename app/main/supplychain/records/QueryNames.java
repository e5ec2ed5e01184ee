package supplychain.records;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import supplychain.core.Json;
import supplychain.validation.Body;

/** Parameters of a query that name a record in place of its id, such as {@code source.number}. */
public final class QueryNames {
  private QueryNames() {}

  /** The parameters that can name a record in place of this one, which takes its id. */
  public static List<String> of(String field) {
    return Names.keys(field).stream().map(key -> field + "." + key).toList();
  }

  /** Puts the names of a record in the place of its id. Returns whether there are any. */
  static boolean nest(Body query, String field) {
    ObjectNode parameters = (ObjectNode) query.tree();
    ObjectNode names = Json.MAPPER.createObjectNode();
    for (String parameter : of(field)) {
      query.ignore(parameter);
      if (parameters.has(parameter)) {
        names.set(parameter.substring(field.length() + 1), parameters.get(parameter));
        if (parameters.has(field)) {
          query.refuse(parameter, "duplicate", "Send either the id or a name of the record.");
        }
      }
    }
    if (!names.isEmpty()) {
      parameters.set(field, names);
    }
    return !names.isEmpty();
  }
}
