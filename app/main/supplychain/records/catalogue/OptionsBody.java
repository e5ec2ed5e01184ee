package supplychain.records.catalogue;

import static supplychain.schema.Tables.PREMIUM_OPTION;
import static supplychain.validation.Kinds.FLAG;
import static supplychain.validation.Kinds.QUANTITY;
import static supplychain.validation.Kinds.filledText;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jooq.Field;
import supplychain.validation.Body;
import supplychain.validation.Columns;
import supplychain.validation.Kind;

/** The options of a premium, each with a name of its own. */
final class OptionsBody extends PremiumPartsBody {
  private static final Kind<String> NAME = filledText(Columns.limit(PREMIUM_OPTION.NAME));

  OptionsBody(Body premium, Map<UUID, Map<Field<?>, Object>> present) {
    super(premium, "options", present);
  }

  @Override
  Columns columns(Body item, boolean isNew) {
    Columns columns = new Columns(item);
    return isNew
        ? columns
            .put(PREMIUM_OPTION.NAME, item.required("name", NAME))
            .getOr(QUANTITY, BigDecimal.ZERO, PREMIUM_OPTION.AMOUNT)
            .getOr(FLAG, true, PREMIUM_OPTION.IS_ACTIVE)
        : columns
            .neverNull(NAME, PREMIUM_OPTION.NAME)
            .neverNull(QUANTITY, PREMIUM_OPTION.AMOUNT)
            .neverNull(FLAG, PREMIUM_OPTION.IS_ACTIVE);
  }

  @Override
  UUID meant(Body item, Map<UUID, Map<Field<?>, Object>> present) {
    String name = item.any("name").hasValue() ? item.any("name").value().asText() : null;
    return present.entrySet().stream()
        .filter(option -> option.getValue().get(PREMIUM_OPTION.NAME).equals(name))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse(null);
  }

  @Override
  void check(PremiumPart part, List<PremiumPart> others) {
    String name = part.get(PREMIUM_OPTION.NAME);
    boolean isTaken =
        name != null
            && others.stream().anyMatch(other -> name.equals(other.get(PREMIUM_OPTION.NAME)));
    if (isTaken) {
      part.body().refuse("name", "duplicate", "Another option has this name.");
    }
  }
}
