package supplychain.records.account;

import static org.jooq.impl.DSL.falseCondition;
import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.select;
import static supplychain.schema.Tables.APP_USER;

import io.javalin.http.Handler;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jooq.Field;
import org.jooq.Table;
import org.jooq.impl.SQLDataType;
import supplychain.database.JsonObject;
import supplychain.http.Authentication;
import supplychain.records.Filter;
import supplychain.records.RecordKind;

/** The kind of records for users. A company's token sees its own user, an operator sees all. */
public final class UserResource {
  private static final Field<OffsetDateTime> NO_TIME =
      inline(null, SQLDataType.TIMESTAMPWITHTIMEZONE);

  private static final Field<UUID> NOBODY = inline(null, SQLDataType.UUID);

  /** Users, as an operator sees them. */
  public static final RecordKind USERS =
      of(APP_USER, (company, user) -> List.of(falseCondition()))
          .createdBy(Users::record)
          .amendedBy(Users::amend);

  /**
   * The user of a company's token. An ADMIN can make a token for any address, so the record does
   * not show when and by whom the user was created: that may have been another company.
   */
  public static final RecordKind OWN_USER = ofOwn();

  private UserResource() {}

  /** Reads users: the token of a company its own user, an OPERATOR all of them. */
  public static Handler ownOrAll(Function<RecordKind, Handler> way) {
    Handler own = way.apply(OWN_USER);
    Handler all = way.apply(USERS);
    return ctx -> (Authentication.caller(ctx).isOperator() ? all : own).handle(ctx);
  }

  private static RecordKind ofOwn() {
    Table<?> own =
        select(
                APP_USER.ID,
                APP_USER.EMAIL,
                NO_TIME.as(APP_USER.CREATED_ON),
                NO_TIME.as(APP_USER.UPDATED_ON),
                NOBODY.as(APP_USER.CREATOR),
                NOBODY.as(APP_USER.UPDATER))
            .from(APP_USER)
            .asTable("own_user");
    return of(own, (company, user) -> List.of(own.field(APP_USER.ID).eq(user)));
  }

  private static RecordKind of(Table<?> users, RecordKind.Visibility visibility) {
    Field<UUID> id = users.field(APP_USER.ID);
    Field<String> email = users.field(APP_USER.EMAIL);
    Field<OffsetDateTime> createdOn = users.field(APP_USER.CREATED_ON);
    Field<OffsetDateTime> updatedOn = users.field(APP_USER.UPDATED_ON);
    return RecordKind.of(
        "/v1/accounts/users/",
        users,
        id,
        updatedOn,
        new JsonObject()
            .columns(email, id, updatedOn, createdOn)
            .columns(users.field(APP_USER.CREATOR), users.field(APP_USER.UPDATER))
            .build(),
        visibility,
        List.of(Filter.start("email", "whose address starts so", email)),
        id,
        email,
        createdOn,
        updatedOn);
  }
}
