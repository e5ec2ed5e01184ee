package supplychain.docs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import supplychain.core.Json;
import supplychain.core.ProblemType;
import supplychain.core.Role;
import supplychain.records.Filter;
import supplychain.records.Names;
import supplychain.records.registry.RecordKinds;
import supplychain.reports.Report;
import supplychain.reports.Reports;
import supplychain.validation.ValueType;
import supplychain.validation.ValueTypes;

/** The operations of the document, out of the paths in the files of this folder. */
record Operations(ObjectNode templates) {
  /** The templates that an operation can name, with a record or a body. */
  private static final List<String> TEMPLATES =
      List.of("list", "report", "reads", "page", "makes", "changes", "body", "bulk");

  private static final String REQUEST_ID = "019c0000-0000-7000-8000-0000000000aa";

  /** Adds the operations of a file. They have its tag, unless they name another. */
  void add(ObjectNode paths, JsonNode file) {
    for (Map.Entry<String, JsonNode> path : file.path("paths").properties()) {
      ObjectNode operations = paths.withObject("/" + path.getKey().replace("/", "~1"));
      for (Map.Entry<String, JsonNode> each : path.getValue().properties()) {
        ObjectNode written = (ObjectNode) each.getValue();
        ObjectNode operation = operation(path.getKey(), written, file.path("tag"));
        operations.set(each.getKey(), operation);
      }
    }
  }

  private ObjectNode operation(String path, ObjectNode written, JsonNode tag) {
    Role role = written.has("role") ? Role.valueOf(written.remove("role").asText()) : Role.REPORTER;
    ObjectNode operation = JsonNodeFactory.instance.objectNode();
    merge(operation, templates.get("always"));
    if (role != Role.ANYONE) {
      merge(operation, templates.get("identified"));
    }
    if (path.contains("{hashid}")) {
      merge(operation, templates.get("hashid"));
    }
    for (String name : TEMPLATES) {
      JsonNode argument = written.remove(name);
      if (argument != null) {
        String template = templates.get(name).toString();
        merge(operation, Json.trusted(template.replace("/NAME\"", "/" + argument.asText() + "\"")));
        if (name.equals("list")) {
          parameters(path).forEach(operation.withArray("/parameters")::add);
        } else if (name.equals("report")) {
          Reports.find(argument.asText()).orElseThrow().allParameters().stream()
              .map(one -> parameter(one.name(), one.says(), one.type()))
              .forEach(operation.withArray("/parameters")::add);
        }
      }
    }
    JsonNode example = written.remove("example");
    if (example != null) {
      operation.withObject("/requestBody/content/application~1json").set("example", example);
    }
    operation.set("operationId", written.remove("operationId"));
    if (!written.has("tags")) {
      operation.putArray("tags").add(tag);
    }
    merge(operation, written);
    addRole(operation, role);
    operation.get("responses").forEach(this::completeAnswer);
    return operation;
  }

  private static List<ObjectNode> parameters(String path) {
    String name = path.replaceFirst(".*/(.+)/$", "$1");
    return RecordKinds.named(name).filters().stream().map(Operations::parameter).toList();
  }

  private static ObjectNode parameter(Filter<?> filter) {
    return parameter(filter.name(), "Only records " + filter.says() + ".", filter.type());
  }

  private static ObjectNode parameter(String name, String says, ValueType<?> type) {
    ObjectNode parameter = JsonNodeFactory.instance.objectNode();
    parameter.put("name", name).put("in", "query");
    String names =
        Names.parameters(name).stream()
            .map(each -> "`" + each + "`")
            .collect(Collectors.joining(" or "));
    boolean isNamed = type == ValueTypes.ID && !names.isEmpty();
    String more = isNamed ? " In place of the id, send its name as " + names + "." : "";
    parameter.put("description", says + more);
    describe(name, parameter.putObject("schema"), type);
    return parameter;
  }

  /** The operations of all reports, as a file of this folder writes them. */
  static ObjectNode reports() {
    ObjectNode file = JsonNodeFactory.instance.objectNode().put("tag", "Reports");
    ObjectNode paths = file.putObject("paths");
    for (Report report : Reports.ALL) {
      ObjectNode operation = paths.putObject("/reports/" + report.name() + "/").putObject("get");
      operation.put("operationId", operationId(report)).put("summary", report.says());
      operation.put("description", report.says() + ". The manual has the meaning of each column.");
      operation.put("report", report.name());
    }
    return file;
  }

