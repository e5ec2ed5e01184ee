package supplychain.records.catalogue;

import static supplychain.schema.Tables.PREMIUM_RANGE;
import static supplychain.validation.Kinds.FLAG;
import static supplychain.validation.Kinds.QUANTITY;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jooq.Field;
import supplychain.validation.Body;
import supplychain.validation.Columns;

/**
 * The ranges of a premium: what is paid for quantities from {@code min_quantity} to below {@code
 * max_quantity}, without an upper end where that is null. No quantity is in two active ones.
 */
final class RangesBody extends PremiumPartsBody {
  RangesBody(Body premium, Map<UUID, Map<Field<?>, Object>> present) {
    super(premium, "ranges", present);
  }

  @Override
  Columns columns(Body item, boolean isNew) {
    Columns columns = new Columns(item).get(QUANTITY, PREMIUM_RANGE.MAX_QUANTITY);
    return isNew
        ? columns
            .put(PREMIUM_RANGE.MIN_QUANTITY, item.required("min_quantity", QUANTITY))
            .getOr(QUANTITY, BigDecimal.ZERO, PREMIUM_RANGE.AMOUNT)
            .getOr(FLAG, true, PREMIUM_RANGE.IS_ACTIVE)
        : columns
            .neverNull(QUANTITY, PREMIUM_RANGE.MIN_QUANTITY)
            .neverNull(QUANTITY, PREMIUM_RANGE.AMOUNT)
            .neverNull(FLAG, PREMIUM_RANGE.IS_ACTIVE);
  }

  @Override
  UUID meant(Body item, Map<UUID, Map<Field<?>, Object>> present) {
    JsonNode start = item.any("min_quantity").value();
    BigDecimal min = start == null ? null : QUANTITY.read(start).value();
    return present.entrySet().stream()
        .filter(range -> (boolean) range.getValue().get(PREMIUM_RANGE.IS_ACTIVE))
        .filter(range -> min != null && min.compareTo(minOf(range.getValue())) == 0)
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse(null);
  }

  private static BigDecimal minOf(Map<Field<?>, Object> range) {
    return (BigDecimal) range.get(PREMIUM_RANGE.MIN_QUANTITY);
  }

  @Override
  void check(PremiumPart part, List<PremiumPart> others) {
    BigDecimal min = part.get(PREMIUM_RANGE.MIN_QUANTITY);
    if (min == null) {
      return;
    }
    if (!isBelow(min, part)) {
      part.body().refuse("max_quantity", "range", "It must be more than min_quantity.");
    } else if (others.stream().anyMatch(other -> overlap(part, other))) {
      part.body().refuse("min_quantity", "overlap", "Another active range has a part of it.");
    }
  }

  private static boolean overlap(PremiumPart one, PremiumPart other) {
    return one.get(PREMIUM_RANGE.IS_ACTIVE)
        && other.get(PREMIUM_RANGE.IS_ACTIVE)
        && isBelow(one.get(PREMIUM_RANGE.MIN_QUANTITY), other)
        && isBelow(other.get(PREMIUM_RANGE.MIN_QUANTITY), one);
  }

  /** Whether a quantity is below the upper end of a range. */
  private static boolean isBelow(BigDecimal quantity, PremiumPart range) {
    BigDecimal max = range.get(PREMIUM_RANGE.MAX_QUANTITY);
    return quantity != null && (max == null || quantity.compareTo(max) < 0);
  }
}
