package supplychain.premium;

import static supplychain.body.Kinds.FLAG;
import static supplychain.body.Kinds.QUANTITY;
import static supplychain.body.Kinds.filledText;
import static supplychain.schema.Tables.PREMIUM;
import static supplychain.schema.Tables.PREMIUM_OPTION;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import supplychain.body.Body;
import supplychain.body.Columns;
import supplychain.part.References;

/**
 * A new Premium in a body.
 *
 * @param columns the columns it sets
 * @param options what may be chosen, each with its columns, in the order of the body
 */
record PremiumBody(Body body, Columns columns, List<Columns> options) {
  /** Options that one premium may have. */
  static final int MOST_OPTIONS = 100;

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

  static PremiumBody read(Body body, References references) {
    Columns columns = new Columns(body);
    columns.put(PREMIUM.OWNER, references.wantOwnCompany(body, "owner"));
    columns.put(PREMIUM.NAME, body.required("name", filledText(Columns.limit(PREMIUM.NAME))));
    columns.choice(PREMIUM.CATEGORY, Category.PAYOUT);
    columns.choice(PREMIUM.TYPE, Type.PER_TRANSACTION);
    columns.choice(PREMIUM.APPLICABLE_ACTIVITY, Activity.BUY);
    columns.choice(PREMIUM.CALCULATION_TYPE, Calculation.NORMAL);
    columns.getOr(QUANTITY, BigDecimal.ZERO, PREMIUM.AMOUNT);
    columns.getOr(FLAG, false, PREMIUM.INCLUDED, PREMIUM.DEPENDANT_ON_CARD);
    columns.getOr(FLAG, true, PREMIUM.IS_ACTIVE);
    body.ignore("id", "created_on", "updated_on", "creator", "updater");
    return new PremiumBody(body, columns, options(body));
  }

  private static List<Columns> options(Body body) {
    List<Columns> options = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (Body option : body.objects("options", MOST_OPTIONS).or(List.of())) {
      String name = option.required("name", filledText(Columns.limit(PREMIUM_OPTION.NAME)));
      if (name != null && !names.add(name)) {
        option.refuse("name", "duplicate", "Another option has this name.");
      }
      options.add(
          new Columns(option)
              .put(PREMIUM_OPTION.NAME, name)
              .getOr(QUANTITY, BigDecimal.ZERO, PREMIUM_OPTION.AMOUNT)
              .getOr(FLAG, true, PREMIUM_OPTION.IS_ACTIVE));
      option.ignore("id", "created_on", "updated_on", "creator", "updater");
    }
    return options;
  }
}