  /** Such as {@code reportMassBalance}. */
  private static String operationId(Report report) {
    return Pattern.compile("(?:^|-)([a-z])")
        .matcher(report.name())
        .replaceAll(letter -> letter.group(1).toUpperCase(Locale.ROOT))
        .replaceFirst("^", "report");
  }

  private static void describe(String name, ObjectNode schema, ValueType<?> type) {
    if (type instanceof ValueTypes.Word word) {
      schema.put("type", "string");
      word.words().forEach(schema.putArray("enum")::add);
    } else if (type instanceof ValueTypes.Choice<?> choice) {
      schema.put("type", "string");
      choice.names().forEach(schema.putArray("enum")::add);
    } else if (type instanceof ValueTypes.FilledText text) {
      schema.put("type", "string").put("minLength", 1).put("maxLength", text.max());
    } else if (type == ValueTypes.ID) {
      schema.put("type", "string").put("format", "uuid");
    } else if (type == ValueTypes.FLAG_TEXT) {
      schema.put("type", "boolean");
    } else if (type == ValueTypes.DAY_OR_TIME) {
      schema.put("type", "string");
      schema.putArray("examples").add("2026-11-21").add("2026-11-21T08:00:00Z");
    } else {
      throw new IllegalStateException("the type of " + name + " needs a line in Operations");
    }
  }

  /** Adds the role for programs, and at the end of the description for people. */
  private static void addRole(ObjectNode operation, Role role) {
    String description = operation.get("description").asText();
    operation.put("x-role", role.name());
    if (role == Role.ANYONE) {
      operation.put("description", description + " Needs no token.").putArray("security");
    } else {
      String others = role == Role.MONITOR ? " or OPERATOR" : " or a higher role";
      String needed = role == Role.OPERATOR ? role.name() : role + others;
      operation.put("description", description + " Needs the role " + needed + ".");
    }
  }

  private void completeAnswer(JsonNode answer) {
    if (!answer.has("$ref")) {
      merge((ObjectNode) answer, templates.get("answer"));
    }
  }

  /** Adds the name of a parameter. It is in the query, unless the file says something else. */
  static void completeParameter(Map.Entry<String, JsonNode> parameter) {
    ObjectNode whole = JsonNodeFactory.instance.objectNode();
    whole.put("name", parameter.getKey()).put("in", "query");
    parameter.setValue(whole.setAll((ObjectNode) parameter.getValue()));
  }

  void completeRefusal(JsonNode refusal) {
    completeAnswer(refusal);
    merge((ObjectNode) refusal, templates.get("refusal"));
    addExamples((ObjectNode) refusal);
  }

  /** Replaces the {@code problems} of a refusal by whole documents, as the service answers them. */
  private static void addExamples(ObjectNode refusal) {
    JsonNode problems = refusal.remove("problems");
    ObjectNode content = refusal.withObject("/content").withObject("/application~1problem+json");
    ObjectNode examples = content.putObject("examples");
    for (Map.Entry<String, JsonNode> each : problems.properties()) {
      ProblemType type = ProblemType.named(each.getKey()).orElseThrow();
      ObjectNode document = JsonNodeFactory.instance.objectNode();
      document.put("type", type.uri()).put("title", type.title()).put("status", type.status());
      document.<ObjectNode>setAll((ObjectNode) each.getValue()).put("request_id", REQUEST_ID);
      examples.putObject(each.getKey()).put("summary", type.title()).set("value", document);
    }
  }

  /** Merges objects field by field, appends to arrays, and replaces any other value. */
  private static void merge(ObjectNode into, JsonNode more) {
    for (Map.Entry<String, JsonNode> each : more.properties()) {
      JsonNode there = into.get(each.getKey());
      JsonNode added = each.getValue();
      if (there instanceof ArrayNode array && added.isArray()) {
        added.forEach(array::add);
      } else if (there instanceof ObjectNode object
          && added.isObject()
          && !there.has("$ref")
          && !added.has("$ref")) {
        merge(object, added);
      } else {
        into.set(each.getKey(), added.deepCopy());
      }
    }
  }
}
