package supplychain.openapi;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import supplychain.records.Filter;
import supplychain.records.registry.RecordKinds;
import supplychain.validation.Kind;
import supplychain.validation.Kinds;

/** The query parameters of the lists: the filters of their kinds of record. */
final class ListParameters {
  private ListParameters() {}

  /** The parameters of the list at this path. */
  static List<ObjectNode> of(String path) {
    String name = path.replaceFirst(".*/(.+)/$", "$1");
    return RecordKinds.named(name).filters().stream().map(ListParameters::parameter).toList();
  }

  private static ObjectNode parameter(Filter<?> filter) {
    ObjectNode parameter =
        JsonNodeFactory.instance
            .objectNode()
            .put("name", filter.name())
            .put("in", "query")
            .put("description", "Only those " + filter.says() + ".");
    ObjectNode schema = parameter.putObject("schema");
    describe(schema, filter.kind());
    return parameter;
  }

  private static void describe(ObjectNode schema, Kind<?> kind) {
    if (kind instanceof Kinds.Choice<?> choice) {
      schema.put("type", "string");
      choice.names().forEach(schema.putArray("enum")::add);
    } else if (kind instanceof Kinds.FilledText text) {
      schema.put("type", "string").put("minLength", 1).put("maxLength", text.max());
    } else if (kind == Kinds.ID) {
      schema.put("type", "string").put("format", "uuid");
    } else if (kind == Kinds.FLAG_TEXT) {
      schema.put("type", "boolean");
    } else if (kind == Kinds.DAY_OR_TIME) {
      schema
          .put("type", "string")
          .putArray("examples")
          .add("2026-11-21")
          .add("2026-11-21T08:00:00Z");
    } else {
      throw new IllegalStateException("the document knows no parameters of this kind");
    }
  }
}
