package supplychain.records.account;

import static org.jooq.impl.DSL.currentOffsetDateTime;
import static supplychain.schema.Tables.APP_USER;
import static supplychain.schema.Tables.COMPANY;
import static supplychain.schema.Tables.TOKEN;

import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;
import org.jooq.DSLContext;
import org.jooq.Records;
import supplychain.core.Caller;
import supplychain.core.Role;
import supplychain.core.Tokens;
import supplychain.database.Ids;
import supplychain.database.LiveTokens;
import supplychain.records.Updates;
import supplychain.records.Writes.Secret;

/** Creates, lists and revokes tokens. */
public final class TokenQueries {
  private TokenQueries() {}

  /**
   * A token in the list of the command line.
   *
   * @param company the name; null for an operator's token
   * @param expires null if it never expires
   * @param revoked null if it is not revoked
   */
  public record Listed(
      UUID id,
      String user,
      String company,
      Role role,
      OffsetDateTime created,
      OffsetDateTime expires,
      OffsetDateTime revoked) {}

  /**
   * Creates a token, and if needed its user and the user's membership of the company.
   *
   * @param company null for an operator
   * @param expires null for a token that never expires
   * @return the token, which is stored nowhere
   */
  public static String create(
      DSLContext sql, String email, UUID company, Role role, OffsetDateTime expires) {
    UUID user = Users.findOrInsert(sql, Caller.SYSTEM, email);
    return create(sql, Caller.SYSTEM, user, company, role, expires).value();
  }

  /** The same for an existing user. */
  static Secret create(
      DSLContext sql, UUID creator, UUID user, UUID company, Role role, OffsetDateTime expires) {
    if (company != null) {
      Members.join(sql, creator, company, user);
    }
    UUID id = Ids.next();
    String token = Tokens.generate();
    sql.insertInto(TOKEN)
        .set(TOKEN.ID, id)
        .set(TOKEN.HASH, Tokens.hash(token))
        .set(TOKEN.APP_USER, user)
        .set(TOKEN.COMPANY, company)
        .set(TOKEN.ROLE, role.name())
        .set(TOKEN.EXPIRES_ON, expires)
        .set(TOKEN.CREATOR, creator)
        .set(TOKEN.UPDATER, creator)
        .execute();
    return new Secret(id, "token", token);
  }

  /** Every token, the oldest first. */
  public static List<Listed> all(DSLContext sql) {
    return sql.select(
            TOKEN.ID,
            APP_USER.EMAIL,
            COMPANY.NAME,
            TOKEN.ROLE.convertFrom(Role::valueOf),
            TOKEN.CREATED_ON,
            TOKEN.EXPIRES_ON,
            TOKEN.REVOKED_ON)
        .from(TOKEN)
        .join(APP_USER)
        .on(APP_USER.ID.eq(TOKEN.APP_USER))
        .leftJoin(COMPANY)
        .on(COMPANY.ID.eq(TOKEN.COMPANY))
        .orderBy(TOKEN.CREATED_ON, TOKEN.ID)
        .fetch(Records.mapping(Listed::new));
  }

  /** Revokes a token, unless it is revoked already; false if there is no such token. */
  public static boolean revoke(DSLContext sql, UUID updater, UUID id) {
    Updates.of(sql, TOKEN, updater)
        .set(TOKEN.REVOKED_ON, currentOffsetDateTime())
        .where(TOKEN.ID.eq(id))
        .and(TOKEN.REVOKED_ON.isNull())
        .execute();
    return sql.fetchExists(TOKEN, TOKEN.ID.eq(id));
  }

  /** Whether a token is valid now. */
  public static boolean isLive(DSLContext sql, String token) {
    return sql.fetchExists(TOKEN, TOKEN.HASH.eq(Tokens.hash(token)), LiveTokens.areLive());
  }
}
