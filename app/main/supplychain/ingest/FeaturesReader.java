package supplychain.ingest;

import static com.fasterxml.jackson.core.JsonToken.END_ARRAY;
import static com.fasterxml.jackson.core.JsonToken.FIELD_NAME;
import static com.fasterxml.jackson.core.JsonToken.START_ARRAY;
import static com.fasterxml.jackson.core.JsonToken.START_OBJECT;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.apache.commons.io.function.IOSupplier;
import org.apache.commons.io.input.BOMInputStream;
import supplychain.core.Json;
import supplychain.core.Problem;
import supplychain.http.JsonRequest;
import supplychain.records.farmer.ReferenceSystem;

/**
 * Reads GeoJSON (RFC 7946): the features of a FeatureCollection one by one, a Feature, or a
 * geometry. Several documents can follow each other, on lines or as a text sequence (RFC 8142).
 */
final class FeaturesReader {
  private static final String FEATURES = "features";
  private static final String FEATURE = "Feature";

  private static final String CONVERT =
      "Convert it to GeoJSON: ogr2ogr -t_srs EPSG:4326 plots.geojson YOUR-FILE.";

  /** Reads a value with other values after it. */
  static final ObjectReader TREES =
      Json.MAPPER.reader().without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private final JsonParser parser;
  private final Consumer<SourceRecord> records;
  private long documents;
  private long features;

  private FeaturesReader(JsonParser parser, Consumer<SourceRecord> records) {
    this.parser = parser;
    this.records = records;
    // A record separator begins each document of a sequence.
    parser.enable(JsonReadFeature.ALLOW_RS_CONTROL_CHAR.mappedFeature());
  }

  static void read(IOSupplier<InputStream> source, Consumer<SourceRecord> records)
      throws IOException {
    // A decoder that refuses bytes that are not UTF-8; others would put a question mark.
    CharsetDecoder utf8 = StandardCharsets.UTF_8.newDecoder();
    try (InputStream in = BOMInputStream.builder().setInputStream(source.get()).get();
        Reader text = new InputStreamReader(in, utf8);
        JsonParser parser = Json.MAPPER.createParser(text)) {
      new FeaturesReader(parser, records).read();
    } catch (NumberFormatException e) {
      throw JsonRequest.malformed(JsonRequest.LARGE_EXPONENT);
    } catch (JsonProcessingException e) {
      throw JsonRequest.malformed(e);
    }
  }

  private void read() throws IOException {
    boolean hasNext = parser.nextToken() != null;
    while (hasNext) {
      documents++;
      if (parser.currentToken() != START_OBJECT) {
        throw refusal(
            "", "type", "The document must be a FeatureCollection, a Feature or a geometry.");
      }
      long start = parser.currentTokenLocation().getCharOffset();
      JsonNode rest = document();
      long length = parser.currentLocation().getCharOffset() - start;
      hasNext = parser.nextToken() != null;
      if (rest != null) {
        boolean isAlone = documents == 1 && !hasNext;
        takeAlone(rest, isAlone ? "" : "/" + documents, length);
      }
    }
  }

  /** Reads a document. Returns a Feature or a geometry; null for a FeatureCollection. */
  private JsonNode document() throws IOException {
    ObjectNode rest = Json.MAPPER.createObjectNode();
    boolean hasFeatures = false;
    while (parser.nextToken() == FIELD_NAME) {
      String name = parser.currentName();
      if (parser.nextToken() == START_ARRAY && name.equals(FEATURES)) {
        hasFeatures = true;
        readFeatures();
      } else {
        rest.set(name, TREES.<JsonNode>readTree(parser));
        // Other formats are refused before their long members are read.
        requireGeoJson(rest);
      }
    }
    boolean isCollection = rest.path("type").asText().equals("FeatureCollection");
    if (hasFeatures && !isCollection) {
      String detail = "The type must be FeatureCollection. Each plot is a Feature.";
      throw refusal("/type", "not_a_choice", detail);
    }
    if (isCollection && !hasFeatures) {
      throw refusal(
          "/" + FEATURES, "required", "A FeatureCollection must have an array of features.");
    }
    return isCollection ? null : rest;
  }

  private void requireGeoJson(JsonNode members) {
    ReferenceSystem.refusal(members.get("crs"))
        .ifPresent(
            why -> {
              throw refusal("/crs", "not_a_choice", why);
            });
    if (members.path("type").asText().equals("Topology")) {
      throw refusal("/type", "not_a_choice", "This is TopoJSON. " + CONVERT);
    }
    if (members.has("geometryType") || members.has("rings")) {
      throw refusal(
          "",
          "type",
          "This is Esri JSON. In ArcGIS, choose GeoJSON in the tool Features To JSON. Or: "
              + CONVERT);
    }
  }

  private Problem refusal(String place, String code, String detail) {
    return SourceRecord.refusal((documents > 1 ? "/" + documents : "") + place, code, detail);
  }

  private void takeAlone(JsonNode node, String pointer, long length) {
    features++;
    if (length > SourceRecord.MOST_LENGTH) {
      records.accept(SourceRecord.tooLarge(features, pointer, "characters"));
      return;
    }
    if (node.path("type").asText().equals(FEATURE)) {
      records.accept(SourceRecord.of(features, pointer, length, node));
      return;
    }
    if (!node.has("coordinates") && !node.has("geometries")) {
      String detail = "The type must be FeatureCollection, Feature or that of a geometry.";
      throw SourceRecord.refusal(pointer + "/type", "not_a_choice", detail);
    }
    ObjectNode feature = Json.MAPPER.createObjectNode().put("type", FEATURE);
    feature.putObject("properties");
    feature.set("geometry", node);
    UnaryOperator<String> place = found -> found.replaceFirst("^" + pointer + "/geometry", pointer);
    records.accept(SourceRecord.of(features, pointer, length, feature).at(place));
  }

  private void readFeatures() throws IOException {
    String document = documents > 1 ? "/" + documents : "";
    for (int i = 0; parser.nextToken() != END_ARRAY; i++) {
      features++;
      String pointer = document + "/" + FEATURES + "/" + i;
      long start = parser.currentTokenLocation().getCharOffset();
      JsonNode feature = TREES.readTree(parser);
      long length = parser.currentLocation().getCharOffset() - start;
      if (length > SourceRecord.MOST_LENGTH) {
        records.accept(SourceRecord.tooLarge(features, pointer, "characters"));
      } else if (feature.path("type").asText().equals(FEATURE)) {
        records.accept(SourceRecord.of(features, pointer, length, feature));
      } else {
        String detail = "The type of each item must be Feature.";
        records.accept(SourceRecord.flawed(features, pointer, "/type", "not_a_choice", detail));
      }
    }
  }
}
