package supplychain.records.catalogue;

import static supplychain.schema.Tables.*;
import static supplychain.validation.Kinds.*;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Table;
import org.jooq.TableField;
import supplychain.core.Caller;
import supplychain.database.Ids;
import supplychain.database.Rows;
import supplychain.records.Updates;
import supplychain.validation.Body;
import supplychain.validation.Columns;
import supplychain.validation.FieldValue;
import supplychain.validation.Kind;

/** The two kinds of parts of a premium: its options, and its ranges. */
abstract class PremiumParts {
  static final PremiumParts OPTIONS = new Options();
  static final PremiumParts RANGES = new Ranges();

  /** The largest number of options, and of ranges, of a premium, active or not. */
  static final int MOST = 100;

  private final String name;
  private final Table<?> table;
  private final Field<UUID> id;
  private final Field<UUID> premium;

  private final List<Field<?>> settable;

  private PremiumParts(
      String name, TableField<?, UUID> id, Field<UUID> premium, List<Field<?>> settable) {
    this.name = name;
    this.table = id.getTable();
    this.id = id;
    this.premium = premium;
    this.settable = settable;
  }

  /**
   * A part, with the values that it has after the request.
   *
   * @param id the existing part; null for a new one
   * @param before the values of the existing part
   */
  record Part(Body body, UUID id, Map<Field<?>, Object> before, Map<Field<?>, Object> values) {
    @SuppressWarnings("unchecked")
    <T> T get(Field<T> column) {
      return (T) values.get(column);
    }
  }

  abstract void readColumns(Columns columns);

  /** The existing part that an item without an id changes; null if the item is a new part. */
  abstract UUID match(Body item, Map<UUID, Map<Field<?>, Object>> present);

  /** Refuses a part that contradicts another part of the premium. */
  abstract void check(Part part, List<Part> others);

  private Map<UUID, Map<Field<?>, Object>> ofPremium(DSLContext sql, UUID owner) {
    Map<UUID, Map<Field<?>, Object>> present = new LinkedHashMap<>();
    sql.select(id)
        .select(settable)
        .from(table)
        .where(premium.eq(owner))
        .orderBy(id)
        .forEach(
            row -> {
              Map<Field<?>, Object> values = new HashMap<>();
              settable.forEach(column -> values.put(column, row.get(column)));
              present.put(row.get(id), values);
            });
    return present;
  }

  /**
   * Reads the new and changed parts of a premium. The other parts stay as they are.
   *
   * @param owner null for a new premium
   */
  List<Part> read(DSLContext sql, UUID owner, Body whole) {
    FieldValue<List<Body>> items = whole.objects(name, MOST);
    if (owner != null && items.isNull()) {
      whole.refuse(name, "not_null", "It cannot be null. Leave it out to keep the current value.");
    }
    Map<UUID, Map<Field<?>, Object>> present = owner == null ? Map.of() : ofPremium(sql, owner);
    Map<UUID, Map<Field<?>, Object>> unchanged = new LinkedHashMap<>(present);
    List<Part> parts = new ArrayList<>();
    for (Body item : items.or(List.of())) {
      item.ignore("id", "created_on", "updated_on", "creator", "updater");
      UUID existing = owner == null ? null : existing(item, present);
      if (existing != null && unchanged.remove(existing) == null) {
        item.refuse("id", "duplicate", "This entry appears more than once.");
      }
      Map<Field<?>, Object> before = existing == null ? Map.of() : present.get(existing);
      Map<Field<?>, Object> values = new HashMap<>(before);
      Columns columns = existing == null ? new Columns(item) : Columns.ofChange(item);
      readColumns(columns);
      values.putAll(columns.values());
      parts.add(new Part(item, existing, before, values));
    }
    if (unchanged.size() + parts.size() > MOST) {
      whole.refuse(
          name, "too_many", "With those that it has, it may have at most " + MOST + " items.");
    }
    List<Part> others = new ArrayList<>();
    unchanged.forEach((part, values) -> others.add(new Part(null, part, values, values)));
    for (Part part : parts) {
      check(part, others);
      others.add(part);
    }
    return parts;
  }

