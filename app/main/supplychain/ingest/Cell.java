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
import supplychain.core.Problem;
import supplychain.http.JsonRequest;

/** What the cells of a column hold; what is none stays text, which the record's rules refuse. */
enum Cell {
  TEXT {
    @Override
    JsonNode read(String text) {
      return TextNode.valueOf(text);
    }
  },
  NUMBER {
    @Override
    JsonNode read(String text) {
      boolean fits = text.length() <= JsonRequest.NUMBER_LENGTH && PLAIN.matcher(text).matches();
      return fits ? DecimalNode.valueOf(new BigDecimal(text)) : TextNode.valueOf(text);
    }
  },
  FLAG {
    @Override
    JsonNode read(String text) {
      return switch (text) {
        case "true" -> BooleanNode.TRUE;
        case "false" -> BooleanNode.FALSE;
        default -> TextNode.valueOf(text);
      };
    }
  },
  /** A JSON document. */
  DOCUMENT {
    @Override
    JsonNode read(String text) {
      try {
        return JsonRequest.parse(text.getBytes(StandardCharsets.UTF_8));
      } catch (Problem notJson) {
        return TextNode.valueOf(text);
      }
    }
  },
  /** Several, with blanks between them. */
  WORDS {
    @Override
    JsonNode read(String text) {
      ArrayNode words = JsonNodeFactory.instance.arrayNode();
      BLANKS.splitAsStream(text.strip()).forEach(words::add);
      return words;
    }
  };

  private static final Pattern PLAIN =
      Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]{1,3})?");
  private static final Pattern BLANKS = Pattern.compile("\\s+");

  /** The JSON of a cell that is not empty. */
  abstract JsonNode read(String text);

  /** What a column of the database holds as it is exported. */
  static Cell of(Class<?> type) {
    if (type == Boolean.class) {
      return FLAG;
    }
    if (type == JSONB.class) {
      return DOCUMENT;
    }
    return type == Double.class ? NUMBER : TEXT;
  }
}
