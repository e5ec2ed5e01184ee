package supplychain.records.account;

import static org.jooq.impl.DSL.*;
import static supplychain.schema.Tables.*;
import static supplychain.validation.ValueTypes.*;

import java.util.Optional;
import java.util.UUID;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import supplychain.core.Caller;
import supplychain.database.Ids;
import supplychain.database.JsonObject;
import supplychain.database.NewRow;
import supplychain.records.Filter;
import supplychain.records.Names;
import supplychain.records.RecordKind;
import supplychain.records.RecordLimit;
import supplychain.records.References;
import supplychain.records.Updates;
import supplychain.records.Visibility;
import supplychain.records.account.UserResource.NamedUser;
import supplychain.validation.Body;
import supplychain.validation.Columns;
import supplychain.validation.FieldValue;

/** The kind of records for members. A company sees its own members, including past members. */
public final class MemberResource {
  private static final Field<String> EMAIL =
      field(select(APP_USER.EMAIL).from(APP_USER).where(APP_USER.ID.eq(COMPANY_MEMBER.APP_USER)));

  public static final RecordKind COMPANY_MEMBERS =
      new RecordKind(
              "/v1/supply-chains/company-members/",
              COMPANY_MEMBER,
              new JsonObject()
                  .columns(COMPANY_MEMBER.COMPANY)
                  .value("user", COMPANY_MEMBER.APP_USER)
                  .value("email", EMAIL)
                  .columns(COMPANY_MEMBER.ID, COMPANY_MEMBER.IS_ACTIVE)
                  .columns(COMPANY_MEMBER.UPDATED_ON, COMPANY_MEMBER.CREATED_ON)
                  .users(COMPANY_MEMBER.CREATOR, COMPANY_MEMBER.UPDATER)
                  .build(),
              Visibility.named(COMPANY_MEMBER.COMPANY))
          .filteredBy(
              Filter.id("of this company", COMPANY_MEMBER.COMPANY),
              Filter.id("user", "that this user has", COMPANY_MEMBER.APP_USER),
              Filter.start("email", "of users whose address", EMAIL),
              Filter.flag(
                  "that continue (`true`) or have ended (`false`)", COMPANY_MEMBER.IS_ACTIVE))
          .columns(COMPANY_MEMBER.ID, COMPANY_MEMBER.COMPANY)
          .columns(COMPANY_MEMBER.APP_USER.as("user"), EMAIL.as("email"))
          .columns(COMPANY_MEMBER.IS_ACTIVE, COMPANY_MEMBER.CREATED_ON)
          .columns(COMPANY_MEMBER.UPDATED_ON)
          .createdBy(MemberResource::record)
          .amendedBy(MemberResource::amend);

  private MemberResource() {}

  /** Records a membership. If the user was a member before, the old membership continues. */
  static UUID record(DSLContext sql, Caller caller, Body body) {
    References references = new References(caller, body);
    UUID company = references.wantOwnCompany(body, "company");
    references.resolve(sql);
    NamedUser user = NamedUser.read(sql, caller, body);
    boolean isActive = body.get("is_active", FLAG).or(true);
    body.ignoreServiceFields();
    body.throwIfInvalid();
    UUID id = lock(sql, caller.user(), company, user.findOrInsert(sql, caller));
    TokenResource.keepAdmin(sql, caller, () -> setActive(sql, caller.user(), id, isActive));
    return id;
  }

  /** Ends a membership, whose row is locked, or makes it active again. */
  static void amend(DSLContext sql, Caller caller, UUID id, Body body) {
    Record present = sql.fetchSingle(COMPANY_MEMBER, COMPANY_MEMBER.ID.eq(id));
    UUID user = present.get(COMPANY_MEMBER.APP_USER);
    String email = sql.fetchValue(APP_USER.EMAIL, APP_USER.ID.eq(user));
    body.keep("company", Names.id("company"), present.get(COMPANY_MEMBER.COMPANY));
    body.keep("user", Names.id("user"), user);
    body.keep("email", text(Columns.limit(APP_USER.EMAIL)), email);
    FieldValue<Boolean> isActive = body.neverNull("is_active", FLAG);
    body.ignoreServiceFields();
    body.throwIfInvalid();
    if (isActive.hasValue()) {
      TokenResource.keepAdmin(
          sql, caller, () -> setActive(sql, caller.user(), id, isActive.value()));
    }
  }

  /** Makes a user a member of a company, also after an earlier membership ended. */
  static void join(DSLContext sql, UUID creator, UUID company, UUID user) {
    setActive(sql, creator, lock(sql, creator, company, user), true);
  }

  /** Locks the membership of a user. Inserts it if there is none. */
  private static UUID lock(DSLContext sql, UUID creator, UUID company, UUID user) {
    return find(sql, company, user)
        .or(
            () -> {
              RecordLimit.MEMBERS.require(sql, company);
              new NewRow(COMPANY_MEMBER, Ids.next(), creator)
                  .set(COMPANY_MEMBER.COMPANY, company)
                  .set(COMPANY_MEMBER.APP_USER, user)
                  .insertUnlessThere(sql);
              return find(sql, company, user);
            })
        .orElseThrow();
  }

  private static Optional<UUID> find(DSLContext sql, UUID company, UUID user) {
    return Updates.lock(
        sql,
        COMPANY_MEMBER.ID,
        COMPANY_MEMBER.COMPANY.eq(company),
        COMPANY_MEMBER.APP_USER.eq(user));
  }

  /** Makes a membership active, or ends it and revokes its tokens. */
  private static void setActive(DSLContext sql, UUID updater, UUID member, boolean isActive) {
    Updates.of(sql, COMPANY_MEMBER, updater)
        .set(COMPANY_MEMBER.IS_ACTIVE, isActive)
        .where(COMPANY_MEMBER.ID.eq(member))
        .and(COMPANY_MEMBER.IS_ACTIVE.ne(isActive))
        .execute();
    if (!isActive) {
      Updates.of(sql, TOKEN, updater)
          .set(TOKEN.REVOKED_ON, currentOffsetDateTime())
          .from(COMPANY_MEMBER)
          .where(COMPANY_MEMBER.ID.eq(member))
          .and(TOKEN.COMPANY.eq(COMPANY_MEMBER.COMPANY))
          .and(TOKEN.APP_USER.eq(COMPANY_MEMBER.APP_USER))
          .and(TOKEN.REVOKED_ON.isNull())
          .execute();
    }
  }
}
