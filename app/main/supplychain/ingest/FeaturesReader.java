package supplychain.ingest;

import static com.fasterxml.jackson.core.JsonToken.END_ARRAY;
import static com.fasterxml.jackson.core.JsonToken.FIELD_NAME;
import static com.fasterxml.jackson.core.JsonToken.START_ARRAY;
import static com.fasterxml.jackson.core.JsonToken.START_OBJECT;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.apache.commons.io.function.IOSupplier;
import org.apache.commons.io.input.BOMInputStream;
import supplychain.core.Json;
import supplychain.http.JsonRequest;
import supplychain.records.farmer.ReferenceSystem;

/** Reads GeoJSON (RFC 7946): a Feature, or the features of a FeatureCollection one by one. */
final class FeaturesReader implements Format {
  private static final String FEATURES = "features";
  private static final String FEATURE = "Feature";

  /** Reads a value with other values after it. */
  static final ObjectReader TREES =
      Json.MAPPER.reader().without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  @Override
  public void read(IOSupplier<InputStream> source, Consumer<SourceRecord> records)
      throws IOException {
    ObjectNode rest = Json.MAPPER.createObjectNode();
    boolean hasFeatures = false;
    // A decoder that refuses bytes that are not UTF-8; others would put a question mark.
    CharsetDecoder utf8 = StandardCharsets.UTF_8.newDecoder();
    try (InputStream in = BOMInputStream.builder().setInputStream(source.get()).get();
        JsonParser parser = Json.MAPPER.createParser(new InputStreamReader(in, utf8))) {
      if (parser.nextToken() != START_OBJECT) {
        throw SourceRecord.refusal(
            "", "type", "The document must be a Feature or a FeatureCollection.");
      }
      while (parser.nextToken() == FIELD_NAME) {
        String name = parser.currentName();
        if (parser.nextToken() == START_ARRAY && name.equals(FEATURES)) {
          hasFeatures = true;
          readFeatures(parser, records);
        } else {
          rest.set(name, TREES.<JsonNode>readTree(parser));
        }
      }
      if (parser.nextToken() != null) {
        throw JsonRequest.malformed("There is more text after the end of the document.");
      }
    } catch (NumberFormatException e) {
      throw JsonRequest.malformed(JsonRequest.LARGE_EXPONENT);
    } catch (JsonProcessingException e) {
      throw JsonRequest.malformed(e);
    }
    String type = rest.path("type").asText();
    ReferenceSystem.refusal(rest.get("crs"))
        .ifPresent(
            why -> {
              throw SourceRecord.refusal("/crs", "not_a_choice", why);
            });
    if (type.equals(FEATURE)) {
      records.accept(SourceRecord.of(1, "", 0, rest));
    } else if (!type.equals("FeatureCollection")) {
      String detail = "The type must be Feature or FeatureCollection. Each plot is a Feature.";
      throw SourceRecord.refusal("/type", "not_a_choice", detail);
    } else if (!hasFeatures) {
      throw SourceRecord.refusal(
          "/" + FEATURES, "required", "A FeatureCollection must have an array of features.");
    }
  }

  private static void readFeatures(JsonParser parser, Consumer<SourceRecord> records)
      throws IOException {
    for (int i = 0; parser.nextToken() != END_ARRAY; i++) {
      String pointer = "/" + FEATURES + "/" + i;
      long start = parser.currentTokenLocation().getCharOffset();
      JsonNode feature = TREES.readTree(parser);
      long length = parser.currentLocation().getCharOffset() - start;
      if (length > SourceRecord.MOST_LENGTH) {
        records.accept(SourceRecord.tooLarge(i + 1L, pointer, "characters"));
      } else if (feature.path("type").asText().equals(FEATURE)) {
        records.accept(SourceRecord.of(i + 1L, pointer, length, feature));
      } else {
        String detail = "The type of each item must be Feature.";
        records.accept(SourceRecord.flawed(i + 1L, pointer, "/type", "not_a_choice", detail));
      }
    }
  }
}
