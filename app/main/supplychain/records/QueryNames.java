package supplychain.records;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import supplychain.core.Caller;
import supplychain.core.Json;
import supplychain.database.Database;
import supplychain.validation.Body;

/** Parameters of a query that name a record in place of its id, such as {@code source.number}. */
public final class QueryNames {
  private QueryNames() {}

  /** The parameters that can name a record in place of this one, which takes its id. */
  public static List<String> of(String field) {
    return Names.keys(field).stream().map(key -> field + "." + key).toList();
  }

  /** Replaces the names of records in a query by their ids, for these parameters. */
  public static void replace(Body query, List<String> fields, Caller caller, Database database) {
    if (fields.stream().filter(field -> nest(query, field)).count() > 0) {
      database.read(
          sql -> {
            Names.replace(sql, Map.of(query, caller), Set.of(), Set.of());
            return query;
          });
    }
  }

  /** Puts the names of a record in the place of its id. Returns whether there are any. */
  private static boolean nest(Body query, String field) {
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
