package supplychain.reports;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.time.ZoneId;
import java.util.List;
import java.util.stream.IntStream;
import supplychain.core.Json;
import supplychain.records.Formulas;
import supplychain.records.TableColumns;
import supplychain.reports.Report.Column;
import supplychain.reports.Report.Unit;

/** The format of a report. */
enum ReportFormat {
  /** A page as one object. */
  JSON("application/json", "json"),
  /** All rows as a table (RFC 4180). */
  TABLE("text/csv", "csv");

  final String type;
  final String ending;

  ReportFormat(String type, String ending) {
    this.type = type;
    this.ending = ending;
  }

  byte[] write(ReportTable table) {
    return switch (this) {
      case JSON -> json(table).toString().getBytes(UTF_8);
      case TABLE -> csv(table);
    };
  }

  private static ObjectNode json(ReportTable table) {
    ReportRequest request = table.request();
    ObjectNode document = Json.MAPPER.createObjectNode();
    document.put("report", request.report().name());
    document.putObject("company").put("id", "" + request.company()).put("name", table.company());
    document.put("time_zone", ZoneId.systemDefault().getId());
    ObjectNode parameters = document.putObject("parameters");
    parameters.put(Report.GROUP, request.group());
    request.query().forEach((name, values) -> parameters.put(name, values.get(0)));
    document.putArray("items").addAll(table.rows().stream().map(row -> item(table, row)).toList());
    return document;
  }

  /** The object of a row: {@code source.name} is the field {@code name} of {@code source}. */
  private static ObjectNode item(ReportTable table, List<String> row) {
    ObjectNode item = Json.MAPPER.createObjectNode();
    for (int i = 0; i < row.size(); i++) {
      Column column = table.columns().get(i);
      String[] name = column.name().split("\\.", 2);
      ObjectNode owner = name.length == 1 ? item : item.withObject("/" + name[0]);
      put(owner, name[name.length - 1], column.unit(), row.get(i));
    }
    return item;
  }

  private static void put(ObjectNode owner, String name, Unit unit, String value) {
    if (value == null || !(unit.isNumber() || unit == Unit.FLAG)) {
      owner.put(name, value);
    } else if (unit == Unit.FLAG) {
      owner.put(name, Boolean.parseBoolean(value));
    } else if (unit.isDecimal()) {
      owner.put(name, new BigDecimal(value).toPlainString());
    } else {
      owner.put(name, Long.parseLong(value));
    }
  }

  private static byte[] csv(ReportTable table) {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    text.writeBytes(TableColumns.line(table.columns().stream().map(Column::name)));
    for (List<String> row : table.rows()) {
      text.writeBytes(
          TableColumns.line(
              IntStream.range(0, row.size())
                  .mapToObj(i -> cell(table.columns().get(i).unit(), row.get(i)))));
    }
    return text.toByteArray();
  }

  private static String cell(Unit unit, String value) {
    return unit.isNumber() ? value : Formulas.escape(value);
  }
}
