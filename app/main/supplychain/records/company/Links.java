package supplychain.records.company;

import static supplychain.schema.Tables.*;
import static supplychain.validation.ValueTypes.ID;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Predicate;
import org.jooq.TableField;
import supplychain.records.Filter;
import supplychain.records.References;
import supplychain.records.References.Found;
import supplychain.records.Target;
import supplychain.validation.Body;
import supplychain.validation.FieldValue;

/** A list of forms or of premiums in a company-product, in an order. */
record Links(Target<?> target, TableField<?, UUID[]> column) {
  /** The largest number of forms, and of premiums, of a company for one product. */
  static final int MOST = 100;

  static final Links FORMS = new Links(Target.FORM, COMPANY_PRODUCT.FORMS);
  static final Links PREMIUMS = new Links(Target.PREMIUM, COMPANY_PRODUCT.PREMIUMS);
  static final List<Links> ALL = List.of(FORMS, PREMIUMS);

  Filter<UUID> filter() {
    String noun = target.noun();
    return Filter.id(noun, "with this " + noun, id -> column.contains(new UUID[] {id}));
  }

  /**
   * Reads the new links, by their places in the body. If the body leaves a list out, its links
   * stay. In a change, null clears a list.
   */
  static Map<Links, Map<String, UUID>> read(
      Body body, References references, UUID company, boolean isChange) {
    Predicate<Found> isOwn =
        found ->
            (company == null || found.company().equals(company))
                && references.caller().actsFor(found.company());
    Map<Links, Map<String, UUID>> links = new LinkedHashMap<>();
    for (Links each : ALL) {
      FieldValue<Map<String, UUID>> ids = body.list(each.column.getName(), ID, MOST);
      ids.or(Map.of()).forEach((place, id) -> references.want(each.target, place, id, isOwn));
      if (ids.hasValue() || (isChange && ids.isNull())) {
        links.put(each, ids.or(Map.of()));
      }
    }
    return links;
  }
}
