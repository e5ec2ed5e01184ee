package supplychain.records.account;

import static org.jooq.impl.DSL.lower;
import static org.jooq.impl.DSL.noCondition;
import static org.jooq.impl.DSL.select;
import static supplychain.schema.Tables.APP_USER;
import static supplychain.schema.Tables.COMPANY_MEMBER;

import java.util.Optional;
import java.util.UUID;
import org.jooq.Condition;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.records.Updates;

/** Users in the database. */
public final class UserQueries {
  static final String ADDRESS = "app_user_email";

  private UserQueries() {}

  /**
   * The user with this address, case aside, made if there is none; two at once make one. The
   * address is kept in lower case and the id is random: neither tells who wrote it first, or when.
   *
   * @param creator who makes it
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

  /** The user with this address, case aside. */
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

  /** The address of a user, if it is the caller's to name: who is or was of its company. */
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

  /** Changes the address of a user. */
  static void update(DSLContext sql, Caller caller, UUID id, String email) {
    Updates.of(sql, APP_USER, caller.user())
        .set(APP_USER.EMAIL, lower(email))
        .where(APP_USER.ID.eq(id))
        .execute();
  }
}
