package supplychain.records.catalogue;

import static supplychain.schema.Tables.PREMIUM;
import static supplychain.schema.Tables.PREMIUM_OPTION;
import static supplychain.schema.Tables.PREMIUM_RANGE;

import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Table;
import supplychain.core.Caller;
import supplychain.database.Ids;
import supplychain.database.Rows;
import supplychain.records.RecordLimit;
import supplychain.records.References;
import supplychain.records.Updates;
import supplychain.validation.Body;

/** What companies pay on top of a price. */
public final class Premiums {
  private Premiums() {}

  /** Records a new one with its parts out of a body, in the transaction of {@code sql}. */
  public static UUID record(DSLContext sql, Caller caller, Body body) {
    References references = new References(caller);
    PremiumBody premium = PremiumBody.readNew(body, references);
    references.resolve(sql, body.findings());
    body.finish();
    RecordLimit.PREMIUMS.require(sql, (UUID) premium.columns().values().get(PREMIUM.OWNER));
    UUID id = Ids.next();
    sql.insertInto(PREMIUM)
        .set(premium.columns().values())
        .set(PREMIUM.ID, id)
        .set(PREMIUM.CREATOR, caller.user())
        .set(PREMIUM.UPDATER, caller.user())
        .execute();
    writeParts(sql, caller, id, premium);
    return id;
  }

  /** Changes one, whose row is locked, with those of its parts that the body names. */
  public static void amend(DSLContext sql, Caller caller, UUID id, Body body) {
    UUID owner =
        sql.select(PREMIUM.OWNER).from(PREMIUM).where(PREMIUM.ID.eq(id)).fetchSingle(PREMIUM.OWNER);
    PremiumBody premium =
        PremiumBody.readChange(
            body, owner, PremiumParts.OPTIONS.of(sql, id), PremiumParts.RANGES.of(sql, id));
    body.finish();
    Updates.of(sql, PREMIUM, caller.user())
        .set(premium.columns().values())
        .where(PREMIUM.ID.eq(id))
        .execute();
    writeParts(sql, caller, id, premium);
  }

  private static void writeParts(DSLContext sql, Caller caller, UUID id, PremiumBody premium) {
    PremiumParts.OPTIONS.write(sql, caller, id, premium.options());
    PremiumParts.RANGES.write(sql, caller, id, premium.ranges());
  }

  /**
   * What a premium has several of, each with a row of its own.
   *
   * @param said the columns that a body says something of
   */
  private record PremiumParts(
      Table<?> table,
      Field<UUID> id,
      Field<UUID> premium,
      Field<UUID> creator,
      Field<UUID> updater,
      Field<OffsetDateTime> updatedOn,
      List<Field<?>> said) {
    /** What may be chosen. */
    static final PremiumParts OPTIONS =
        new PremiumParts(
            PREMIUM_OPTION,
            PREMIUM_OPTION.ID,
            PREMIUM_OPTION.PREMIUM,
            PREMIUM_OPTION.CREATOR,
            PREMIUM_OPTION.UPDATER,
            PREMIUM_OPTION.UPDATED_ON,
            List.of(PREMIUM_OPTION.NAME, PREMIUM_OPTION.AMOUNT, PREMIUM_OPTION.IS_ACTIVE));

    /** What is paid for how much. */
    static final PremiumParts RANGES =
        new PremiumParts(
            PREMIUM_RANGE,
            PREMIUM_RANGE.ID,
            PREMIUM_RANGE.PREMIUM,
            PREMIUM_RANGE.CREATOR,
            PREMIUM_RANGE.UPDATER,
            PREMIUM_RANGE.UPDATED_ON,
            List.of(
                PREMIUM_RANGE.MIN_QUANTITY,
                PREMIUM_RANGE.MAX_QUANTITY,
                PREMIUM_RANGE.AMOUNT,
                PREMIUM_RANGE.IS_ACTIVE));

    /** Those that a premium has, by id: what a body may say of each. */
    Map<UUID, Map<Field<?>, Object>> of(DSLContext sql, UUID owner) {
      Map<UUID, Map<Field<?>, Object>> present = new LinkedHashMap<>();
      sql.select(id)
          .select(said)
          .from(table)
          .where(premium.eq(owner))
          .orderBy(id)
          .forEach(
              row -> {
                Map<Field<?>, Object> values = new HashMap<>();
                said.forEach(column -> values.put(column, row.get(column)));
                present.put(row.get(id), values);
              });
      return present;
    }

    /** Makes the new ones, and changes those that differ. */
    void write(DSLContext sql, Caller caller, UUID owner, List<PremiumPart> parts) {
      List<Field<?>> columns = new ArrayList<>(List.of(id, premium, creator, updater));
      columns.addAll(said);
      Rows rows = new Rows(table, columns.toArray(Field<?>[]::new));
      for (PremiumPart part : parts) {
        if (part.isNew()) {
          Map<Field<?>, Object> row = new HashMap<>(part.values());
          row.putAll(
              Map.of(
                  id, Ids.next(), premium, owner, creator, caller.user(), updater, caller.user()));
          rows.add(row);
        } else if (part.isChanged()) {
          sql.update(table)
              .set(part.values())
              .set(updater, caller.user())
              .set(updatedOn, Updates.after(updatedOn))
              .where(id.eq(part.id()))
              .execute();
        }
      }
      rows.insert(sql);
    }
  }
}
