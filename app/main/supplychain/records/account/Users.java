package supplychain.records.account;

import static supplychain.schema.Tables.APP_USER;
import static supplychain.validation.Kinds.email;

import java.util.UUID;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.records.Updates;
import supplychain.validation.Body;
import supplychain.validation.Columns;

/** Users: people, and scripts that act for them. */
public final class Users {
  private static final int LENGTH = Columns.limit(APP_USER.EMAIL);

  private Users() {}

  /** Records one out of a body, in the transaction of {@code sql}; an address is one user's. */
  public static UUID record(DSLContext sql, Caller caller, Body body) {
    String email = body.required("email", email(LENGTH));
    finish(body);
    return UserQueries.findOrInsert(sql, caller.user(), email);
  }

  /** Changes one by a body: its address. */
  public static void amend(DSLContext sql, Caller caller, UUID id, Body body) {
    String email = body.neverNull("email", email(LENGTH)).value();
    finish(body);
    if (email != null) {
      Updates.unique(
          body,
          "email",
          UserQueries.ADDRESS,
          "Another user has this address.",
          () -> UserQueries.update(sql, caller, id, email));
    }
  }

  private static void finish(Body body) {
    body.ignore("id", "created_on", "updated_on", "creator", "updater");
    body.finish();
  }
}
