package supplychain.records.catalogue;

import static supplychain.schema.Tables.PREMIUM_RANGE;
import static supplychain.validation.Kinds.*;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.List;
import supplychain.records.Parts;
import supplychain.validation.Body;
import supplychain.validation.Columns;

/**
 * The ranges of a premium. A range goes from {@code min_quantity} to below {@code max_quantity};
 * without the second, it has no end. Active ranges do not overlap.
 */
final class PremiumRanges extends Parts {
  PremiumRanges(int most) {
    super(
        "ranges",
        most,
        PREMIUM_RANGE.ID,
        PREMIUM_RANGE.PREMIUM,
        PREMIUM_RANGE.MIN_QUANTITY,
        PremiumRanges::read);
  }

  private static void read(Columns columns) {
    columns
        .required(QUANTITY, PREMIUM_RANGE.MIN_QUANTITY)
        .get(QUANTITY, PREMIUM_RANGE.MAX_QUANTITY)
        .always(QUANTITY, BigDecimal.ZERO, PREMIUM_RANGE.AMOUNT)
        .always(FLAG, true, PREMIUM_RANGE.IS_ACTIVE);
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
      part.body().refuse("max_quantity", "range", "It must be more than min_quantity.");
    } else if (others.stream().anyMatch(other -> overlap(part, other))) {
      part.body().refuse("min_quantity", "overlap", "Another active range has a part of it.");
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
