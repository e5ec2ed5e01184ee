package supplychain.records.farmer;

import static org.jooq.impl.DSL.*;
import static supplychain.records.farmer.FarmerResource.FARMERS;
import static supplychain.schema.Tables.*;

import java.util.Map;
import java.util.UUID;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Record;
import supplychain.core.Caller;
import supplychain.core.Problem;
import supplychain.database.Document;
import supplychain.database.JsonObject;
import supplychain.records.Names;
import supplychain.records.References;
import supplychain.records.Updates;
import supplychain.records.card.EntityCardResource;
import supplychain.validation.Body;

/**
 * Ends the record of a farmer who was recorded twice. The transactions keep their farmer, and the
 * farmer that stays gets the plots, the estimates for days without one, and the card, the form and
 * the coordinates if it has none.
 */
public final class Replacements {
  /** The document of a replacement. Its id is that of the farmer who was replaced. */
  public static final Document DOCUMENT =
      new Document(
          new JsonObject()
              .columns(FARMER.ID, FARMER.REPLACED_BY, FARMER.UPDATED_ON)
              .users(FARMER.UPDATER)
              .build(),
          FARMER,
          FARMER.ID,
          noCondition());

  private Replacements() {}

  /** Replaces a farmer by the one that a body names. A second time changes nothing. */
  public static UUID record(DSLContext sql, Caller caller, UUID farmer, Body body) {
    FARMERS.requireSeen(sql, caller, farmer);
    FARMERS.replaceNames(sql, Map.of(body, caller));
    UUID stays = body.required("replaced_by", Names.id("replaced_by"));
    body.ignoreServiceFields();
    Map<UUID, Record> locked = lock(sql, caller, farmer, stays);
    Record replaced = locked.get(farmer);
    if (replaced == null) {
      throw Problem.notFound();
    }
    if (stays != null) {
      check(sql, body, replaced, stays, locked.get(stays));
    }
    body.throwIfInvalid();
    UUID before = replaced.get(FARMER.REPLACED_BY);
    if (before == null) {
      requirePlots(sql, body, farmer, stays);
      replace(sql, caller, replaced, stays);
    } else if (!before.equals(stays)) {
      String detail = References.replaced(number(sql, before));
      throw Updates.conflict(body.pointer("replaced_by"), References.REPLACED, detail);
    }
    return farmer;
  }

  /** Locks both farmers, and those that the first replaced, until nobody writes for them. */
  private static Map<UUID, Record> lock(DSLContext sql, Caller caller, UUID farmer, UUID stays) {
    Condition isSeen = caller.isOperator() ? noCondition() : FARMER.BUYER.eq(caller.company());
    return sql.selectFrom(FARMER)
        .where(FARMER.ID.in(farmer, stays).or(FARMER.REPLACED_BY.eq(farmer)))
        .and(isSeen)
        .orderBy(FARMER.ID)
        .forUpdate()
        .fetchMap(FARMER.ID, row -> row);
  }

  private static void check(
      DSLContext sql, Body body, Record replaced, UUID stays, Record staying) {
    if (staying == null) {
      body.refuse("replaced_by", "does_not_exist", References.absent("farmer", stays));
    } else if (staying.get(FARMER.ID).equals(replaced.get(FARMER.ID))) {
      body.refuse("replaced_by", "not_a_choice", "No farmer replaces itself. Name another one.");
    } else if (!staying.get(FARMER.BUYER).equals(replaced.get(FARMER.BUYER))) {
      body.refuse("replaced_by", "mismatch", "Both farmers must be of the same company.");
    } else if (staying.get(FARMER.REPLACED_BY) != null) {
      String detail = References.replaced(number(sql, staying.get(FARMER.REPLACED_BY)));
      body.refuse("replaced_by", References.REPLACED, detail);
    }
  }

  private static String number(DSLContext sql, UUID farmer) {
    return sql.fetchValue(FARMER.NUMBER, FARMER.ID.eq(farmer));
  }

  private static void requirePlots(DSLContext sql, Body body, UUID farmer, UUID stays) {
    if (sql.fetchCount(PLOT, PLOT.FARMER.in(farmer, stays)) > PlotResource.MOST_OF_A_FARMER) {
      String detail = "Together the farmers have more than %d plots, the limit of a farmer.";
      throw Updates.conflict(
          body.pointer("replaced_by"), "too_many", detail.formatted(PlotResource.MOST_OF_A_FARMER));
    }
  }

  private static void replace(DSLContext sql, Caller caller, Record replaced, UUID stays) {
    UUID user = caller.user();
    UUID farmer = replaced.get(FARMER.ID);
    Updates.of(sql, FARMER, user)
        .set(FARMER.REPLACED_BY, stays)
        .where(FARMER.ID.eq(farmer).or(FARMER.REPLACED_BY.eq(farmer)))
        .execute();
    EntityCardResource.move(sql, caller, replaced.get(FARMER.BUYER), farmer, stays);
    Updates.of(sql, PLOT, user).set(PLOT.FARMER, stays).where(PLOT.FARMER.eq(farmer)).execute();
    EstimateResource.move(sql, caller, farmer, stays);
    Updates.of(sql, SUBMISSION, user)
        .set(SUBMISSION.FARMER, stays)
        .where(SUBMISSION.FARMER.eq(farmer))
        .and(
            notExists(selectOne().from(SUBMISSION.as("own")).where("own.farmer = {0}", val(stays))))
        .execute();
    // Never combine one record's latitude with another's longitude.
    Condition hasPlace = FARMER.LATITUDE.isNotNull().or(FARMER.LONGITUDE.isNotNull());
    // The document of the farmer that stays contains the card and the form.
    Updates.of(sql, FARMER, user)
        .set(FARMER.LATITUDE, when(hasPlace, FARMER.LATITUDE).else_(replaced.get(FARMER.LATITUDE)))
        .set(
            FARMER.LONGITUDE,
            when(hasPlace, FARMER.LONGITUDE).else_(replaced.get(FARMER.LONGITUDE)))
        .where(FARMER.ID.eq(stays))
        .execute();
  }
}
