package supplychain.records.catalogue;

import static supplychain.schema.Tables.PREMIUM;

import java.util.UUID;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.database.Ids;
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
}
