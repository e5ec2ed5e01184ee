package supplychain.resource;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.QuoteStrategies;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jooq.DSLContext;

/** Records as lines of text. */
interface Lines {
  /** What stands before them. */
  String head();

  /** What stands after them. */
  default String foot() {
    return "";
  }

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
        return text(List.of(columns.names()));
      }

      @Override
      public String of(DSLContext sql, List<UUID> ids) {
        Map<UUID, List<String>> values = columns.values(sql, ids);
        return text(ids.stream().map(values::get).toList());
      }
    };
  }

  /** Nothing is null, and quotes around nothing are a text without characters. */
  private static String text(List<List<String>> rows) {
    StringWriter text = new StringWriter();
    // Without a buffer of its own there is nothing to flush.
    CsvWriter writer =
        CsvWriter.builder().quoteStrategy(QuoteStrategies.EMPTY).bufferSize(0).build(text);
    rows.forEach(writer::writeRecord);
    return text.toString();
  }
}
