package supplychain.resource;

import de.siegmar.fastcsv.writer.CsvWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jooq.DSLContext;

/** Records as lines of text. */
interface Lines {
  /** What stands before them. */
  String head();

  /** The lines of these records, in this order. */
  String of(DSLContext sql, List<UUID> ids);

  /** A document a line. */
  static Lines documents(Resource resource) {
    return new Lines() {
      @Override
      public String head() {
        return "";
      }

      @Override
      public String of(DSLContext sql, List<UUID> ids) {
        Map<UUID, byte[]> documents = resource.documents(sql, ids);
        return ids.stream()
            .map(id -> new String(documents.get(id), StandardCharsets.UTF_8) + "\n")
            .collect(Collectors.joining());
      }
    };
  }

  /** A table: a line that names the columns, then one for each record. */
  static Lines table(TableColumns columns) {
    return new Lines() {
      @Override
      public String head() {
        return line(List.of(columns.names()));
      }

      @Override
      public String of(DSLContext sql, List<UUID> ids) {
        Map<UUID, List<String>> values = columns.values(sql, ids);
        return line(ids.stream().map(values::get).toList());
      }
    };
  }

  private static String line(List<List<String>> rows) {
    StringWriter text = new StringWriter();
    // Without a buffer, what is written is in the text at once.
    CsvWriter writer = CsvWriter.builder().bufferSize(0).build(text);
    rows.forEach(row -> writer.writeRecord(row.stream().map(Lines::harmless).toList()));
    return text.toString();
  }

  /** What a spreadsheet would take for a formula; a quote before it makes it text. */
  Pattern FORMULA = Pattern.compile("[=+@\\t\\r].*|-(?![0-9.]+$).*", Pattern.DOTALL);

  private static String harmless(String value) {
    return value != null && FORMULA.matcher(value).matches() ? "'" + value : value;
  }
}
