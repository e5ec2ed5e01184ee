package supplychain.proof.requests;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** Tables of records (RFC 4180), of which most are right. */
final class OddTables {
  private static final List<String> LINE_ENDS = List.of("\n", "\r\n", "\r", "\n\n", "\r\n\r\n");
  private static final List<String> SEPARATORS = List.of(";", "\t", ", ", " ,", "\u0000", "\uff0c");

  private final Random random;
  private final OddCells cells;
  private final OddBytes bytes;

  OddTables(Random random, OddCells cells) {
    this.random = random;
    this.cells = cells;
    bytes = new OddBytes(random);
  }

  /**
   * So many rows of this record, as far as it fits into these columns, with up to two places odd.
   */
  String next(JsonNode right, int count, Set<String> columns) {
    List<List<String>> rows = rows(right, count, columns);
    for (int i = random.nextInt(3); i > 0; i--) {
      change(rows, columns);
    }
    String comma = random.nextInt(40) == 0 ? pick(SEPARATORS) : ",";
    String end = random.nextInt(4) == 0 ? pick(LINE_ENDS) : "\n";
    String table =
        rows.stream().map(row -> String.join(comma, row)).collect(Collectors.joining(end));
    return bytes.next(random.nextBoolean() ? table + end : table);
  }

  private static List<List<String>> rows(JsonNode right, int count, Set<String> columns) {
    List<String> names = new ArrayList<>();
    List<String> values = new ArrayList<>();
    flatten(right, "", columns, names, values);
    List<List<String>> rows = new ArrayList<>(List.of(names));
    for (int i = 0; i < count; i++) {
      rows.add(new ArrayList<>(values));
    }
    return rows;
  }

  private static void flatten(
      JsonNode node, String before, Set<String> columns, List<String> names, List<String> values) {
    for (Map.Entry<String, JsonNode> field : node.properties()) {
      String name = before + field.getKey();
      if (columns.contains(name)) {
        names.add(name);
        values.add(OddCells.quoted(cell(field.getValue())));
      } else if (field.getValue().isObject()) {
        flatten(field.getValue(), name + ".", columns, names, values);
      }
    }
  }

  /** Several ids have blanks between them; an object is a document. */
  private static String cell(JsonNode value) {
    if (value.isArray()) {
      return StreamSupport.stream(value.spliterator(), false)
          .map(JsonNode::asText)
          .collect(Collectors.joining(" "));
    }
    return value.isObject() ? value.toString() : value.asText();
  }

  private void change(List<List<String>> rows, Set<String> columns) {
    List<String> row = rows.get(random.nextInt(rows.size()));
    int at = random.nextInt(row.size() + 1);
    switch (random.nextInt(16)) {
      case 0 -> row.add(at, cells.next());
      case 1 -> row.subList(0, at).clear();
      case 2 -> row.clear();
      case 3 -> rows.remove(row);
      case 4 -> Collections.shuffle(rows, random);
      case 5 -> rows.subList(0, 1).clear();
      case 6, 7, 8 -> addColumn(rows, columns);
      case 9 -> dropColumn(rows, random.nextInt(Math.max(1, rows.get(0).size())));
      default -> {
        if (at < row.size()) {
          row.set(at, cells.next());
        }
      }
    }
    if (rows.isEmpty()) {
      rows.add(new ArrayList<>());
    }
  }

  private void addColumn(List<List<String>> rows, Set<String> columns) {
    int times = random.nextInt(20) == 0 ? 300 : 1;
    String name = cells.name(rows.get(0), columns);
    for (int i = 0; i < times; i++) {
      rows.get(0).add(times == 1 ? name : name + i);
      rows.subList(1, rows.size()).forEach(row -> row.add(""));
    }
    if (rows.size() > 1) {
      List<String> row = rows.get(1 + random.nextInt(rows.size() - 1));
      row.set(row.size() - 1, cells.next());
    }
  }

  private static void dropColumn(List<List<String>> rows, int column) {
    rows.stream().filter(row -> column < row.size()).forEach(row -> row.remove(column));
  }

  private String pick(List<String> from) {
    return from.get(random.nextInt(from.size()));
  }
}
