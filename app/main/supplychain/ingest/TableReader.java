package supplychain.ingest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import java.io.FilterReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.apache.commons.io.input.BOMInputStream;
import org.jooq.JSONB;
import supplychain.core.Problem;
import supplychain.core.ProblemType;
import supplychain.http.JsonRequest;
import supplychain.records.Formulas;
import supplychain.validation.Body;
import supplychain.validation.Findings;
import supplychain.validation.NearestName;

/** Reads a table (RFC 4180): a line with the names of the columns, then a line for each record. */
final class TableReader {
  private final Map<String, Cell> columns;
  private final boolean isLenient;
  private final Consumer<SourceRecord> records;

  /** The names of the columns; null before the first line. */
  private List<String> names;

  TableReader(Map<String, Cell> columns, boolean isLenient, Consumer<SourceRecord> records) {
    this.columns = columns;
    this.isLenient = isLenient;
    this.records = records;
  }

  void read(InputStream in) throws IOException {
    CsvQuotes quotes = new CsvQuotes(withoutMark(in));
    long last = 0;
    try (CsvReader<CsvRecord> lines =
        CsvReader.builder()
            .allowExtraFields(true)
            .allowMissingFields(true)
            .maxBufferSize(SourceRecord.MOST_LENGTH)
            .ofCsvRecord(quotes)) {
      for (CsvRecord record : lines) {
        last = record.getStartingLineNumber();
        if (names == null) {
          takeHeader(last, record.getFields());
        } else {
          take(last, record.getFields());
        }
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } catch (CsvParseException e) {
      if (e.getCause() instanceof IOException cause) {
        throw cause;
      }
      quotes.requireRight();
      String detail =
          "After the record on line %d: a value is quoted in part, or has more than %d characters.";
      throw SourceRecord.refusal(
          SourceRecord.pointer(last), "format", detail.formatted(last, SourceRecord.MOST_LENGTH));
    }
    quotes.requireRight();
    if (names == null) {
      throw SourceRecord.refusal("", "required", "The first line names the columns.");
    }
  }

  /** A decoder that refuses bytes that are not UTF-8. Others would put a question mark. */
  static Reader withoutMark(InputStream in) throws IOException {
    InputStream text = BOMInputStream.builder().setInputStream(in).get();
    return new InputStreamReader(text, StandardCharsets.UTF_8.newDecoder());
  }

  /** Reads the names of the columns, and refuses the table if any is wrong. */
  private void takeHeader(long line, List<String> cells) {
    names = cells.stream().map(String::strip).toList();
    Findings findings = new Findings();
    Set<String> seen = new HashSet<>();
    for (String name : names) {
      String pointer = Body.pointer(SourceRecord.pointer(line), name);
      if (!columns.containsKey(name) && !isLenient) {
        boolean isSeparated = names.size() == 1 && name.contains(";");
        String separator = isSeparated ? " Separate the columns by commas." : "";
        String hint = NearestName.hint(name, columns.keySet(), findings);
        findings.add(pointer, "unknown_field", "There is no such column." + separator + hint);
      } else if (!seen.add(name)) {
        findings.add(pointer, "duplicate", "Two columns have this name.");
      }
    }
    findings.refuseIfAny(ProblemType.INVALID_BODY);
  }

  private void take(long line, List<String> cells) {
    String pointer = SourceRecord.pointer(line);
    long length = cells.stream().mapToLong(String::length).sum();
    if (cells.size() == names.size()) {
      records.accept(SourceRecord.of(line, pointer, length, document(cells)));
    } else {
      String detail = "It has %d values, and there are %d columns.";
      String counts = detail.formatted(cells.size(), names.size());
      records.accept(SourceRecord.flawed(line, pointer, "", "columns", counts));
    }
  }

  /** The document of a line; an empty cell is an absent field. */
  private ObjectNode document(List<String> cells) {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    for (int i = 0; i < cells.size(); i++) {
      Cell cell = columns.get(names.get(i));
      if (cell != null && !cells.get(i).isEmpty()) {
        put(document, names.get(i), cell.read(Formulas.unescape(cells.get(i))));
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

  /**
   * Notices wrong quotes (RFC 4180, 2). The rest of a table after a quote that is not closed would
   * be one value.
   */
  private static final class CsvQuotes extends FilterReader {
    private char previous = '\n';
    private boolean isQuoted;
    private long line = 1;
    private long opened;
    private long stray;

    CsvQuotes(Reader in) {
      super(in);
    }

    void requireRight() {
      if (stray > 0 || isQuoted) {
        throw SourceRecord.refusal(
            SourceRecord.pointer(stray > 0 ? stray : opened),
            "quotes",
            "A quote is not closed, or is inside a value without quotes around it.");
      }
    }

    @Override
    public int read(char[] buffer, int offset, int length) throws IOException {
      int count = super.read(buffer, offset, length);
      for (int i = offset; i < offset + count; i++) {
        look(buffer[i]);
      }
      return count;
    }

    private void look(char c) {
      if (c == '"' && !isQuoted && previous != '"') {
        opened = line;
        boolean isAtStart = previous == ',' || previous == '\n' || previous == '\r';
        stray = isAtStart || stray > 0 ? stray : line;
      }
      isQuoted ^= c == '"';
      line += c == '\n' ? 1 : 0;
      previous = c;
    }
  }

  /** The values of a column. A cell with another value stays a text, which the record refuses. */
  enum Cell {
    TEXT,
    JSON,
    WORDS;

    private static final Pattern BLANKS = Pattern.compile("\\s+");

    /** The exported values of a column of the database. */
    static Cell of(Class<?> type) {
      return Set.of(Boolean.class, Double.class, JSONB.class).contains(type) ? JSON : TEXT;
    }

    JsonNode read(String text) {
      return switch (this) {
        case TEXT -> TextNode.valueOf(text);
        case JSON -> json(text);
        case WORDS -> words(text);
      };
    }

    private static JsonNode json(String text) {
      try {
        JsonNode value = JsonRequest.parse(text.getBytes(StandardCharsets.UTF_8));
        return value.isNull() ? TextNode.valueOf(text) : value;
      } catch (Problem notJson) {
        return TextNode.valueOf(text);
      }
    }

    private static JsonNode words(String text) {
      ArrayNode words = JsonNodeFactory.instance.arrayNode();
      BLANKS.splitAsStream(text.strip()).forEach(words::add);
      return words;
    }
  }
}
