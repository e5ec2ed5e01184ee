package supplychain.records.catalogue;

import static supplychain.schema.Tables.PREMIUM;
import static supplychain.schema.Tables.PREMIUM_RANGE;

import java.util.List;
import org.jooq.Field;
import org.jooq.JSON;
import supplychain.database.JsonObject;
import supplychain.records.Filter;
import supplychain.records.NestedDocuments;
import supplychain.records.RecordKind;

/** Premiums as they are read: each company sees its own, with their ranges. */
public final class PremiumResource {
  private static final Field<JSON> RANGE =
      new JsonObject()
          .decimals(PREMIUM_RANGE.MIN_QUANTITY, PREMIUM_RANGE.MAX_QUANTITY)
          .columns(PREMIUM_RANGE.AMOUNT, PREMIUM_RANGE.ID)
          .columns(PREMIUM_RANGE.UPDATED_ON, PREMIUM_RANGE.CREATED_ON, PREMIUM_RANGE.IS_ACTIVE)
          .columns(PREMIUM_RANGE.CREATOR, PREMIUM_RANGE.UPDATER)
          .build();

  /** The Premium of the interface, and its ranges at the end. */
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
              PREMIUM.ID,
              PREMIUM.UPDATED_ON,
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
                      "is_active", "that are active, or are not", PREMIUM.IS_ACTIVE.isTrue())),
              PREMIUM.ID,
              PREMIUM.NAME,
              PREMIUM.CATEGORY,
              PREMIUM.TYPE,
              PREMIUM.AMOUNT,
              PREMIUM.INCLUDED,
              PREMIUM.DEPENDANT_ON_CARD,
              PREMIUM.APPLICABLE_ACTIVITY,
              PREMIUM.CALCULATION_TYPE,
              PREMIUM.IS_ACTIVE,
              PREMIUM.OWNER,
              PREMIUM.CREATED_ON,
              PREMIUM.UPDATED_ON)
          .createdBy(Premiums::record)
          .amendedBy(Premiums::amend);

  private PremiumResource() {}
}
