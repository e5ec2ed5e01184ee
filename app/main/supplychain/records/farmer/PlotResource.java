package supplychain.records.farmer;

import static org.jooq.impl.DSL.*;
import static supplychain.schema.Tables.*;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigDecimal;
import java.util.Map;
import java.util.UUID;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.JSON;
import supplychain.core.Caller;
import supplychain.core.Json;
import supplychain.database.Batch;
import supplychain.database.ChangedRows;
import supplychain.database.JsonObject;
import supplychain.records.Filter;
import supplychain.records.Names;
import supplychain.records.RecordKind;
import supplychain.records.Recording;
import supplychain.records.Recording.Grouping;
import supplychain.records.Visibility;
import supplychain.validation.Body;
import supplychain.validation.Formats;

/** The kind of records for plots. A company sees the plots of its farmers. */
public final class PlotResource {
  private static final Field<JSON> OBJECT =
      new JsonObject()
          .columns(PLOT.ID, PLOT.FARMER, PLOT.NAME)
          .decimals(PLOT.AREA, PLOT.MEASURED_AREA)
          .columns(PLOT.PRODUCTION_PLACE, PLOT.GEOMETRY, PLOT.IS_ACTIVE)
          .users(PLOT.CREATOR, PLOT.UPDATER)
          .columns(PLOT.CREATED_ON, PLOT.UPDATED_ON)
          .build();

  /** The Feature of GeoJSON. The area is a number, so that a map can colour plots by it. */
  private static final Field<JSON> FEATURE =
      new JsonObject()
          .value("type", inline("Feature"))
          .columns(PLOT.ID, PLOT.GEOMETRY)
          .value(
              "properties",
              new JsonObject()
                  .columns(PLOT.FARMER, PLOT.NAME, PLOT.AREA, PLOT.MEASURED_AREA)
                  .columns(PLOT.PRODUCTION_PLACE, PLOT.IS_ACTIVE, PLOT.CREATED_ON, PLOT.UPDATED_ON)
                  .build())
          .build();

  public static final RecordKind PLOTS =
      new RecordKind("/v1/supply-chains/plots/", PLOT, OBJECT, Visibility.named(PLOT.COMPANY))
          .filteredBy(
              Filter.id("of this farmer", PLOT.FARMER),
              Filter.id("buyer", "of farmers with this company as buyer", PLOT.COMPANY),
              Filter.start(PLOT.NAME),
              Filter.flag("that are farmed (`true`) or no longer farmed (`false`)", PLOT.IS_ACTIVE))
          .columns(PLOT.ID, PLOT.FARMER, PLOT.NAME, PLOT.AREA, PLOT.MEASURED_AREA)
          .columns(PLOT.PRODUCTION_PLACE, PLOT.GEOMETRY, PLOT.IS_ACTIVE)
          .columns(PLOT.CREATED_ON, PLOT.UPDATED_ON)
          .asFeatures(FEATURE)
          .withPlainNamesIn("farmer")
          .createdBy(
              (sql, bodies, refused) -> NewPlot.record(sql, null, bodies, refused),
              body -> Grouping.TOGETHER)
          .lockedAfter(FarmerChange.SQL, "lock_farmer_of_plot")
          .amendedBy(PlotResource::amend);

  /** The largest number of plots of a farmer, active or not. */
  public static final int MOST_OF_A_FARMER = 1_000;

  private PlotResource() {}

  /** The value of a field of a plot as the service would record it, if it can, to compare it. */
  public static JsonNode recorded(String field, JsonNode written) {
    return switch (field) {
      case "geometry" -> {
        Body body = Body.of(JsonNodeFactory.instance.objectNode().set("geometry", written), true);
        yield PlotBody.geometry(body).map(one -> Json.trusted(one.asGiven())).orElse(written);
      }
      case "area", "Area" -> {
        BigDecimal area = PlotBody.HECTARES.read(written).value();
        yield area == null ? written : DecimalNode.valueOf(area);
      }
      case "name", "production_place", "ProductionPlace" ->
          written.isNumber() ? TextNode.valueOf(Formats.code(written)) : written;
      default -> written;
    };
  }

  /** A latitude or longitude as the service would record it, to compare it. */
  public static JsonNode coordinate(JsonNode written) {
    BigDecimal degrees = Position.LONGITUDE.read(written).value();
    return degrees == null ? written : DecimalNode.valueOf(Position.cut(degrees));
  }

  public static Condition of(UUID farmer) {
    return PLOT.FARMER.eq(farmer);
  }

  /** Records a plot of this farmer: 404 if the caller does not see the farmer. */
  public static UUID recordOf(DSLContext sql, Caller caller, UUID farmer, Body body) {
    PLOTS.replaceNames(sql, Map.of(body, caller));
    return createdOf(farmer).recordOne(sql, caller, body);
  }

  /** Creates plots of a farmer: 404 if a caller does not see the farmer. */
  public static Recording createdOf(UUID farmer) {
    return (sql, bodies, refused) -> NewPlot.record(sql, farmer, bodies, refused);
  }

  /** Changes a plot, whose row is locked. A plot keeps its farmer. */
  static void amend(DSLContext sql, Caller caller, UUID id, Body body) {
    PlotBody plot = PlotBody.read(body, false);
    UUID farmer = sql.fetchValue(PLOT.FARMER, PLOT.ID.eq(id));
    plot.members().keep("farmer", Names.id("farmer"), farmer);
    body.throwIfInvalid();
    new ChangedRows(PLOT.ID).add(id, caller.user(), plot.columns().values()).change(Batch.of(sql));
  }
}
