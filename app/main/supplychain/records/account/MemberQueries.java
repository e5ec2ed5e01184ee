package supplychain.records.account;

import static org.jooq.impl.DSL.currentOffsetDateTime;
import static supplychain.schema.Tables.APP_USER;
import static supplychain.schema.Tables.COMPANY_MEMBER;
import static supplychain.schema.Tables.TOKEN;

import java.util.Optional;
import java.util.UUID;
import org.jooq.DSLContext;
import org.jooq.Records;
import supplychain.database.Ids;
import supplychain.records.RecordLimit;
import supplychain.records.Updates;

/** The members of companies in the database. */
public final class MemberQueries {
  private MemberQueries() {}

  /**
   * Makes a user a member of a company, once, and again if the membership has ended.
   *
   * @param creator who does so
   * @return the membership's id; its row is locked
   * @throws supplychain.core.Problem if the company has no room for another
   */
  public static UUID join(DSLContext sql, UUID creator, UUID company, UUID user) {
    UUID id = lock(sql, creator, company, user);
    setActive(sql, creator, id, true);
    return id;
  }

  /** Locks a membership, made if there is none: two at once make one. */
  static UUID lock(DSLContext sql, UUID creator, UUID company, UUID user) {
    return find(sql, company, user)
        .or(
            () -> {
              RecordLimit.MEMBERS.require(sql, company);
              insert(sql, creator, company, user);
              return find(sql, company, user);
            })
        .orElseThrow();
  }

  private static void insert(DSLContext sql, UUID creator, UUID company, UUID user) {
    sql.insertInto(COMPANY_MEMBER)
        .set(COMPANY_MEMBER.ID, Ids.next())
        .set(COMPANY_MEMBER.COMPANY, company)
        .set(COMPANY_MEMBER.APP_USER, user)
        .set(COMPANY_MEMBER.CREATOR, creator)
        .set(COMPANY_MEMBER.UPDATER, creator)
        .onConflictDoNothing()
        .execute();
  }

  /** The membership of a user, locked; empty where there is none yet. */
  private static Optional<UUID> find(DSLContext sql, UUID company, UUID user) {
    return sql.select(COMPANY_MEMBER.ID)
        .from(COMPANY_MEMBER)
        .where(COMPANY_MEMBER.COMPANY.eq(company))
        .and(COMPANY_MEMBER.APP_USER.eq(user))
        .forNoKeyUpdate()
        .fetchOptional(COMPANY_MEMBER.ID);
  }

  /** Ends a membership whose row is locked, and its tokens with it; or lets it go on. */
  static void setActive(DSLContext sql, UUID updater, UUID member, boolean isActive) {
    Updates.of(sql, COMPANY_MEMBER, updater)
        .set(COMPANY_MEMBER.IS_ACTIVE, isActive)
        .where(COMPANY_MEMBER.ID.eq(member))
        .and(COMPANY_MEMBER.IS_ACTIVE.ne(isActive))
        .execute();
    if (!isActive) {
      revokeTokens(sql, updater, member);
    }
  }

  private static void revokeTokens(DSLContext sql, UUID updater, UUID member) {
    Updates.of(sql, TOKEN, updater)
        .set(TOKEN.REVOKED_ON, currentOffsetDateTime())
        .from(COMPANY_MEMBER)
        .where(COMPANY_MEMBER.ID.eq(member))
        .and(TOKEN.COMPANY.eq(COMPANY_MEMBER.COMPANY))
        .and(TOKEN.APP_USER.eq(COMPANY_MEMBER.APP_USER))
        .and(TOKEN.REVOKED_ON.isNull())
        .execute();
  }

  /** Whose membership it is, of what. */
  static Membership find(DSLContext sql, UUID member) {
    return sql.select(COMPANY_MEMBER.COMPANY, COMPANY_MEMBER.APP_USER, APP_USER.EMAIL)
        .from(COMPANY_MEMBER)
        .join(APP_USER)
        .on(APP_USER.ID.eq(COMPANY_MEMBER.APP_USER))
        .where(COMPANY_MEMBER.ID.eq(member))
        .fetchSingle(Records.mapping(Membership::new));
  }

  /** Who is a member of what. */
  record Membership(UUID company, UUID user, String email) {}
}
