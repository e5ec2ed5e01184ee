package supplychain.premium;

import static supplychain.schema.Tables.PREMIUM;
import static supplychain.schema.Tables.PREMIUM_OPTION;

import java.util.List;
import java.util.UUID;
import org.jooq.DSLContext;
import supplychain.body.Body;
import supplychain.body.Columns;
import supplychain.database.Ids;
import supplychain.database.Rows;
import supplychain.http.Caller;
import supplychain.part.References;

/** What companies pay on top of a price. */
public final class Premiums {
  private Premiums() {}

  /** Records a new one with its options out of a body, in the transaction of {@code sql}. */
  public static UUID record(DSLContext sql, Caller caller, Body body) {
    References references = new References(caller);
    PremiumBody premium = PremiumBody.read(body, references);
    references.resolve(sql, body.findings());
    body.finish();
    UUID id = Ids.next();
    sql.insertInto(PREMIUM)
        .set(premium.columns().values())
        .set(PREMIUM.ID, id)
        .set(PREMIUM.CREATOR, caller.user())
        .set(PREMIUM.UPDATER, caller.user())
        .execute();
    insertOptions(sql, caller, id, premium.options());
    return id;
  }

  private static void insertOptions(
      DSLContext sql, Caller caller, UUID premium, List<Columns> options) {
    Rows rows =
        new Rows(
            PREMIUM_OPTION,
            PREMIUM_OPTION.ID,
            PREMIUM_OPTION.PREMIUM,
            PREMIUM_OPTION.NAME,
            PREMIUM_OPTION.AMOUNT,
            PREMIUM_OPTION.IS_ACTIVE,
            PREMIUM_OPTION.CREATOR,
            PREMIUM_OPTION.UPDATER);
    for (Columns option : options) {
      option.put(PREMIUM_OPTION.ID, Ids.next()).put(PREMIUM_OPTION.PREMIUM, premium);
      option.put(PREMIUM_OPTION.CREATOR, caller.user());
      option.put(PREMIUM_OPTION.UPDATER, caller.user());
      rows.add(option.values());
    }
    rows.insert(sql);
  }
}
