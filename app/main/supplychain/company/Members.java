package supplychain.company;

import static supplychain.body.Kinds.ID;

import java.util.UUID;
import org.jooq.DSLContext;
import supplychain.body.Body;
import supplychain.http.Caller;
import supplychain.part.References;
import supplychain.user.UserQueries;

/** The users who work for a company. */
public final class Members {
  private Members() {}

  /**
   * Makes the {@code user} of a body a member of its {@code company}, in the transaction of {@code
   * sql}.
   *
   * @return the user's id
   */
  public static UUID record(DSLContext sql, Caller caller, Body body) {
    References references = new References(caller);
    UUID company = references.wantOwnCompany(body, "company");
    references.resolve(sql, body.findings());
    UUID user = body.required("user", ID);
    if (user != null && !UserQueries.exists(sql, user)) {
      body.refuse("user", "does_not_exist", References.ABSENT);
    }
    body.ignore("id", "created_on", "updated_on", "creator", "updater");
    body.finish();
    CompanyQueries.join(sql, company, user);
    return user;
  }
}
