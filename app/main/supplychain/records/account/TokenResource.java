package supplychain.records.account;

import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.select;
import static supplychain.schema.Tables.APP_USER;
import static supplychain.schema.Tables.TOKEN;

import java.util.List;
import org.jooq.Field;
import org.jooq.impl.SQLDataType;
import supplychain.core.Role;
import supplychain.database.JsonObject;
import supplychain.database.LiveTokens;
import supplychain.records.Filter;
import supplychain.records.RecordKind;

/** Tokens as they are read, without their secrets: an ADMIN sees those of its company. */
public final class TokenResource {
  private static final Field<String> EMAIL =
      field(select(APP_USER.EMAIL).from(APP_USER).where(APP_USER.ID.eq(TOKEN.APP_USER)));

  private static final Field<String> SHOWN_ONCE = inline(null, SQLDataType.VARCHAR);

  /** Tokens. */
  public static final RecordKind TOKENS =
      RecordKind.of(
          "/v1/auth/tokens/",
          TOKEN,
          TOKEN.ID,
          TOKEN.UPDATED_ON,
          new JsonObject()
              .value("user", TOKEN.APP_USER)
              .value("email", EMAIL)
              .columns(TOKEN.COMPANY, TOKEN.ROLE)
              .value("token", SHOWN_ONCE)
              .columns(TOKEN.ID, TOKEN.EXPIRES_ON, TOKEN.REVOKED_ON)
              .columns(TOKEN.UPDATED_ON, TOKEN.CREATED_ON, TOKEN.CREATOR, TOKEN.UPDATER)
              .build(),
          RecordKind.Visibility.named(TOKEN.COMPANY),
          List.of(
              Filter.id("company", "of this company", TOKEN.COMPANY),
              Filter.id("user", "of this user", TOKEN.APP_USER),
              Filter.start("email", "of users whose address starts so", EMAIL),
              Filter.choice("role", "of this role", Role.class, TOKEN.ROLE),
              Filter.flag("live", "that may be used now, or may not", LiveTokens.areLive())),
          TOKEN.ID,
          TOKEN.APP_USER.as("user"),
          EMAIL.as("email"),
          TOKEN.COMPANY,
          TOKEN.ROLE,
          TOKEN.EXPIRES_ON,
          TOKEN.REVOKED_ON,
          TOKEN.CREATED_ON,
          TOKEN.UPDATED_ON);

  private TokenResource() {}
}
