package supplychain.eudr;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.math.BigDecimal;
import supplychain.records.farmer.Geometry;

/**
 * A plot as a file of origins has it.
 *
 * @param producer who farms it
 * @param name what people call it, or null; it does not stand in the file
 * @param productionPlace or null
 * @param area hectares
 */
record Feature(
    Producer producer, String name, String productionPlace, BigDecimal area, Geometry geometry) {
  /** Writes it as GeoJSON (RFC 7946, 3.2), with nothing but what the file's description names. */
  void write(JsonGenerator json) throws IOException {
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
