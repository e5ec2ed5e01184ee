package supplychain.docs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.io.IOUtils;
import org.apache.commons.io.function.Uncheck;
import supplychain.core.ProblemType;

/** The OpenAPI 3.1 document. {@code document.yaml} explains how its YAML files are written. */
public final class OpenApi {
  private static final String BASE = "/v1";
  private static final YAMLMapper YAML = new YAMLMapper();
  private static ObjectNode document;

  private OpenApi() {}

  /** The path of a request to an operation at this path of the document. */
  public static String requestPath(String path, JsonNode operation) {
    return operation.has("servers") ? path : BASE + path;
  }

  /** The whole document, which the caller must not change. */
  public static synchronized ObjectNode document() {
    if (document == null) {
      document = make(); // Not in a static block, where only the first caller would see a mistake.
    }
    return document;
  }

  private static ObjectNode make() {
    ObjectNode document = read("document.yaml");
    Operations operations = new Operations((ObjectNode) document.remove("templates"));
    ObjectNode components = (ObjectNode) document.get("components");
    List<ObjectNode> parts = new ArrayList<>();
    document.remove("files").forEach(file -> parts.add(read(file.asText() + ".yaml")));
    Schemas schemas =
        new Schemas(
            (ObjectNode) components.get("schemas"), read("fields.yaml"), read("example-ids.yaml"));
    // Records refer to schemas, and bodies to records, of any file.
    parts.forEach(part -> part.path("schemas").forEachEntry(schemas::add));
    parts.forEach(part -> part.path("references").forEachEntry(schemas::addReference));
    parts.forEach(part -> part.path("records").forEachEntry(schemas::addRecord));
    parts.forEach(part -> part.path("bodies").forEachEntry(schemas::addBody));
    ArrayNode types = (ArrayNode) components.at("/schemas/Problem/properties/type/enum");
    Arrays.stream(ProblemType.values()).map(ProblemType::uri).forEach(types::add);
    ArrayNode codes = (ArrayNode) components.at("/schemas/Finding/properties/code/enum");
    read("finding-codes.yaml").fieldNames().forEachRemaining(codes::add);
    components.get("parameters").properties().forEach(Operations::completeParameter);
    components.get("responses").forEach(operations::completeRefusal);
    ObjectNode paths = (ObjectNode) document.get("paths");
    parts.forEach(part -> operations.add(paths, part));
    operations.add(paths, Operations.reports());
    schemas.removeUnused(document);
    return document;
  }

  static ObjectNode read(String file) {
    String path = "/supplychain/docs/" + file;
    return (ObjectNode) Uncheck.get(() -> YAML.readTree(IOUtils.resourceToByteArray(path)));
  }
}
