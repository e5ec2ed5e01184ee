package supplychain.records.account;

import static supplychain.schema.Tables.APP_USER;
import static supplychain.validation.Kinds.FLAG;
import static supplychain.validation.Kinds.ID;
import static supplychain.validation.Kinds.text;

import java.util.UUID;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.records.References;
import supplychain.records.account.MemberQueries.Membership;
import supplychain.validation.Body;
import supplychain.validation.Columns;
import supplychain.validation.FieldValue;
import supplychain.validation.FixedFields;

/** The users who work for a company. */
public final class Members {
  private Members() {}

  /**
   * Makes the user whom a body names a member of its {@code company}, in the transaction of {@code
   * sql}; one who is or was a member has the same membership.
   */
  public static UUID record(DSLContext sql, Caller caller, Body body) {
    References references = new References(caller);
    UUID company = references.wantOwnCompany(body, "company");
    references.resolve(sql, body.findings());
    NamedUser user = NamedUser.read(body);
    user.check(sql, caller);
    boolean isActive = body.get("is_active", FLAG).or(true);
    finish(body);
    UUID id = MemberQueries.lock(sql, caller.user(), company, user.findOrInsert(sql, caller));
    MemberQueries.setActive(sql, caller.user(), id, isActive);
    return id;
  }

  /** Ends a membership by a body, or lets it go on. */
  public static void amend(DSLContext sql, Caller caller, UUID id, Body body) {
    Membership membership = MemberQueries.find(sql, id);
    FixedFields.keep(body, "company", ID, membership.company());
    FixedFields.keep(body, "user", ID, membership.user());
    FixedFields.keep(body, "email", text(Columns.limit(APP_USER.EMAIL)), membership.email());
    FieldValue<Boolean> isActive = body.neverNull("is_active", FLAG);
    finish(body);
    if (isActive.hasValue()) {
      MemberQueries.setActive(sql, caller.user(), id, isActive.value());
    }
  }

  private static void finish(Body body) {
    body.ignore("id", "created_on", "updated_on", "creator", "updater");
    body.finish();
  }
}
