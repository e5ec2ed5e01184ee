package supplychain.records.farmer;

import static supplychain.schema.Tables.PLOT;
import static supplychain.validation.ValueTypes.*;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jooq.JSONB;
import supplychain.validation.Body;
import supplychain.validation.Columns;
import supplychain.validation.Formats;
import supplychain.validation.ValueType;
import supplychain.validation.ValueType.Read;
import supplychain.validation.ValueTypes;

/** A plot in a body. Its members are in the body itself, or in the properties of a Feature. */
record PlotBody(Body members, Columns columns) {
  static final int MOST_HECTARES = 10_000_000;

  private static final Pattern LONG_DECIMAL = Pattern.compile("[0-9]{1,20}\\.[0-9]{5,40}");

  static final ValueType<BigDecimal> HECTARES =
      value -> {
        Read<BigDecimal> area = ValueTypes.AREA.read(cut(value));
        boolean isSensible =
            area.isWrong()
                || (area.value().signum() > 0
                    && area.value().compareTo(BigDecimal.valueOf(MOST_HECTARES)) <= 0);
        return isSensible
            ? area
            : Read.wrong("range", "must be more than 0, at most " + MOST_HECTARES + " hectares.");
      };

  /** Tools compute an area with up to 15 decimals; nobody measures less than a square metre. */
  private static JsonNode cut(JsonNode hectares) {
    String text = hectares.asText();
    if (!LONG_DECIMAL.matcher(text).matches()) {
      return hectares;
    }
    BigDecimal cut = new BigDecimal(text).setScale(Geometry.AREA_DECIMALS, RoundingMode.DOWN);
    return cut.signum() == 0 ? hectares : DecimalNode.valueOf(cut);
  }

  static PlotBody read(Body body, boolean isNew) {
    Body members = members(body);
    Columns columns = isNew ? new Columns(members) : Columns.ofChange(members);
    columns.always(FLAG, true, PLOT.IS_ACTIVE);
    if (isNew && !hasPlace(body)) {
      body.require("geometry");
    } else if (!isNew && body.any("geometry").isNull()) {
      body.refuseNull("geometry");
    }
    columns.names(PLOT.NAME).texts(PLOT.PRODUCTION_PLACE).get(HECTARES, PLOT.AREA);
    if (isFeature(body)) {
      readNamesOfOrigins(members, columns);
    }
    geometry(body)
        .ifPresent(
            geometry ->
                columns
                    .put(PLOT.GEOMETRY, JSONB.valueOf(geometry.asGiven()))
                    .put(PLOT.MEASURED_AREA, geometry.isPoint() ? null : geometry.hectares()));
    members.ignoreServiceFields("measured_area");
    return new PlotBody(members, columns);
  }

  private static Body members(Body body) {
    if (!isFeature(body)) {
      if (body.has("type")) {
        body.refuseValue(
            "type",
            "not_a_choice",
            "must be Feature, with the other fields in properties. For other GeoJSON, send the header Content-Type: application/geo+json.");
      }
      return body;
    }
    body.ignore("id", "bbox");
    if (body.tree().get("properties") instanceof ObjectNode properties) {
      tidy(properties);
    }
    return body.object("properties").or(body);
  }

  /** Tools write a number where a name has only digits, and an empty text for an unknown number. */
  private static void tidy(ObjectNode properties) {
    for (String name : List.of("name", "production_place", "ProductionPlace")) {
      if (properties.path(name).isNumber()) {
        properties.put(name, Formats.code(properties.get(name)));
      }
    }
    for (String name : List.of("area", "Area")) {
      if (properties.path(name).isTextual() && properties.get(name).asText().isBlank()) {
        properties.remove(name);
      }
    }
  }

  private static boolean isFeature(Body body) {
    return body.has("type") && body.any("type").value().asText().equals("Feature");
  }

  /** Accepts the names of a file of origins, so that a client can send such a file. */
  private static void readNamesOfOrigins(Body properties, Columns columns) {
    if (!properties.has("area")) {
      columns.set(PLOT.AREA, properties.get("Area", HECTARES));
    }
    if (!properties.has("production_place")) {
      int limit = Columns.limit(PLOT.PRODUCTION_PLACE);
      columns.set(PLOT.PRODUCTION_PLACE, properties.get("ProductionPlace", ValueTypes.text(limit)));
    }
  }

  private static boolean hasPlace(Body body) {
    return !isFeature(body) && (body.has("latitude") || body.has("longitude"));
  }

  /** The geometry, or a point from the latitude and the longitude. */
  static Optional<Geometry> geometry(Body body) {
    if (!hasPlace(body)) {
      if (!isFeature(body)) {
        body.ignore("latitude", "longitude");
      }
      JsonNode geoJson = body.get("geometry", GeometryText::read).value();
      if (geoJson != null) {
        ((ObjectNode) body.tree()).set("geometry", geoJson);
      }
      return Optional.ofNullable(geoJson == null ? null : body.object("geometry").value())
          .flatMap(Geometry::read);
    }
    if (body.has("geometry")) {
      body.refuse("geometry", "one_of", "Send either this field, or latitude and longitude.");
    }
    body.ignore("geometry");
    BigDecimal longitude = body.required("longitude", Position.LONGITUDE);
    BigDecimal latitude = body.required("latitude", Position.LATITUDE);
    if (longitude == null || latitude == null) {
      return Optional.empty();
    }
    Geometry point = new Geometry(new Position(longitude, latitude), List.of());
    if (point.point().isNull()) {
      body.refuse("latitude", Position.NOWHERE, Position.IS_NOWHERE);
    }
    return Optional.of(point);
  }
}
