package supplychain.reports;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.ZoneId;
import java.util.List;
import org.apache.commons.io.function.Uncheck;
import supplychain.core.Json;
import supplychain.records.Formulas;
import supplychain.records.TableColumns;
import supplychain.records.Workbook;
import supplychain.reports.Report.Column;
import supplychain.reports.Report.Unit;

/** The formats in which a report is answered or saved. */
public enum ReportFormat {
  JSON("application/json", "json"),
  TABLE("text/csv; charset=utf-8", "csv"),
  WORKBOOK(Workbook.MEDIA_TYPE, "xlsx"),
  PAGE("text/html; charset=utf-8", "html"),
  CHART("image/svg+xml; charset=utf-8", "svg");

  public final String type;
  public final String ending;

  ReportFormat(String type, String ending) {
    this.type = type;
    this.ending = ending;
  }

  /** The type without its parameters. */
  String mediaType() {
    return type.replaceFirst(";.*", "");
  }

  /** True if a browser shows a report in this format. */
  boolean isShown() {
    return this == PAGE || this == CHART;
  }

  /** The bytes of a report in this format. */
  public byte[] write(ReportTable table) {
    return switch (this) {
      case JSON -> json(table).toString().getBytes(UTF_8);
      case TABLE -> csv(table);
      case WORKBOOK -> Uncheck.get(() -> workbook(table));
      case PAGE -> ReportPage.of(table).getBytes(UTF_8);
      case CHART -> ReportChart.of(table).getBytes(UTF_8);
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
    if (value != null && unit.type == Long.class) {
      owner.put(name, Long.valueOf(value));
    } else if (value != null && unit.type == Boolean.class) {
      owner.put(name, Boolean.valueOf(value));
    } else {
      // A decimal number is a string, so that no reader rounds it.
      owner.put(name, value);
    }
  }

  private static byte[] csv(ReportTable table) {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    text.writeBytes(TableColumns.line(table.columns().stream().map(Column::name)));
    for (List<String> row : table.rows()) {
      text.writeBytes(TableColumns.line(table.cells(row, ReportFormat::cell)));
    }
    return text.toByteArray();
  }

  private static String cell(Column column, String value) {
    return column.unit().isNumber() ? value : Formulas.escape(value);
  }

  private static byte[] workbook(ReportTable table) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Workbook workbook = new Workbook(bytes);
    workbook.begin(
        table.request().report().name(),
        table.columns().stream()
            .map(one -> new Workbook.SheetColumn(one.name(), one.unit().type))
            .toList());
    for (List<String> row : table.rows()) {
      workbook.row(
          table.cells(row, (one, value) -> TableColumns.typed(one.unit().type, value)).toList());
    }
    workbook.end();
    return bytes.toByteArray();
  }
}
