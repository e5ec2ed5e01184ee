package supplychain.records.catalogue;

import static supplychain.schema.Tables.*;
import static supplychain.schema.Tables.PREMIUM_RANGE;
import static supplychain.validation.ValueTypes.*;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.List;
import java.util.UUID;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.JSON;
import supplychain.core.Caller;
import supplychain.database.Ids;
import supplychain.database.JsonObject;
import supplychain.database.NewRow;
import supplychain.records.Filter;
import supplychain.records.Names;
import supplychain.records.NestedDocuments;
import supplychain.records.Parts;
import supplychain.records.Parts.Part;
import supplychain.records.RecordKind;
import supplychain.records.RecordLimit;
import supplychain.records.References;
import supplychain.records.Updates;
import supplychain.records.Visibility;
import supplychain.validation.Body;
import supplychain.validation.Columns;
import supplychain.validation.ValueType;
import supplychain.verify.PremiumRule;

/** The kind of records for premiums, which companies pay on top of a price. */
public final class PremiumResource {
  /** A premium is paid on its own or within a transaction. */
  enum Category {
    PAYOUT,
    TRANSACTION
  }

  enum Activity {
    BUY,
    SELL
  }

  private static final ValueType<String> NAME = name(Columns.limit(PREMIUM.NAME));

  /** The largest number of options, and of ranges, of a premium, active or not. */
  private static final int MOST_PARTS = 100;

  private static final Parts OPTIONS =
      new Parts(
          "options",
          MOST_PARTS,
          PREMIUM_OPTION.ID,
          PREMIUM_OPTION.PREMIUM,
          PREMIUM_OPTION.NAME,
          option ->
              option
                  .required(name(Columns.limit(PREMIUM_OPTION.NAME)), PREMIUM_OPTION.NAME)
                  .always(AMOUNT, BigDecimal.ZERO, PREMIUM_OPTION.AMOUNT)
                  .always(FLAG, true, PREMIUM_OPTION.IS_ACTIVE));

  private static final Parts RANGES = new PremiumRanges();

  private static final Field<JSON> RANGE =
      new JsonObject()
          .decimals(PREMIUM_RANGE.MIN_QUANTITY, PREMIUM_RANGE.MAX_QUANTITY)
          .columns(PREMIUM_RANGE.AMOUNT, PREMIUM_RANGE.ID)
          .columns(PREMIUM_RANGE.UPDATED_ON, PREMIUM_RANGE.CREATED_ON, PREMIUM_RANGE.IS_ACTIVE)
          .users(PREMIUM_RANGE.CREATOR, PREMIUM_RANGE.UPDATER)
          .build();

  /** A premium, with its ranges at the end. */
  private static final Field<JSON> OBJECT =
      JsonObject.with(
          NestedDocuments.PREMIUM_OBJECT,
          "ranges",
          JsonObject.array(
              RANGE, PREMIUM_RANGE, PREMIUM_RANGE.PREMIUM.eq(PREMIUM.ID), PREMIUM_RANGE.ID));

  public static final RecordKind PREMIUMS =
      new RecordKind("/v1/catalogs/premiums/", PREMIUM, OBJECT, Visibility.named(PREMIUM.OWNER))
          .filteredBy(
              Filter.id("of this company", PREMIUM.OWNER),
              Filter.start(PREMIUM.NAME),
              Filter.choice("of this category", Category.class, PREMIUM.CATEGORY),
              Filter.choice("of this type", PremiumRule.Type.class, PREMIUM.TYPE),
              Filter.choice("paid for this activity", Activity.class, PREMIUM.APPLICABLE_ACTIVITY),
              Filter.choice(
                  "with this rule for the amount",
                  PremiumRule.Calculation.class,
                  PREMIUM.CALCULATION_TYPE),
              Filter.flag("that are active (`true`) or not (`false`)", PREMIUM.IS_ACTIVE))
          .columns(PREMIUM.ID, PREMIUM.NAME, PREMIUM.CATEGORY, PREMIUM.TYPE, PREMIUM.AMOUNT)
          .columns(PREMIUM.INCLUDED, PREMIUM.DEPENDANT_ON_CARD, PREMIUM.APPLICABLE_ACTIVITY)
          .columns(PREMIUM.CALCULATION_TYPE, PREMIUM.IS_ACTIVE, PREMIUM.OWNER)
          .columns(PREMIUM.CREATED_ON, PREMIUM.UPDATED_ON)
          .createdBy(PremiumResource::record)
          .amendedBy(PremiumResource::amend);

  private PremiumResource() {}

