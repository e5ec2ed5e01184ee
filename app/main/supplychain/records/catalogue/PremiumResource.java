package supplychain.records.catalogue;

import static supplychain.schema.Tables.PREMIUM;
import static supplychain.schema.Tables.PREMIUM_RANGE;

import java.util.List;
import java.util.UUID;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.JSON;
import supplychain.core.Caller;
import supplychain.database.Ids;
import supplychain.database.JsonObject;
import supplychain.records.Filter;
import supplychain.records.NestedDocuments;
import supplychain.records.RecordKind;
import supplychain.records.RecordLimit;
import supplychain.records.References;
import supplychain.records.Updates;
import supplychain.validation.Body;

/** The kind of records for premiums, which companies pay on top of a price. */
public final class PremiumResource {
  private static final Field<JSON> RANGE =
      new JsonObject()
          .decimals(PREMIUM_RANGE.MIN_QUANTITY, PREMIUM_RANGE.MAX_QUANTITY)
          .columns(PREMIUM_RANGE.AMOUNT, PREMIUM_RANGE.ID)
          .columns(PREMIUM_RANGE.UPDATED_ON, PREMIUM_RANGE.CREATED_ON, PREMIUM_RANGE.IS_ACTIVE)
          .columns(PREMIUM_RANGE.CREATOR, PREMIUM_RANGE.UPDATER)
          .build();

  /** A premium, with its ranges at the end. */
  private static final Field<JSON> OBJECT =
      NestedDocuments.premium()
          .value(
              "ranges",
              JsonObject.array(
                  RANGE, PREMIUM_RANGE, PREMIUM_RANGE.PREMIUM.eq(PREMIUM.ID), PREMIUM_RANGE.ID))
          .build();

  /** Premiums. */
  public static final RecordKind PREMIUMS =
      RecordKind.of(
              "/v1/catalogs/premiums/",
              PREMIUM,
              OBJECT,
              RecordKind.Visibility.named(PREMIUM.OWNER),
              List.of(
                  Filter.id("owner", "of this company", PREMIUM.OWNER),
                  Filter.start("name", "whose name starts so", PREMIUM.NAME),
                  Filter.choice(
                      "category", "of this category", PremiumBody.Category.class, PREMIUM.CATEGORY),
                  Filter.choice("type", "of this type", PremiumBody.Type.class, PREMIUM.TYPE),
                  Filter.choice(
                      "applicable_activity",
                      "paid for this activity",
                      PremiumBody.Activity.class,
                      PREMIUM.APPLICABLE_ACTIVITY),
                  Filter.choice(
                      "calculation_type",
                      "whose amount is found so",
                      PremiumBody.Calculation.class,
                      PREMIUM.CALCULATION_TYPE),
                  Filter.flag(
                      "is_active", "that are active, or are not", PREMIUM.IS_ACTIVE.isTrue())))
          .columns(PREMIUM.ID, PREMIUM.NAME, PREMIUM.CATEGORY, PREMIUM.TYPE, PREMIUM.AMOUNT)
          .columns(PREMIUM.INCLUDED, PREMIUM.DEPENDANT_ON_CARD, PREMIUM.APPLICABLE_ACTIVITY)
          .columns(PREMIUM.CALCULATION_TYPE, PREMIUM.IS_ACTIVE, PREMIUM.OWNER)
          .columns(PREMIUM.CREATED_ON, PREMIUM.UPDATED_ON)
          .createdBy(PremiumResource::record)
          .amendedBy(PremiumResource::amend);

  private PremiumResource() {}

  private static UUID record(DSLContext sql, Caller caller, Body body) {
    References references = new References(caller);
    PremiumBody premium = PremiumBody.readNew(body, references);
    references.resolve(sql, body.findings());
    body.finish();
    RecordLimit.PREMIUMS.require(sql, (UUID) premium.columns().values().get(PREMIUM.OWNER));
    UUID id = Ids.next();
    sql.insertInto(PREMIUM)
        .set(premium.columns().values())
        .set(PREMIUM.ID, id)
        .set(PREMIUM.CREATOR, caller.user())
        .set(PREMIUM.UPDATER, caller.user())
        .execute();
    writeParts(sql, caller, id, premium);
    return id;
  }

  /** Changes a premium, whose row is locked, and the parts that the body names. */
  private static void amend(DSLContext sql, Caller caller, UUID id, Body body) {
    UUID owner =
        sql.select(PREMIUM.OWNER).from(PREMIUM).where(PREMIUM.ID.eq(id)).fetchSingle(PREMIUM.OWNER);
    PremiumBody premium = PremiumBody.readChange(sql, id, owner, body);
    body.finish();
    Updates.change(sql, caller, PREMIUM.ID, id, premium.columns());
    writeParts(sql, caller, id, premium);
  }

  private static void writeParts(DSLContext sql, Caller caller, UUID id, PremiumBody premium) {
    PremiumParts.OPTIONS.write(sql, caller, id, premium.options());
    PremiumParts.RANGES.write(sql, caller, id, premium.ranges());
  }
}
