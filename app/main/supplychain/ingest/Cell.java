package supplychain.ingest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.jooq.JSONB;
import supplychain.core.Json;
import supplychain.core.Problem;
import supplychain.http.JsonRequest;

/** The values of a column. A cell with another value stays a text, which the record refuses. */
enum Cell {
  TEXT,
  NUMBER,
  FLAG,
  DOCUMENT,
  /** Words with blanks between them. */
  WORDS;

  private static final Pattern PLAIN =
      Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]{1,3})?");
  private static final Pattern BLANKS = Pattern.compile("\\s+");

  /** The exported values of a column of the database. */
  static Cell of(Class<?> type) {
    if (type == Boolean.class) {
      return FLAG;
    }
    if (type == JSONB.class) {
      return DOCUMENT;
    }
    return type == Double.class ? NUMBER : TEXT;
  }

  /** The value of a cell that is not empty, as JSON. */
  JsonNode read(String text) {
    return switch (this) {
      case TEXT -> TextNode.valueOf(text);
      case NUMBER -> number(text);
      case FLAG -> flag(text);
      case DOCUMENT -> document(text);
      case WORDS -> words(text);
    };
  }

  private static JsonNode number(String text) {
    boolean fits = text.length() <= Json.NUMBER_LENGTH && PLAIN.matcher(text).matches();
    return fits ? DecimalNode.valueOf(new BigDecimal(text)) : TextNode.valueOf(text);
  }

  private static JsonNode flag(String text) {
    boolean isFlag = text.equals("true") || text.equals("false");
    return isFlag ? BooleanNode.valueOf(text.equals("true")) : TextNode.valueOf(text);
  }

  private static JsonNode document(String text) {
    try {
      return JsonRequest.parse(text.getBytes(StandardCharsets.UTF_8));
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
