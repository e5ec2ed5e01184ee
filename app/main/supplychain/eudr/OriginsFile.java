package supplychain.eudr;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import supplychain.core.Json;
import supplychain.eudr.OriginQueries.Producer;
import supplychain.records.farmer.Geometry;

/**
 * Writes the GeoJSON of the origins of a lot (RFC 7946), as the EU's information system reads it
 * (Regulation (EU) 2023/1115), each plot on a line of its own.
 */
final class OriginsFile {
  static final String MEDIA_TYPE = "application/geo+json";

  /** The file may have 25 MB; this is the smaller meaning of it. */
  static final int MOST_BYTES = 25_000_000;

  private static final String HEAD = "{\"type\":\"FeatureCollection\",\"features\":[";
  private static final String END = "\n]";
  private static final int BYTES_TO_CLOSE = 3;

  private final ByteArrayOutputStream file = new ByteArrayOutputStream();
  private int count;

  /**
   * A plot in a file of origins.
   *
   * @param name the name of the plot, or null; only the map shows it
   * @param productionPlace or null
   * @param area in hectares
   */
  record Feature(
      Producer producer, String name, String productionPlace, BigDecimal area, Geometry geometry) {
    /** Writes the plot as GeoJSON (RFC 7946, 3.2), only with the members of the description. */
    private void write(JsonGenerator json) throws IOException {
      json.writeStartObject();
      json.writeStringField("type", "Feature");
      json.writeObjectFieldStart("properties");
      writeText(json, "ProducerName", producer.shownName());
      writeText(json, "ProducerCountry", producer.countryCode().orElse(null));
      writeText(json, "ProductionPlace", productionPlace);
      json.writeNumberField("Area", area);
      json.writeEndObject();
      json.writeFieldName("geometry");
      json.writeRawValue(geometry.withSixDecimals());
      json.writeEndObject();
    }

    private static void writeText(JsonGenerator json, String name, String text) throws IOException {
      if (text != null) {
        json.writeStringField(name, text);
      }
    }
  }

  /** Starts a file. */
  OriginsFile() {
    write(HEAD);
  }

  /** Adds a plot; false if the file would be too large. */
  boolean add(Feature feature) {
    byte[] line = line(feature);
    String before = count == 0 ? "\n" : ",\n";
    if (file.size() + before.length() + line.length + BYTES_TO_CLOSE > MOST_BYTES) {
      return false;
    }
    write(before);
    file.writeBytes(line);
    count++;
    return true;
  }

  private static byte[] line(Feature feature) {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    try (JsonGenerator json = Json.MAPPER.createGenerator(line)) {
      json.enable(JsonGenerator.Feature.WRITE_BIGDECIMAL_AS_PLAIN);
      json.enable(JsonGenerator.Feature.COMBINE_UNICODE_SURROGATES_IN_UTF8);
      feature.write(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return line.toByteArray();
  }

  /** The number of plots in the file. */
  int count() {
    return count;
  }

  /**
   * Ends the file. Its blockers become a member of its own (RFC 7946, 6.1), so that nobody takes an
   * incomplete file for a complete one.
   */
  byte[] end(Issues issues) {
    if (issues.blockersTotal() > 0) {
      ArrayNode listed = issues.blockers();
      write(END + ",\n\"blockers_total\":" + issues.blockersTotal() + ",\"blockers\":[");
      for (int i = 0; i < listed.size(); i++) {
        write((i == 0 ? "\n" : ",\n") + listed.get(i));
      }
    }
    write(END + "}");
    return file.toByteArray();
  }

  private void write(String text) {
    file.writeBytes(text.getBytes(StandardCharsets.UTF_8));
  }
}
