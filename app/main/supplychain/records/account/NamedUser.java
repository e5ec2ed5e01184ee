package supplychain.records.account;

import static supplychain.schema.Tables.APP_USER;
import static supplychain.validation.Kinds.ID;

import java.util.Optional;
import java.util.UUID;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.records.References;
import supplychain.validation.Body;
import supplychain.validation.Columns;
import supplychain.validation.Kinds;

/**
 * A user whom a body names: by {@code user}, its id, or by {@code email}, its address.
 *
 * @param id null where the body names none
 * @param email null where the body names none
 */
public record NamedUser(Body body, UUID id, String email) {
  /** Reads it; a finding where the body names nobody. */
  public static NamedUser read(Body body) {
    UUID id = body.get("user", ID).value();
    String email = body.get("email", Kinds.email(Columns.limit(APP_USER.EMAIL))).value();
    if (!body.has("user") && !body.has("email")) {
      body.refuse("user", "required", "Name a user by its id, or by an `email` instead.");
    }
    return new NamedUser(body, id, email);
  }

  /** A finding where nobody has the id, or nobody whom the caller may name by it. */
  public void check(DSLContext sql, Caller caller) {
    if (id == null) {
      return;
    }
    Optional<String> address = UserQueries.address(sql, caller, id);
    if (address.isEmpty()) {
      body.refuse("user", "does_not_exist", References.ABSENT);
    } else if (email != null && !email.equalsIgnoreCase(address.get())) {
      body.refuse("email", "mismatch", "The user with this id has another address.");
    }
  }

  /** Its id; made where nobody has the address. */
  public UUID findOrInsert(DSLContext sql, Caller caller) {
    return id == null ? UserQueries.findOrInsert(sql, caller.user(), email) : id;
  }
}
