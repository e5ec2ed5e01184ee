package supplychain.records.farmer;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import supplychain.validation.Body;
import supplychain.validation.Findings;
import supplychain.validation.Kinds;
import supplychain.validation.ShownValue;

/** Reads the GeoJSON of a plot, with a finding for each mistake. */
public final class GeometryReader {
  /** The detail of a finding at another coordinate system. */
  public static final String MUST_BE_WGS_84 = "Coordinates must be degrees of WGS 84, OGC:CRS84.";

  /** The names of WGS 84 by OGC and by EPSG. */
  private static final Pattern WGS_84 =
      Pattern.compile("urn:ogc:def:crs:(OGC:[0-9.]*:CRS84|EPSG:[0-9.]*:4326)|EPSG:4326|OGC:CRS84");

  private static final String COORDINATES = "coordinates";

  private static final int MOST_LONGITUDE = 180;
  private static final int MOST_LATITUDE = 90;

  /** Longitude, latitude and altitude. */
  private static final int MOST_NUMBERS = 3;

  private final Body geometry;
  private final Findings findings;
  private boolean isRefused;

  GeometryReader(Body geometry) {
    this.geometry = geometry;
    this.findings = geometry.findings();
  }

  /**
   * Accepts a {@code crs} that is missing, is null or names WGS 84. The GeoJSON of 2008 had this
   * member, RFC 7946 has not, and tools still write it.
   */
  public static boolean isWgs84(JsonNode crs) {
    return crs == null
        || crs.isNull()
        || WGS_84.matcher(crs.path("properties").path("name").asText()).matches();
  }

  /** The geometry; empty if there is a mistake. */
  Optional<Geometry> read() {
    if (!isWgs84(geometry.any("crs").value())) {
      geometry.refuse("crs", "not_a_choice", MUST_BE_WGS_84);
      isRefused = true;
    }
    // The box follows from the coordinates; a stored one could contradict them.
    geometry.ignore("bbox");
    String type = type();
    geometry.require(COORDINATES);
    JsonNode coordinates = geometry.any(COORDINATES).value();
    if (type == null || coordinates == null) {
      return Optional.empty();
    }
    String pointer = geometry.pointer(COORDINATES);
    return type.equals("Point")
        ? position(coordinates, pointer).map(place -> new Geometry(false, List.of(place)))
        : ring(coordinates, pointer).map(ring -> new Geometry(true, ring));
  }

  private String type() {
    JsonNode type = geometry.any("type").value();
    String name = type == null ? "" : type.asText();
    if (name.equals("Point") || name.equals("Polygon")) {
      return name;
    }
    geometry.refuseValue("type", type == null ? "required" : "not_a_choice", whyNot(name));
    return null;
  }

  private static String whyNot(String type) {
    String reason =
        switch (type) {
          case "MultiPoint", "MultiPolygon", "GeometryCollection" ->
              " A plot is one piece of land: record each part as a plot of its own.";
          case "LineString", "MultiLineString" -> " A line encloses no land.";
          case "Feature", "FeatureCollection" -> " Send only the geometry of the Feature here.";
          default -> "";
        };
    return "must be Point or Polygon." + reason;
  }

  private Optional<List<Position>> ring(JsonNode rings, String pointer) {
    if (!rings.isArray() || rings.isEmpty()) {
      return refuse(
          pointer, "type", "The coordinates of a Polygon must be an array with one ring.");
    }
    for (int i = 1; i < rings.size(); i++) {
      refuse(
          pointer + "/" + i,
          "hole",
          "A plot cannot have holes. Record the parts around the hole as plots.");
    }
    String first = pointer + "/0";
    JsonNode ring = rings.get(0);
    if (!ring.isArray()) {
      return refuse(first, "type", "A ring must be an array of positions.");
    }
    if (ring.size() > Geometry.MOST_POSITIONS) {
      String most = "The ring has %d positions. The limit is %d.";
      return refuse(first, "too_many", most.formatted(ring.size(), Geometry.MOST_POSITIONS));
    }
    List<Position> positions = new ArrayList<>();
    for (int i = 0; i < ring.size(); i++) {
      position(ring.get(i), first + "/" + i).ifPresent(positions::add);
    }
    return isRefused ? Optional.empty() : new Ring(positions, first, findings).checked();
  }

  private Optional<Position> position(JsonNode node, String pointer) {
    if (!node.isArray() || node.size() < 2 || node.size() > MOST_NUMBERS) {
      return refuse(pointer, "type", "A position must be an array: [longitude, latitude].");
    }
    boolean areNumbers = true;
    for (int i = 0; i < node.size(); i++) {
      if (!node.get(i).isNumber()) {
        String rule = Kinds.noNumber(node.get(i)).rule();
        refuse(pointer + "/" + i, "type", ShownValue.subject(node.get(i)) + " " + rule);
        areNumbers = false;
      }
    }
    return areNumbers
        ? inRange(node.get(0).decimalValue(), node.get(1).decimalValue(), pointer)
        : Optional.empty();
  }

  private Optional<Position> inRange(BigDecimal longitude, BigDecimal latitude, String pointer) {
    boolean isEast = Position.isWithin(MOST_LONGITUDE, longitude);
    boolean isNorth = Position.isWithin(MOST_LATITUDE, latitude);
    if (!isEast) {
      String detail = "Longitude, the first number, is %s. It must be from -180 to 180.";
      refuse(pointer + "/0", "range", detail.formatted(ShownValue.of(longitude)));
    }
    if (!isNorth) {
      boolean swapped =
          Position.isWithin(MOST_LONGITUDE, latitude)
              && Position.isWithin(MOST_LATITUDE, longitude);
      refuse(
          pointer + "/1",
          "range",
          "Latitude, the second number, is %s. It must be from -90 to 90."
                  .formatted(ShownValue.of(latitude))
              + (swapped ? " Longitude comes first: are they swapped?" : ""));
    }
    if (!isEast || !isNorth) {
      return Optional.empty();
    }
    Position position = new Position(longitude, latitude);
    return position.isNull()
        ? refuse(pointer, Position.NOWHERE, Position.IS_NOWHERE)
        : Optional.of(position);
  }

  private <T> Optional<T> refuse(String pointer, String code, String detail) {
    isRefused = true;
    findings.add(pointer, code, detail);
    return Optional.empty();
  }
}