  private static UUID record(DSLContext sql, Caller caller, Body body) {
    References references = new References(caller, body);
    UUID owner = references.wantOwnCompanyOrCallers(body, "owner");
    Columns columns = new Columns(body).put(PREMIUM.OWNER, owner);
    read(columns, body);
    List<Part> options = OPTIONS.read(sql, null, body);
    List<Part> ranges = RANGES.read(sql, null, body);
    references.resolve(sql);
    body.throwIfInvalid();
    RecordLimit.PREMIUMS.require(sql, owner);
    UUID id = Ids.next();
    new NewRow(PREMIUM, id, caller.user(), columns).insert(sql);
    OPTIONS.write(sql, caller, id, options);
    RANGES.write(sql, caller, id, ranges);
    return id;
  }

  /** Changes a premium, whose row is locked, and the parts that the body names. */
  private static void amend(DSLContext sql, Caller caller, UUID id, Body body) {
    body.keep("owner", Names.id("owner"), sql.fetchValue(PREMIUM.OWNER, PREMIUM.ID.eq(id)));
    Columns columns = Columns.ofChange(body);
    read(columns, body);
    List<Part> options = OPTIONS.read(sql, id, body);
    List<Part> ranges = RANGES.read(sql, id, body);
    body.throwIfInvalid();
    Updates.change(sql, caller, PREMIUM.ID, id, columns);
    OPTIONS.write(sql, caller, id, options);
    RANGES.write(sql, caller, id, ranges);
  }

  private static void read(Columns columns, Body body) {
    columns
        .required(NAME, PREMIUM.NAME)
        .always(PREMIUM.CATEGORY, Category.PAYOUT)
        .always(PREMIUM.TYPE, PremiumRule.Type.PER_TRANSACTION)
        .always(PREMIUM.APPLICABLE_ACTIVITY, Activity.BUY)
        .always(PREMIUM.CALCULATION_TYPE, PremiumRule.Calculation.NORMAL)
        .always(AMOUNT, BigDecimal.ZERO, PREMIUM.AMOUNT)
        .always(FLAG, false, PREMIUM.INCLUDED, PREMIUM.DEPENDANT_ON_CARD)
        .always(FLAG, true, PREMIUM.IS_ACTIVE);
    body.ignoreServiceFields();
  }

  /**
   * The ranges of a premium. A range goes from {@code min_quantity} to below {@code max_quantity};
   * without the second, it has no end. Active ranges do not overlap.
   */
  private static final class PremiumRanges extends Parts {
    PremiumRanges() {
      super(
          "ranges",
          MOST_PARTS,
          PREMIUM_RANGE.ID,
          PREMIUM_RANGE.PREMIUM,
          PREMIUM_RANGE.MIN_QUANTITY,
          range ->
              range
                  .required(QUANTITY, PREMIUM_RANGE.MIN_QUANTITY)
                  .get(QUANTITY, PREMIUM_RANGE.MAX_QUANTITY)
                  .always(AMOUNT, BigDecimal.ZERO, PREMIUM_RANGE.AMOUNT)
                  .always(FLAG, true, PREMIUM_RANGE.IS_ACTIVE));
    }

    @Override
    protected boolean isNamed(Body item, Part part) {
      JsonNode start = item.any("min_quantity").value();
      BigDecimal min = start == null ? null : QUANTITY.read(start).value();
      return min != null
          && part.get(PREMIUM_RANGE.IS_ACTIVE)
          && min.compareTo(part.get(PREMIUM_RANGE.MIN_QUANTITY)) == 0;
    }

    @Override
    protected void check(Part part, List<Part> others) {
      BigDecimal min = part.get(PREMIUM_RANGE.MIN_QUANTITY);
      if (min == null) {
        return;
      }
      if (!isBelowEnd(min, part)) {
        part.body()
            .refuseValue("max_quantity", "range", "must be more than min_quantity, " + min + ".");
      } else if (others.stream().anyMatch(other -> overlap(part, other))) {
        part.body()
            .refuseValue(
                "min_quantity", "overlap", "begins a range that overlaps another active range.");
      }
    }

    private static boolean overlap(Part one, Part other) {
      return one.get(PREMIUM_RANGE.IS_ACTIVE)
          && other.get(PREMIUM_RANGE.IS_ACTIVE)
          && isBelowEnd(one.get(PREMIUM_RANGE.MIN_QUANTITY), other)
          && isBelowEnd(other.get(PREMIUM_RANGE.MIN_QUANTITY), one);
    }

    private static boolean isBelowEnd(BigDecimal quantity, Part range) {
      BigDecimal max = range.get(PREMIUM_RANGE.MAX_QUANTITY);
      return quantity != null && (max == null || quantity.compareTo(max) < 0);
    }
  }
}
