package supplychain.records.catalogue;

import static supplychain.schema.Tables.PREMIUM;
import static supplychain.validation.Kinds.FLAG;
import static supplychain.validation.Kinds.ID;
import static supplychain.validation.Kinds.QUANTITY;
import static supplychain.validation.Kinds.filledText;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jooq.Field;
import supplychain.records.References;
import supplychain.validation.Body;
import supplychain.validation.Columns;
import supplychain.validation.FixedFields;
import supplychain.validation.Kind;

/**
 * A Premium in a body.
 *
 * @param columns the columns it sets
 * @param options what may be chosen, in the order of the body
 * @param ranges what is paid for how much, likewise
 */
record PremiumBody(
    Body body, Columns columns, List<PremiumPart> options, List<PremiumPart> ranges) {
  /** Whether it is paid out on its own or within a transaction. */
  enum Category {
    PAYOUT,
    TRANSACTION
  }

  /** What its amount is multiplied with. */
  enum Type {
    PER_TRANSACTION,
    PER_KG,
    PER_UNIT_CURRENCY,
    PER_FARMER
  }

  /** What it is paid for. */
  enum Activity {
    BUY,
    SELL
  }

  /** How its amount is found. */
  enum Calculation {
    NORMAL,
    MANUAL,
    OPTIONS,
    RANGE
  }

  private static final Kind<String> NAME = filledText(Columns.limit(PREMIUM.NAME));

  /** Reads a new one. */
  static PremiumBody readNew(Body body, References references) {
    Columns columns = new Columns(body);
    columns.put(PREMIUM.OWNER, references.wantOwnCompanyOrCallers(body, "owner"));
    columns.put(PREMIUM.NAME, body.required("name", NAME));
    columns.choice(PREMIUM.CATEGORY, Category.PAYOUT);
    columns.choice(PREMIUM.TYPE, Type.PER_TRANSACTION);
    columns.choice(PREMIUM.APPLICABLE_ACTIVITY, Activity.BUY);
    columns.choice(PREMIUM.CALCULATION_TYPE, Calculation.NORMAL);
    columns.getOr(QUANTITY, BigDecimal.ZERO, PREMIUM.AMOUNT);
    columns.getOr(FLAG, false, PREMIUM.INCLUDED, PREMIUM.DEPENDANT_ON_CARD);
    columns.getOr(FLAG, true, PREMIUM.IS_ACTIVE);
    return read(body, columns, null, null);
  }

  /**
   * Reads a change of one.
   *
   * @param options the options that it has, by id
   * @param ranges the ranges that it has, by id
   */
  static PremiumBody readChange(
      Body body,
      UUID owner,
      Map<UUID, Map<Field<?>, Object>> options,
      Map<UUID, Map<Field<?>, Object>> ranges) {
    Columns columns = new Columns(body);
    FixedFields.keep(body, "owner", ID, owner);
    columns.neverNull(NAME, PREMIUM.NAME);
    columns.choice(PREMIUM.CATEGORY, Category.class);
    columns.choice(PREMIUM.TYPE, Type.class);
    columns.choice(PREMIUM.APPLICABLE_ACTIVITY, Activity.class);
    columns.choice(PREMIUM.CALCULATION_TYPE, Calculation.class);
    columns.neverNull(QUANTITY, PREMIUM.AMOUNT);
    columns.neverNull(FLAG, PREMIUM.INCLUDED, PREMIUM.DEPENDANT_ON_CARD, PREMIUM.IS_ACTIVE);
    return read(body, columns, options, ranges);
  }

  private static PremiumBody read(
      Body body,
      Columns columns,
      Map<UUID, Map<Field<?>, Object>> options,
      Map<UUID, Map<Field<?>, Object>> ranges) {
    body.ignore("id", "created_on", "updated_on", "creator", "updater");
    return new PremiumBody(
        body, columns, new OptionsBody(body, options).read(), new RangesBody(body, ranges).read());
  }
}
