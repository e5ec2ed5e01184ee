package supplychain.records.account;

import static supplychain.validation.Kinds.DATE_TIME;
import static supplychain.validation.Kinds.choice;

import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.core.Finding;
import supplychain.core.Problem;
import supplychain.core.Role;
import supplychain.records.References;
import supplychain.records.Writes.Secret;
import supplychain.validation.Body;

/** A new token in a body: an ADMIN makes those of its company, an OPERATOR any. */
public final class NewToken {
  private static final List<Role> ROLES =
      List.of(Role.REPORTER, Role.MEMBER, Role.ADMIN, Role.OPERATOR);

  private NewToken() {}

  /**
   * Records it, with its user and the user's membership where there is none, in the transaction of
   * {@code sql}.
   */
  public static Secret record(DSLContext sql, Caller caller, Body body) {
    Role role = body.required("role", choice(ROLES));
    if (role == Role.OPERATOR && !caller.isOperator()) {
      throw Problem.forbidden(
          "Only an OPERATOR makes tokens of an OPERATOR.",
          new Finding(body.pointer("role"), "forbidden", "It may be ADMIN at the most."));
    }
    References references = new References(caller);
    UUID company = company(body, role, references);
    references.resolve(sql, body.findings());
    NamedUser user = NamedUser.read(body);
    user.check(sql, caller);
    OffsetDateTime expires = expiry(body);
    body.ignore("id", "token", "created_on", "updated_on", "revoked_on", "creator", "updater");
    body.finish();
    return TokenQueries.create(
        sql, caller.user(), user.findOrInsert(sql, caller), company, role, expires);
  }

  private static UUID company(Body body, Role role, References references) {
    if (role != Role.OPERATOR) {
      return references.wantOwnCompany(body, "company");
    }
    body.ignore("company");
    if (body.has("company")) {
      body.refuse("company", "no_company", "An OPERATOR acts for all companies: leave it out.");
    }
    return null;
  }

  private static OffsetDateTime expiry(Body body) {
    OffsetDateTime expires = body.get("expires_on", DATE_TIME).value();
    if (expires != null && !expires.isAfter(OffsetDateTime.now(ZoneOffset.UTC))) {
      body.refuse("expires_on", "range", "It must be in the future.");
    }
    return expires;
  }
}
