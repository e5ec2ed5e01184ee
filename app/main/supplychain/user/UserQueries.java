package supplychain.user;

import static org.jooq.impl.DSL.lower;
import static supplychain.schema.Tables.APP_USER;

import java.util.Optional;
import java.util.UUID;
import org.jooq.DSLContext;
import supplychain.database.Ids;

/** Users in the database. */
public final class UserQueries {
  private UserQueries() {}

  /** The user with this address, case aside, made if there is none; two at once make one. */
  public static UUID findOrInsert(DSLContext sql, String email) {
    UUID id = Ids.next();
    int inserted =
        sql.insertInto(APP_USER)
            .set(APP_USER.ID, id)
            .set(APP_USER.EMAIL, email)
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
}
