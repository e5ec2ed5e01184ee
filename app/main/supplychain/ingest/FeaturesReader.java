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
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.apache.commons.io.input.BOMInputStream;
import supplychain.core.Json;
import supplychain.http.JsonRequest;
import supplychain.records.farmer.GeometryReader;

/** Reads GeoJSON (RFC 7946): a Feature, or the features of a FeatureCollection one by one. */
final class FeaturesReader {
  private static final String FEATURES = "features";

  /** Reads a value with other values after it. */
  static final ObjectReader TREES =
      Json.MAPPER.reader().without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private final Consumer<SourceRecord> records;

  /** The members of the collection, except its features. */
  private final ObjectNode rest = Json.MAPPER.createObjectNode();

  private boolean hasFeatures;

  FeaturesReader(Consumer<SourceRecord> records) {
    this.records = records;
  }

  void read(InputStream in) throws IOException {
    InputStream text = BOMInputStream.builder().setInputStream(in).get();
    // A decoder that refuses bytes that are not UTF-8; others would put a question mark.
    InputStreamReader utf8 = new InputStreamReader(text, StandardCharsets.UTF_8.newDecoder());
    try (JsonParser parser = Json.MAPPER.createParser(utf8)) {
      if (parser.nextToken() != START_OBJECT) {
        throw SourceRecord.refusal(
            "", "type", "The document must be a Feature or a FeatureCollection.");
      }
      while (parser.nextToken() == FIELD_NAME) {
        take(parser);
      }
      if (parser.nextToken() != null) {
        throw JsonRequest.malformed("There is more text after the end of the document.");
      }
    } catch (NumberFormatException e) {
      throw JsonRequest.malformed(JsonRequest.LARGE_EXPONENT);
    } catch (JsonProcessingException e) {
      throw JsonRequest.malformed(e);
    }
    finish();
  }

  private void take(JsonParser parser) throws IOException {
    String name = parser.currentName();
    if (parser.nextToken() != START_ARRAY || !name.equals(FEATURES)) {
      rest.set(name, TREES.<JsonNode>readTree(parser));
      return;
    }
    hasFeatures = true;
    for (int i = 0; parser.nextToken() != END_ARRAY; i++) {
      long start = parser.currentTokenLocation().getCharOffset();
      JsonNode feature = TREES.readTree(parser);
      long length = parser.currentLocation().getCharOffset() - start;
      give(i, "/" + FEATURES + "/" + i, feature, length);
    }
  }

  private void give(int index, String pointer, JsonNode feature, long length) {
    long number = index + 1L;
    if (length > SourceRecord.MOST_LENGTH) {
      records.accept(SourceRecord.tooLarge(number, pointer, "characters"));
    } else if (!feature.path("type").asText().equals("Feature")) {
      String detail = "The type of each item must be Feature.";
      records.accept(SourceRecord.flawed(number, pointer, "/type", "not_a_choice", detail));
    } else {
      records.accept(SourceRecord.of(number, pointer, length, feature));
    }
  }

  private void finish() {
    String type = rest.path("type").asText();
    if (!GeometryReader.isWgs84(rest.get("crs"))) {
      throw SourceRecord.refusal("/crs", "not_a_choice", GeometryReader.MUST_BE_WGS_84);
    }
    if (type.equals("Feature")) {
      give(0, "", rest, 0);
    } else if (!type.equals("FeatureCollection")) {
      String detail = "The type must be Feature or FeatureCollection. Each plot is a Feature.";
      throw SourceRecord.refusal("/type", "not_a_choice", detail);
    } else if (!hasFeatures) {
      throw SourceRecord.refusal(
          "/" + FEATURES, "required", "A FeatureCollection must have an array of features.");
    }
  }
}