  private UUID existing(Body item, Map<UUID, Map<Field<?>, Object>> present) {
    UUID named = item.get("id", ID).value();
    if (named == null) {
      return match(item, present);
    }
    if (!present.containsKey(named)) {
      item.refuse("id", "does_not_exist", "The premium has none with this id.");
      return null;
    }
    return named;
  }

  void write(DSLContext sql, Caller caller, UUID owner, List<Part> parts) {
    Field<?> creator = table.field("creator");
    Field<?> updater = table.field("updater");
    Rows rows =
        new Rows(
            table,
            Stream.concat(Stream.of(id, premium, creator, updater), settable.stream())
                .toArray(Field<?>[]::new));
    for (Part part : parts) {
      if (part.id() == null) {
        Map<Field<?>, Object> row = new HashMap<>(part.values());
        row.put(id, Ids.next());
        row.put(premium, owner);
        row.put(creator, caller.user());
        row.put(updater, caller.user());
        rows.add(row);
      } else if (!part.values().equals(part.before())) {
        Updates.of(sql, table, caller.user()).set(part.values()).where(id.eq(part.id())).execute();
      }
    }
    rows.insert(sql);
  }

  /** Options have different names. */
  private static final class Options extends PremiumParts {
    private static final Kind<String> NAME = filledText(Columns.limit(PREMIUM_OPTION.NAME));

    Options() {
      super(
          "options",
          PREMIUM_OPTION.ID,
          PREMIUM_OPTION.PREMIUM,
          List.of(PREMIUM_OPTION.NAME, PREMIUM_OPTION.AMOUNT, PREMIUM_OPTION.IS_ACTIVE));
    }

    @Override
    void readColumns(Columns columns) {
      columns
          .required(NAME, PREMIUM_OPTION.NAME)
          .always(QUANTITY, BigDecimal.ZERO, PREMIUM_OPTION.AMOUNT)
          .always(FLAG, true, PREMIUM_OPTION.IS_ACTIVE);
    }

    @Override
    UUID match(Body item, Map<UUID, Map<Field<?>, Object>> present) {
      String name = item.any("name").hasValue() ? item.any("name").value().asText() : null;
      return present.entrySet().stream()
          .filter(option -> option.getValue().get(PREMIUM_OPTION.NAME).equals(name))
          .map(Map.Entry::getKey)
          .findFirst()
          .orElse(null);
    }

    @Override
    void check(Part part, List<Part> others) {
      String name = part.get(PREMIUM_OPTION.NAME);
      boolean isTaken =
          name != null
              && others.stream().anyMatch(other -> name.equals(other.get(PREMIUM_OPTION.NAME)));
      if (isTaken) {
        part.body().refuse("name", "duplicate", "Another option has this name.");
      }
    }
  }

  /**
   * A range goes from {@code min_quantity} to below {@code max_quantity}; without the second, it
   * has no end. Active ranges do not overlap.
   */
  private static final class Ranges extends PremiumParts {
    Ranges() {
      super(
          "ranges",
          PREMIUM_RANGE.ID,
          PREMIUM_RANGE.PREMIUM,
          List.of(
              PREMIUM_RANGE.MIN_QUANTITY,
              PREMIUM_RANGE.MAX_QUANTITY,
              PREMIUM_RANGE.AMOUNT,
              PREMIUM_RANGE.IS_ACTIVE));
    }

    @Override
    void readColumns(Columns columns) {
      columns
          .required(QUANTITY, PREMIUM_RANGE.MIN_QUANTITY)
          .get(QUANTITY, PREMIUM_RANGE.MAX_QUANTITY)
          .always(QUANTITY, BigDecimal.ZERO, PREMIUM_RANGE.AMOUNT)
          .always(FLAG, true, PREMIUM_RANGE.IS_ACTIVE);
    }

    @Override
    UUID match(Body item, Map<UUID, Map<Field<?>, Object>> present) {
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
    void check(Part part, List<Part> others) {
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
}
