package supplychain.records.farmer;

import static org.jooq.impl.DSL.*;
import static supplychain.schema.Tables.*;
import static supplychain.validation.Kinds.ID;

import java.util.List;
import java.util.UUID;
import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.JSON;
import supplychain.database.JsonObject;
import supplychain.records.Filter;
import supplychain.records.RecordKind;

/** The kind of records for plots. A company sees the plots of its farmers. */
public final class PlotResource {
  private static final Field<JSON> OBJECT =
      new JsonObject()
          .columns(PLOT.ID, PLOT.FARMER, PLOT.NAME)
          .decimals(PLOT.AREA)
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
                  .columns(PLOT.FARMER, PLOT.NAME, PLOT.AREA, PLOT.PRODUCTION_PLACE)
                  .columns(PLOT.IS_ACTIVE, PLOT.CREATED_ON, PLOT.UPDATED_ON)
                  .build())
          .build();

  /** Plots. */
  public static final RecordKind PLOTS =
      new RecordKind(
              "/v1/supply-chains/plots/",
              PLOT,
              OBJECT,
              (company, user) -> List.of(isOf(company)),
              List.of(
                  Filter.id("farmer", "of this farmer", PLOT.FARMER),
                  new Filter<>(
                      "buyer",
                      "of farmers whose buyer is this company",
                      ID,
                      buyer -> List.of(isOf(val(buyer)))),
                  Filter.start("name", "whose name starts so", PLOT.NAME),
                  Filter.flag(
                      "is_active", "that are farmed, or no longer are", PLOT.IS_ACTIVE.isTrue())))
          .columns(PLOT.ID, PLOT.FARMER, PLOT.NAME, PLOT.AREA, PLOT.PRODUCTION_PLACE)
          .columns(PLOT.GEOMETRY, PLOT.IS_ACTIVE, PLOT.CREATED_ON, PLOT.UPDATED_ON)
          .asFeatures(FEATURE)
          .createdTogetherBy((sql, bodies, refused) -> Plots.record(sql, null, bodies, refused))
          .lockedAfter(Plots::lockFarmer)
          .amendedBy(Plots::amend);

  private PlotResource() {}

  /** The plots of farmers whose buyer is this company now. */
  private static Condition isOf(Field<UUID> company) {
    return PLOT.FARMER.in(select(FARMER.ID).from(FARMER).where(FARMER.BUYER.eq(company)));
  }
}
