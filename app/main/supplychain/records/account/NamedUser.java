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
 * The user that a body names by {@code user}, the id, or by {@code email}, the address.
 *
 * @param id null if the body has none
 * @param email null if the body has none
 */
record NamedUser(Body body, UUID id, String email) {
  /** Reads the user. A body that names none gets a finding. */
  static NamedUser read(Body body) {
    UUID id = body.get("user", ID).value();
    String email = body.get("email", Kinds.email(Columns.limit(APP_USER.EMAIL))).value();
    if (!body.has("user") && !body.has("email")) {
      body.refuse("user", "required", "Name a user by its id, or by an `email` instead.");
    }
    return new NamedUser(body, id, email);
  }

  /** Refuses an id that is unknown, or that belongs to a user of other companies. */
  void check(DSLContext sql, Caller caller) {
    if (id == null) {
      return;
    }
    Optional<String> address = UserResource.address(sql, caller, id);
    if (address.isEmpty()) {
      body.refuse("user", "does_not_exist", References.ABSENT);
    } else if (email != null && !email.equalsIgnoreCase(address.get())) {
      body.refuse("email", "mismatch", "The user with this id has another address.");
    }
  }

  /** The id of the user. A new user is created if there is none with the address. */
  UUID findOrInsert(DSLContext sql, Caller caller) {
    return id == null ? UserResource.findOrInsert(sql, caller.user(), email) : id;
  }
}
