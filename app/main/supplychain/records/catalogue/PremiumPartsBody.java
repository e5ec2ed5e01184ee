package supplychain.records.catalogue;

import static supplychain.validation.Kinds.ID;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jooq.Field;
import supplychain.validation.Body;
import supplychain.validation.Columns;
import supplychain.validation.FieldValue;

/** The options or the ranges of a premium in a body: those that it changes, and new ones. */
abstract class PremiumPartsBody {
  /** How many a premium may have, those included that are no longer active. */
  static final int MOST = 100;

  private final Body premium;
  private final String name;
  private final Map<UUID, Map<Field<?>, Object>> present;
  private final Map<UUID, Map<Field<?>, Object>> unnamed;
  private final boolean isNew;

  /**
   * Those of a premium.
   *
   * @param name the field of the premium
   * @param present those that it has; null of a new premium, in whose body ids are not looked at
   */
  PremiumPartsBody(Body premium, String name, Map<UUID, Map<Field<?>, Object>> present) {
    this.premium = premium;
    this.name = name;
    this.isNew = present == null;
    this.present = isNew ? Map.of() : present;
    this.unnamed = new LinkedHashMap<>(this.present);
  }

  /** The columns that an item sets: all of a new one, those that it names of another. */
  abstract Columns columns(Body item, boolean isNew);

  /** The one that an item without an id means; null where it is a new one. */
  abstract UUID meant(Body item, Map<UUID, Map<Field<?>, Object>> present);

  /** Refuses an item that contradicts another, with which it would stand in the premium. */
  abstract void check(PremiumPart part, List<PremiumPart> others);

  /** Reads them, with the rules between them. What the body does not name stays as it is. */
  List<PremiumPart> read() {
    FieldValue<List<Body>> items = premium.objects(name, MOST);
    if (items.isNull() && !isNew) {
      premium.refuse(name, "not_null", "It always has a value; leave it out to keep it.");
    }
    List<PremiumPart> parts = new ArrayList<>();
    items.or(List.of()).forEach(item -> parts.add(part(item)));
    if (unnamed.size() + parts.size() > MOST) {
      premium.refuse(
          name, "too_many", "With those that it has, it may have at most " + MOST + " items.");
    }
    List<PremiumPart> others = new ArrayList<>();
    unnamed.forEach((id, values) -> others.add(new PremiumPart(null, id, values, values)));
    for (PremiumPart part : parts) {
      check(part, others);
      others.add(part);
    }
    return parts;
  }

  private PremiumPart part(Body item) {
    item.ignore("created_on", "updated_on", "creator", "updater");
    UUID id = idOf(item);
    if (id != null && unnamed.remove(id) == null) {
      item.refuse("id", "duplicate", "It stands here twice.");
    }
    Map<Field<?>, Object> before = id == null ? Map.of() : present.get(id);
    Map<Field<?>, Object> values = new HashMap<>(before);
    values.putAll(columns(item, id == null).values());
    return new PremiumPart(item, id, before, values);
  }

  private UUID idOf(Body item) {
    if (isNew) {
      item.ignore("id");
      return null;
    }
    UUID id = item.get("id", ID).value();
    if (id != null && !present.containsKey(id)) {
      item.refuse("id", "does_not_exist", "The premium has none of this id.");
      return null;
    }
    return id == null ? meant(item, present) : id;
  }
}
