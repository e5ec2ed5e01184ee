package supplychain.plot;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.regex.Pattern;
import supplychain.body.Body;

/**
 * The member {@code crs} that GeoJSON had before RFC 7946, and that tools still write: it may say
 * what is so anyway.
 */
final class CoordinateSystem {
  /** WGS 84: as OGC names it, longitude first, and as EPSG does. */
  private static final Pattern WGS_84 =
      Pattern.compile("urn:ogc:def:crs:(OGC:[0-9.]*:CRS84|EPSG:[0-9.]*:4326)|EPSG:4326|OGC:CRS84");

  private CoordinateSystem() {}

  /** A finding where a GeoJSON object names another system than WGS 84. */
  static void check(Body object) {
    JsonNode system = object.any("crs").value();
    if (system != null
        && !WGS_84.matcher(system.path("properties").path("name").asText()).matches()) {
      object.refuse("crs", "not_a_choice", "Coordinates must be degrees of WGS 84, OGC:CRS84.");
    }
  }
}
