package supplychain.records.farmer;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.regex.Pattern;

/**
 * The member {@code crs} that GeoJSON had before RFC 7946, and that tools still write: it may say
 * what is so anyway.
 */
public final class CoordinateSystem {
  /** What is said of another one. */
  public static final String MUST_BE = "Coordinates must be degrees of WGS 84, OGC:CRS84.";

  /** WGS 84: as OGC names it, longitude first, and as EPSG does. */
  private static final Pattern WGS_84 =
      Pattern.compile("urn:ogc:def:crs:(OGC:[0-9.]*:CRS84|EPSG:[0-9.]*:4326)|EPSG:4326|OGC:CRS84");

  private CoordinateSystem() {}

  /** Whether a {@code crs} names WGS 84; one that is absent or null does. */
  public static boolean isRight(JsonNode crs) {
    return crs == null
        || crs.isNull()
        || WGS_84.matcher(crs.path("properties").path("name").asText()).matches();
  }
}
