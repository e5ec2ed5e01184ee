package supplychain.docs;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import supplychain.core.Role;

/**
 * An operation of the OpenAPI document.
 *
 * @param path the path of a request
 * @param role the least role that can send it
 */
public record DescribedOperation(String method, String path, Role role, String summary) {
  private static final Set<String> METHODS = Set.of("get", "post", "patch", "delete");

  /** All operations, in the order of the document. */
  public static List<DescribedOperation> all() {
    List<DescribedOperation> all = new ArrayList<>();
    for (Map.Entry<String, JsonNode> path : OpenApi.document().get("paths").properties()) {
      for (Map.Entry<String, JsonNode> each : path.getValue().properties()) {
        if (METHODS.contains(each.getKey())) {
          JsonNode operation = each.getValue();
          all.add(
              new DescribedOperation(
                  each.getKey().toUpperCase(Locale.ROOT),
                  OpenApi.requestPath(path.getKey(), operation),
                  Role.valueOf(operation.get("x-role").asText()),
                  operation.get("summary").asText()));
        }
      }
    }
    return all;
  }

  /** A file beside the document. */
  public static JsonNode read(String file) {
    return OpenApi.read(file);
  }
}
