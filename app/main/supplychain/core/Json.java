package supplychain.core;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Arrays;

/** How the service reads and writes JSON (RFC 8259). */
public final class Json {
  public static final int DEPTH = 32;

  public static final int NUMBER_LENGTH = 400;

  /**
   * Reads numbers exactly and texts in the Unicode normal form C; refuses a name that appears twice
   * and any text after the end.
   */
  public static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  // Jackson would keep every name that a client invents in memory.
                  .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
                  .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(DEPTH)
                          .maxNumberLength(NUMBER_LENGTH)
                          .build())
                  .build())
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .nodeFactory(new NormalTexts())
          .build();

  private Json() {}

  /** Reads every text in the normal form C, so that equal texts have equal characters. */
  private static final class NormalTexts extends JsonNodeFactory {
    @Override
    public TextNode textNode(String text) {
      return super.textNode(text == null ? null : Texts.nfc(text));
    }
  }

  /** The document without the blanks between its parts, which PostgreSQL writes. */
  public static byte[] compact(byte[] document) {
    byte[] compact = new byte[document.length];
    int length = 0;
    boolean isQuoted = false;
    for (int i = 0; i < document.length; i++) {
      byte c = document[i];
      if (isQuoted || (c != ' ' && c != '\n')) {
        compact[length++] = c;
      }
      if (c == '\\') {
        compact[length++] = document[++i];
      } else {
        isQuoted ^= c == '"';
      }
    }
    return Arrays.copyOf(compact, length);
  }

  /** Reads JSON that the service or PostgreSQL wrote. */
  public static JsonNode trusted(String json) {
    try {
      return MAPPER.readTree(json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("The service and PostgreSQL write no such JSON.", e);
    }
  }
}
