package supplychain.ingest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import supplychain.core.ProblemType;
import supplychain.records.Formulas;
import supplychain.validation.Body;
import supplychain.validation.Findings;
import supplychain.validation.Spelling;

/** The first line of a table: which column is which field. */
final class CsvHeader {
  private final List<String> names;
  private final Map<String, Cell> columns;

  /** Reads it; 400 that names every wrong column. */
  CsvHeader(long line, List<String> names, Map<String, Cell> columns, boolean lenient) {
    this.names = names.stream().map(String::strip).toList();
    this.columns = columns;
    Findings findings = new Findings();
    Set<String> seen = new HashSet<>();
    for (String name : this.names) {
      String pointer = Body.pointer(Line.pointer(line), name);
      if (!columns.containsKey(name) && !lenient) {
        String hint = Spelling.hint(name, columns.keySet(), findings);
        findings.add(pointer, "unknown_field", "There is no such column." + separated(name) + hint);
      } else if (!seen.add(name)) {
        findings.add(pointer, "duplicate", "Two columns have this name.");
      }
    }
    findings.refuseIfAny(ProblemType.INVALID_BODY);
  }

  private String separated(String name) {
    return names.size() == 1 && name.contains(";") ? " Separate the columns by commas." : "";
  }

  int size() {
    return names.size();
  }

  /** The document of a line; an empty cell is an absent field. */
  ObjectNode document(List<String> cells) {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    for (int i = 0; i < cells.size(); i++) {
      Cell cell = columns.get(names.get(i));
      if (cell != null && !cells.get(i).isEmpty()) {
        put(document, names.get(i), cell.read(Formulas.restored(cells.get(i))));
      }
    }
    return document;
  }

  /** Sets a field, or one of an object inside where there are points in its name. */
  private static void put(ObjectNode document, String name, JsonNode value) {
    int point = name.indexOf('.');
    if (point < 0) {
      document.set(name, value);
    } else {
      put(document.withObjectProperty(name.substring(0, point)), name.substring(point + 1), value);
    }
  }
}
