package supplychain.eudr;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import supplychain.eudr.OriginQueries.Producer;
import supplychain.records.farmer.Geometry;
import supplychain.verify.Countries;

/** Writes the origins of a lot for the EU (Regulation (EU) 2023/1115) in GeoJSON (RFC 7946). */
final class OriginsFile {
  static final String MEDIA_TYPE = "application/geo+json";

  /** The file may have 25 MB; this is the smaller meaning of it. */
  static final int MOST_BYTES = 25_000_000;

  /** The smallest area of a plot in a file, in hectares. */
  static final BigDecimal LEAST_AREA = new BigDecimal("0.0001");

  private static final String END = "\n]";
  private static final int BYTES_TO_CLOSE = 3;

  private final ByteArrayOutputStream file = new ByteArrayOutputStream();
  int count;

  /** A plot in a file of origins. Only the map shows its name, which may be null. */
  record Feature(
      Producer producer, String name, String productionPlace, BigDecimal area, Geometry geometry) {
    /** GeoJSON (RFC 7946, 3.2), a line for each piece of the plot without holes. */
    private String geoJson() {
      List<Geometry> pieces = geometry.withoutHoles();
      List<BigDecimal> areas =
          pieces.size() == 1
              ? List.of(area)
              : shares(pieces.stream().map(Geometry::hectares).toList());
      return IntStream.range(0, pieces.size())
          .mapToObj(i -> geoJson(pieces.get(i), areas.get(i)))
          .collect(joining(",\n"));
    }

    /** The area by what each piece measures. The largest has what rounding leaves. */
    private List<BigDecimal> shares(List<BigDecimal> measured) {
      BigDecimal whole = measured.stream().reduce(BigDecimal.ZERO, BigDecimal::add);
      List<BigDecimal> shares = new ArrayList<>();
      BigDecimal left = area;
      for (BigDecimal piece : measured) {
        BigDecimal share =
            whole.signum() == 0
                ? LEAST_AREA
                : area.multiply(piece)
                    .divide(whole, Geometry.AREA_DECIMALS, RoundingMode.HALF_UP)
                    .max(LEAST_AREA);
        shares.add(share);
        left = left.subtract(share);
      }
      int largest = measured.indexOf(Collections.max(measured));
      shares.set(largest, shares.get(largest).add(left).max(LEAST_AREA));
      return shares;
    }

    private String geoJson(Geometry piece, BigDecimal area) {
      ObjectNode properties = JsonNodeFactory.instance.objectNode();
      properties.put("ProducerName", producer.shownName());
      properties.put("ProducerCountry", Countries.code(producer.country()).orElse(null));
      properties.put("ProductionPlace", productionPlace);
      properties.put("Area", area);
      properties.properties().removeIf(property -> property.getValue().isNull());
      return "{\"type\":\"Feature\",\"properties\":%s,\"geometry\":%s}"
          .formatted(properties, piece.withSixDecimals());
    }
  }

  OriginsFile() {
    write("{\"type\":\"FeatureCollection\",\"features\":[");
  }

  /** Adds a plot; false if the file would be too large. */
  boolean add(Feature feature) {
    byte[] line =
        ((count == 0 ? "\n" : ",\n") + feature.geoJson()).getBytes(StandardCharsets.UTF_8);
    if (file.size() + line.length + BYTES_TO_CLOSE > MOST_BYTES) {
      return false;
    }
    file.writeBytes(line);
    count++;
    return true;
  }

  /** Ends the file. Blockers become a member (RFC 7946, 6.1), to show that it is incomplete. */
  byte[] end(Issues issues) {
    if (issues.blockers.total > 0) {
      String listed =
          issues.blockers.first.valueStream().map(JsonNode::toString).collect(joining(",\n"));
      int total = issues.blockers.total;
      write(END + ",\n\"blockers_total\":" + total + ",\"blockers\":[\n" + listed);
    }
    write(END + "}");
    return file.toByteArray();
  }

  private void write(String text) {
    file.writeBytes(text.getBytes(StandardCharsets.UTF_8));
  }
}
