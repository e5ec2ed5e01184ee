package supplychain.eudr;

import java.math.BigDecimal;
import java.util.UUID;

/**
 * A plot as it is recorded.
 *
 * @param id null where the farmer's own coordinates stand for one
 * @param area hectares, as the farmer says; or null
 * @param geometry GeoJSON
 */
record RecordedPlot(
    UUID id, UUID farmer, String name, BigDecimal area, String productionPlace, String geometry) {
  /** What the farmer's own coordinates are a plot of; both must be there. */
  static RecordedPlot ofCoordinates(Producer producer) {
    String geometry =
        "{\"type\":\"Point\",\"coordinates\":[%s,%s]}"
            .formatted(producer.longitude().toPlainString(), producer.latitude().toPlainString());
    return new RecordedPlot(null, producer.id(), null, null, null, geometry);
  }

  /** Whether it is a record of its own. */
  boolean isRecord() {
    return id != null;
  }
}
