package supplychain.records.farmer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import supplychain.validation.ValueType.Read;

/**
 * Reads a geometry that is written as a text, and gives its GeoJSON: well-known text (OGC 06-103r4)
 * such as {@code POINT (34.4 1.36)}, or the positions of ODK and Kobo, which begin with the
 * latitude, such as {@code 1.36 34.4 1800 4; 1.37 34.4 1800 4}.
 */
final class GeometryText {
  private static final Map<String, String> TYPES =
      Map.of(
          "POINT", "Point",
          "MULTIPOINT", "MultiPoint",
          "POLYGON", "Polygon",
          "MULTIPOLYGON", "MultiPolygon",
          "LINESTRING", "LineString");

  private static final String NUMBER =
      "[-+]?[0-9]{1,20}(?:\\.[0-9]{0,40})?(?:[eE][-+]?[0-9]{1,3})?";

  /** Takes all blanks at each place for them, since to share them out in each way takes minutes. */
  private static final Pattern WELL_KNOWN =
      Pattern.compile(
          "(?:SRID=([0-9]{1,9});)?\\s*+([A-Z]{5,20}?)\\s*+(?:Z|M|ZM)?\\s*+(\\(.*)",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private static final Pattern TOKEN = Pattern.compile("\\G\\s*(" + NUMBER + "|[(),])");

  /** The latitude, the longitude, the altitude and the accuracy of a position of ODK. */
  private static final Pattern OF_ODK =
      Pattern.compile("\\s*(" + NUMBER + ")\\s+(" + NUMBER + ")(?:\\s+" + NUMBER + "){0,2}\\s*");

  /** The well-known binary of PostGIS and other databases, in hexadecimal digits. */
  private static final Pattern BINARY = Pattern.compile("0[01][0-9A-Fa-f]{16,}");

  private static final String FORMS =
      "must be GeoJSON, WKT such as POLYGON ((34.4015 1.3617, …)), or the positions of ODK, such as"
          + " 1.3617 34.4015 0 0; …";

  /** Longitude, latitude, altitude and measure. */
  private static final int MOST_NUMBERS = 4;

  /** A MULTIPOLYGON has parts, rings and positions. */
  private static final int MOST_DEPTH = 3;

  private final String text;
  private final Matcher tokens;
  private int end;

  /** Null at the end, or at what is no token. */
  private String token;

  private GeometryText(String text) {
    this.text = text;
    tokens = TOKEN.matcher(text);
    next();
  }

  /** The GeoJSON of a geometry in any form. */
  static Read<JsonNode> read(JsonNode value) {
    if (value.isObject()) {
      return Read.right(value);
    }
    if (!value.isTextual()) {
      return Read.wrong("type", FORMS);
    }
    String text = value.asText().strip();
    if (BINARY.matcher(text).matches()) {
      return Read.wrong("format", "is binary. Export ST_AsGeoJSON(geom) or ST_AsText(geom).");
    }
    Matcher wellKnown = WELL_KNOWN.matcher(text);
    return wellKnown.matches() ? ofWellKnown(wellKnown) : ofOdk(text);
  }

  private static Read<JsonNode> ofWellKnown(Matcher written) {
    String type = TYPES.get(written.group(2).toUpperCase(Locale.ROOT));
    Optional<String> refusal =
        Optional.ofNullable(written.group(1))
            .flatMap(srid -> ReferenceSystem.refusal("EPSG:" + srid));
    if (refusal.isPresent()) {
      return Read.wrong("not_a_choice", "has another coordinate system: " + refusal.get());
    }
    GeometryText text = new GeometryText(written.group(3));
    ArrayNode list = type == null ? null : text.list(1);
    if (list == null || text.end < text.text.length()) {
      return Read.wrong("format", FORMS);
    }
    return Read.right(
        switch (type) {
          case "Point" -> geoJson(type, list.get(0));
          case "MultiPoint" -> geoJson(type, withoutBrackets(list));
          default -> geoJson(type, list);
        });
  }

  /** The list that begins here; null if there is a mistake. */
  private ArrayNode list(int depth) {
    ArrayNode items = JsonNodeFactory.instance.arrayNode();
    do {
      next();
      boolean isList = "(".equals(token) && depth < MOST_DEPTH;
      ArrayNode item = isList ? list(depth + 1) : position();
      if (item == null) {
        return null;
      }
      items.add(item);
    } while (",".equals(token));
    if (!")".equals(token)) {
      return null;
    }
    next();
    return items;
  }

  /** The longitude and the latitude that begin here; null if there is a mistake. */
  private ArrayNode position() {
    ArrayNode numbers = JsonNodeFactory.instance.arrayNode();
    for (; token != null && !"(),".contains(token); next()) {
      numbers.add(new BigDecimal(token));
    }
    boolean isPosition = numbers.size() >= 2 && numbers.size() <= MOST_NUMBERS;
    return isPosition
        ? JsonNodeFactory.instance.arrayNode().add(numbers.get(0)).add(numbers.get(1))
        : null;
  }

  private void next() {
    boolean isFound = tokens.find();
    token = isFound ? tokens.group(1) : null;
    end = isFound ? tokens.end() : end;
  }

  /** A MULTIPOINT may have brackets around each position. */
  private static ArrayNode withoutBrackets(ArrayNode points) {
    ArrayNode positions = JsonNodeFactory.instance.arrayNode();
    points.forEach(point -> positions.add(point.path(0).isArray() ? point.get(0) : point));
    return positions;
  }

  /** One position is a point. Several are the ring that somebody walked, closed or not. */
  private static Read<JsonNode> ofOdk(String text) {
    ArrayNode ring = JsonNodeFactory.instance.arrayNode();
    for (String each : text.split(";", -1)) {
      Matcher position = OF_ODK.matcher(each);
      if (!each.isBlank() && !position.matches()) {
        return Read.wrong("format", FORMS);
      }
      if (!each.isBlank()) {
        BigDecimal latitude = new BigDecimal(position.group(1));
        BigDecimal longitude = new BigDecimal(position.group(2));
        if (!Position.isWithin(90, latitude) || !Position.isWithin(180, longitude)) {
          return Read.wrong("range", "must have a latitude and then a longitude, in degrees.");
        }
        ring.addArray().add(longitude).add(latitude);
      }
    }
    if (ring.isEmpty()) {
      return Read.wrong("format", FORMS);
    }
    if (ring.size() == 1) {
      return Read.right(geoJson("Point", ring.get(0)));
    }
    if (!ring.get(0).equals(ring.get(ring.size() - 1))) {
      ring.add(ring.get(0));
    }
    return Read.right(geoJson("Polygon", JsonNodeFactory.instance.arrayNode().add(ring)));
  }

  private static ObjectNode geoJson(String type, JsonNode coordinates) {
    ObjectNode geometry = JsonNodeFactory.instance.objectNode().put("type", type);
    return geometry.set("coordinates", coordinates);
  }
}
