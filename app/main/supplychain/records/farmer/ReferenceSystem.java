package supplychain.records.farmer;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import java.util.regex.Pattern;
import supplychain.validation.ShownValue;

/** The coordinate reference system of a file of plots, which must be WGS 84 in degrees. */
public final class ReferenceSystem {
  /** The names of WGS 84 by OGC and by EPSG. */
  private static final Pattern WGS_84 =
      Pattern.compile(
          "urn:ogc:def:crs:(OGC:[0-9.]*:CRS84|EPSG:[0-9.]*:4326)|EPSG:4326|(OGC:)?CRS84"
              + "|https?://www\\.opengis\\.net/def/crs/(OGC/[0-9.]*/CRS84|EPSG/[0-9.]*/4326)",
          Pattern.CASE_INSENSITIVE);

  static final String CONVERT =
      "Convert the file to WGS 84: ogr2ogr -t_srs EPSG:4326 plots.geojson YOUR-FILE. In QGIS, export"
          + " the layer with the CRS EPSG:4326.";

  private ReferenceSystem() {}

  /**
   * Why a {@code crs} is refused; empty if it is missing, is null or names WGS 84. The GeoJSON of
   * 2008 had this member, RFC 7946 has not, and tools still write it.
   */
  public static Optional<String> refusal(JsonNode crs) {
    if (crs == null || crs.isNull()) {
      return Optional.empty();
    }
    JsonNode named = crs.path("properties").path("name");
    return refusal(named.isTextual() ? named.asText() : crs.asText());
  }

  /** Why the coordinate system of this name is refused; empty if it is WGS 84. */
  static Optional<String> refusal(String name) {
    return WGS_84.matcher(name).matches()
        ? Optional.empty()
        : Optional.of(
            (name.isEmpty() ? "The coordinate system" : ShownValue.of(name))
                + " is not WGS 84 in degrees. "
                + CONVERT);
  }
}
