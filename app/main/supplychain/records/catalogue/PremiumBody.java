package supplychain.records.catalogue;

import static supplychain.schema.Tables.PREMIUM;
import static supplychain.validation.Kinds.FLAG;
import static supplychain.validation.Kinds.ID;
import static supplychain.validation.Kinds.QUANTITY;
import static supplychain.validation.Kinds.filledText;

import java.math.BigDecimal;
import java.util.List;
import java.util.UUID;
import org.jooq.DSLContext;
import supplychain.records.References;
import supplychain.records.catalogue.PremiumParts.Part;
import supplychain.validation.Body;
import supplychain.validation.Columns;
import supplychain.validation.FixedFields;
import supplychain.validation.Kind;

/** A Premium in a body. */
record PremiumBody(Body body, Columns columns, List<Part> options, List<Part> ranges) {
  /** A premium is paid on its own or within a transaction. */
  enum Category {
    PAYOUT,
    TRANSACTION
  }

  /** The unit that the amount of a premium is for. */
  enum Type {
    PER_TRANSACTION,
    PER_KG,
    PER_UNIT_CURRENCY,
    PER_FARMER
  }

  /** The activity that a premium is paid for. */
  enum Activity {
    BUY,
    SELL
  }

  /** The way to find the amount of a premium. */
  enum Calculation {
    NORMAL,
    MANUAL,
    OPTIONS,
    RANGE
  }

  private static final Kind<String> NAME = filledText(Columns.limit(PREMIUM.NAME));

  /** Reads a new premium. */
  static PremiumBody readNew(Body body, References references) {
    Columns columns = new Columns(body);
    columns.put(PREMIUM.OWNER, references.wantOwnCompanyOrCallers(body, "owner"));
    readColumns(columns, body);
    return new PremiumBody(
        body, columns, PremiumParts.OPTIONS.readNew(body), PremiumParts.RANGES.readNew(body));
  }

  /** Reads a change of a premium. */
  static PremiumBody readChange(DSLContext sql, UUID id, UUID owner, Body body) {
    Columns columns = Columns.ofChange(body);
    FixedFields.keep(body, "owner", ID, owner);
    readColumns(columns, body);
    return new PremiumBody(
        body,
        columns,
        PremiumParts.OPTIONS.readChange(sql, id, body),
        PremiumParts.RANGES.readChange(sql, id, body));
  }

  private static void readColumns(Columns columns, Body body) {
    columns
        .required(NAME, PREMIUM.NAME)
        .always(PREMIUM.CATEGORY, Category.PAYOUT)
        .always(PREMIUM.TYPE, Type.PER_TRANSACTION)
        .always(PREMIUM.APPLICABLE_ACTIVITY, Activity.BUY)
        .always(PREMIUM.CALCULATION_TYPE, Calculation.NORMAL)
        .always(QUANTITY, BigDecimal.ZERO, PREMIUM.AMOUNT)
        .always(FLAG, false, PREMIUM.INCLUDED, PREMIUM.DEPENDANT_ON_CARD)
        .always(FLAG, true, PREMIUM.IS_ACTIVE);
    body.ignore("id", "created_on", "updated_on", "creator", "updater");
  }
}
