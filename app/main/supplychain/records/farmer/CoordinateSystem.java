package supplychain.records.farmer;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.regex.Pattern;

/**
 * The member {@code crs} of GeoJSON before RFC 7946. Tools still write it; it may only name WGS 84.
 */
public final class CoordinateSystem {
  /** The detail of a finding at another system. */
  public static final String MUST_BE = "Coordinates must be degrees of WGS 84, OGC:CRS84.";

  /** The names of WGS 84 by OGC and by EPSG. */
  private static final Pattern WGS_84 =
      Pattern.compile("urn:ogc:def:crs:(OGC:[0-9.]*:CRS84|EPSG:[0-9.]*:4326)|EPSG:4326|OGC:CRS84");

  private CoordinateSystem() {}

  /** Whether a {@code crs} is absent, is null or names WGS 84. */
  public static boolean isRight(JsonNode crs) {
    return crs == null
        || crs.isNull()
        || WGS_84.matcher(crs.path("properties").path("name").asText()).matches();
  }
}
