package supplychain.records.account;

import static org.jooq.impl.DSL.*;
import static supplychain.schema.Tables.*;
import static supplychain.validation.ValueTypes.*;

import io.javalin.http.Handler;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Table;
import org.jooq.impl.SQLDataType;
import supplychain.core.Caller;
import supplychain.database.JsonObject;
import supplychain.http.Authentication;
import supplychain.records.Filter;
import supplychain.records.RecordKind;
import supplychain.records.References;
import supplychain.records.Updates;
import supplychain.records.Visibility;
import supplychain.validation.Body;
import supplychain.validation.Columns;
import supplychain.validation.ValueType;

/** The kind of records for users. A company's token sees its own user, an operator sees all. */
public final class UserResource {
  private static final ValueType<String> EMAIL = email(Columns.limit(APP_USER.EMAIL));

  private static final Field<OffsetDateTime> NO_TIME =
      inline(null, SQLDataType.TIMESTAMPWITHTIMEZONE);

  private static final Field<UUID> NOBODY = inline(null, SQLDataType.UUID);

  public static final RecordKind USERS =
      of(APP_USER, (company, user) -> List.of(falseCondition()))
          .createdBy(UserResource::record)
          .amendedBy(UserResource::amend);

  /**
   * The user of a company's token. An ADMIN can make a token for any address, so the record does
   * not show when and by whom the user was created: that may have been another company.
   */
  public static final RecordKind OWN_USER =
      of(
          select(
                  APP_USER.ID,
                  APP_USER.EMAIL,
                  NO_TIME.as(APP_USER.CREATED_ON),
                  NO_TIME.as(APP_USER.UPDATED_ON),
                  NOBODY.as(APP_USER.CREATOR),
                  NOBODY.as(APP_USER.UPDATER))
              .from(APP_USER)
              .asTable("own_user"),
          (company, user) -> List.of(field(name("own_user", "id"), UUID.class).eq(user)));

  private UserResource() {}

  /** Reads users: the token of a company its own user, an OPERATOR all of them. */
  public static Handler ownOrAll(Function<RecordKind, Handler> way) {
    Handler own = way.apply(OWN_USER);
    Handler all = way.apply(USERS);
    return ctx -> (Authentication.caller(ctx).isOperator() ? all : own).handle(ctx);
  }

  private static RecordKind of(Table<?> users, Visibility visibility) {
    Field<UUID> id = users.field(APP_USER.ID);
    Field<String> email = users.field(APP_USER.EMAIL);
    Field<OffsetDateTime> createdOn = users.field(APP_USER.CREATED_ON);
    Field<OffsetDateTime> updatedOn = users.field(APP_USER.UPDATED_ON);
    return new RecordKind(
            "/v1/accounts/users/",
            users,
            new JsonObject()
                .columns(email, id, updatedOn, createdOn)
                .columns(users.field(APP_USER.CREATOR), users.field(APP_USER.UPDATER))
                .build(),
            visibility)
        .filteredBy(Filter.start("email", "whose address", email))
        .columns(id, email, createdOn, updatedOn);
  }

  /** Records a user. An address belongs to one user. */
  static UUID record(DSLContext sql, Caller caller, Body body) {
    String email = body.required("email", EMAIL);
    body.ignoreServiceFields();
    body.throwIfInvalid();
    return findOrInsert(sql, caller.user(), email);
  }

  static void amend(DSLContext sql, Caller caller, UUID id, Body body) {
    String email = body.neverNull("email", EMAIL).value();
    body.ignoreServiceFields();
    body.throwIfInvalid();
    if (email != null) {
      Updates.unique(
          body,
          "email",
          "app_user_email",
          "is the address of another user.",
          () ->
              Updates.of(sql, APP_USER, caller.user())
                  .set(APP_USER.EMAIL, lower(email))
                  .where(APP_USER.ID.eq(id))
                  .execute());
    }
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
    return Optional.ofNullable(sql.fetchValue(APP_USER.ID, lower(APP_USER.EMAIL).eq(lower(email))));
  }

  public static boolean exists(DSLContext sql, UUID id) {
    return sql.fetchExists(APP_USER, APP_USER.ID.eq(id));
  }

  /** The address of a user, if the user is or was a member of the caller's company. */
  static Optional<String> address(DSLContext sql, Caller caller, UUID id) {
    Condition isMember =
        condition(
            "id in (select app_user from company_member where company = {0})",
            val(caller.company(), UUID.class));
    return Optional.ofNullable(
        sql.fetchValue(
            APP_USER.EMAIL,
            APP_USER.ID.eq(id).and(caller.isOperator() ? noCondition() : isMember)));
  }

  /** The user that a body names by id or by address. What the body leaves out is null. */
  record NamedUser(UUID id, String email) {
    /** Reads the user. An id of a user of other companies gets the finding of an unknown id. */
    static NamedUser read(DSLContext sql, Caller caller, Body body) {
      UUID id = body.get("user", ID).value();
      String email = body.get("email", EMAIL).value();
      if (!body.has("user") && !body.has("email")) {
        body.refuse("user", "required", "Name the user by id, or by `email`.");
      }
      Optional<String> address = id == null ? Optional.empty() : address(sql, caller, id);
      if (id != null && address.isEmpty()) {
        body.refuse("user", "does_not_exist", References.absent("user", id));
      } else if (email != null && !email.equalsIgnoreCase(address.orElse(email))) {
        body.refuseValue("email", "mismatch", "is not the address of this user.");
      }
      return new NamedUser(id, email);
    }

    /** The id of the user. A new user is created if there is none with the address. */
    UUID findOrInsert(DSLContext sql, Caller caller) {
      return id == null ? UserResource.findOrInsert(sql, caller.user(), email) : id;
    }
  }
}
