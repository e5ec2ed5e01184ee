package supplychain.user;

import static supplychain.body.Kinds.email;
import static supplychain.schema.Tables.APP_USER;

import java.util.UUID;
import org.jooq.DSLContext;
import supplychain.body.Body;
import supplychain.body.Columns;
import supplychain.http.Caller;

/** Users: people, and scripts that act for them. */
public final class Users {
  private Users() {}

  /** Records one out of a body, in the transaction of {@code sql}; an address is one user's. */
  public static UUID record(DSLContext sql, Caller caller, Body body) {
    String email = body.required("email", email(Columns.limit(APP_USER.EMAIL)));
    body.ignore("id", "created_on", "updated_on", "creator", "updater");
    body.finish();
    return UserQueries.findOrInsert(sql, email);
  }
}
