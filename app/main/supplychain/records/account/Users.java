package supplychain.records.account;

import static org.jooq.impl.DSL.lower;
import static org.jooq.impl.DSL.noCondition;
import static org.jooq.impl.DSL.select;
import static supplychain.schema.Tables.APP_USER;
import static supplychain.schema.Tables.COMPANY_MEMBER;
import static supplychain.validation.Kinds.email;

import java.util.Optional;
import java.util.UUID;
import org.jooq.Condition;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.records.Updates;
import supplychain.validation.Body;
import supplychain.validation.Columns;

/** Users: people, and scripts that act for them. */
public final class Users {
  private static final int LENGTH = Columns.limit(APP_USER.EMAIL);

  private Users() {}

  /** Records a user. There is one user of each address. */
  static UUID record(DSLContext sql, Caller caller, Body body) {
    String email = body.required("email", email(LENGTH));
    finish(body);
    return findOrInsert(sql, caller.user(), email);
  }

  /** Changes the address of a user. */
  static void amend(DSLContext sql, Caller caller, UUID id, Body body) {
    String email = body.neverNull("email", email(LENGTH)).value();
    finish(body);
    if (email != null) {
      Updates.unique(
          body,
          "email",
          "app_user_email",
          "Another user has this address.",
          () ->
              Updates.of(sql, APP_USER, caller.user())
                  .set(APP_USER.EMAIL, lower(email))
                  .where(APP_USER.ID.eq(id))
                  .execute());
    }
  }

  private static void finish(Body body) {
    body.ignore("id", "created_on", "updated_on", "creator", "updater");
    body.finish();
  }

  /**
   * The user with this address, in upper or lower case. A new user is created if there is none. The
   * address is stored in lower case and the id is random, so that neither reveals who created the
   * user first, or when.
   */
  public static UUID findOrInsert(DSLContext sql, UUID creator, String email) {
    UUID id = UUID.randomUUID();
    int inserted =
        sql.insertInto(APP_USER)
            .set(APP_USER.ID, id)
            .set(APP_USER.EMAIL, lower(email))
            .set(APP_USER.CREATOR, creator)
            .set(APP_USER.UPDATER, creator)
            .onConflictDoNothing()
            .execute();
    return inserted == 1 ? id : find(sql, email).orElseThrow();
  }

  /** The user with this address, in upper or lower case. */
  public static Optional<UUID> find(DSLContext sql, String email) {
    return sql.select(APP_USER.ID)
        .from(APP_USER)
        .where(lower(APP_USER.EMAIL).eq(lower(email)))
        .fetchOptional(APP_USER.ID);
  }

  /** Whether a user has this id. */
  public static boolean exists(DSLContext sql, UUID id) {
    return sql.fetchExists(APP_USER, APP_USER.ID.eq(id));
  }

  /** The address of a user, if the user is or was a member of the caller's company. */
  static Optional<String> address(DSLContext sql, Caller caller, UUID id) {
    return sql.select(APP_USER.EMAIL)
        .from(APP_USER)
        .where(APP_USER.ID.eq(id))
        .and(caller.isOperator() ? noCondition() : isMember(caller.company()))
        .fetchOptional(APP_USER.EMAIL);
  }

  private static Condition isMember(UUID company) {
    return APP_USER.ID.in(
        select(COMPANY_MEMBER.APP_USER)
            .from(COMPANY_MEMBER)
            .where(COMPANY_MEMBER.COMPANY.eq(company)));
  }
}
