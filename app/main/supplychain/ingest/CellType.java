package supplychain.ingest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jooq.JSONB;
import supplychain.core.Problem;
import supplychain.http.JsonRequest;

/** The type of the values in a column. Any other value is a text, which the field refuses. */
enum CellType {
  TEXT,
  /** An exact decimal, which is a text in a document. */
  DECIMAL,
  NUMBER,
  JSON,
  WORDS;

  private static final Pattern BETWEEN_WORDS = Pattern.compile("[\\s;]+");

  /** The exported values of a column of the database. */
  static CellType of(Class<?> type) {
    if (type == BigDecimal.class) {
      return DECIMAL;
    }
    if (type == Double.class) {
      return NUMBER;
    }
    return Set.of(Boolean.class, JSONB.class).contains(type) ? JSON : TEXT;
  }

  boolean isNumber() {
    return this == DECIMAL || this == NUMBER;
  }

  JsonNode read(String text) {
    return switch (this) {
      case TEXT, DECIMAL -> TextNode.valueOf(text);
      case NUMBER, JSON -> json(text);
      case WORDS -> words(text);
    };
  }

  private static JsonNode json(String text) {
    try {
      // Spreadsheets write TRUE and FALSE.
      boolean isFlag = text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false");
      String plain = isFlag ? text.toLowerCase(Locale.ROOT) : text;
      JsonNode value = JsonRequest.parse(plain.getBytes(StandardCharsets.UTF_8));
      return value.isNull() ? TextNode.valueOf(text) : value;
    } catch (Problem notJson) {
      return TextNode.valueOf(text);
    }
  }

  private static JsonNode words(String text) {
    ArrayNode words = JsonNodeFactory.instance.arrayNode();
    BETWEEN_WORDS.splitAsStream(text.strip()).forEach(words::add);
    return words;
  }
}
