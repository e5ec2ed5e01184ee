package supplychain.records.account;

import static org.jooq.impl.DSL.*;
import static supplychain.database.LiveTokens.LIVE_TOKEN;
import static supplychain.schema.Tables.*;
import static supplychain.validation.ValueTypes.*;

import io.javalin.http.Handler;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.JSON;
import org.jooq.Record;
import org.jooq.Result;
import org.jooq.TableField;
import org.jooq.impl.SQLDataType;
import supplychain.core.Caller;
import supplychain.core.Finding;
import supplychain.core.Problem;
import supplychain.core.Role;
import supplychain.core.Tokens;
import supplychain.database.Database;
import supplychain.database.Document;
import supplychain.database.Ids;
import supplychain.database.JsonObject;
import supplychain.database.LiveTokens;
import supplychain.database.NewRow;
import supplychain.http.Authentication;
import supplychain.http.EntityTag;
import supplychain.records.AccountWrites.Secret;
import supplychain.records.Filter;
import supplychain.records.RecordKind;
import supplychain.records.References;
import supplychain.records.Updates;
import supplychain.records.Visibility;
import supplychain.records.account.UserResource.NamedUser;
import supplychain.schema.tables.Token;
import supplychain.validation.Body;

/**
 * The kind of records for tokens, without their secrets. An ADMIN reads and creates the tokens of
 * its company, an OPERATOR all tokens.
 */
public final class TokenResource {
  private static final List<Role> ROLES =
      List.of(Role.MONITOR, Role.REPORTER, Role.MEMBER, Role.ADMIN, Role.OPERATOR);

  private static final Field<String> EMAIL =
      field(select(APP_USER.EMAIL).from(APP_USER).where(APP_USER.ID.eq(TOKEN.APP_USER)));

  private static final Field<LocalDate> LAST_USE =
      field(select(TOKEN_USE.LAST_USED_ON).from(TOKEN_USE).where(TOKEN_USE.TOKEN.eq(TOKEN.ID)));

  private static final Token REPLACED = TOKEN.as("replaced");

  public static final RecordKind TOKENS =
      new RecordKind(
              "/v1/auth/tokens/",
              TOKEN,
              new JsonObject()
                  .value("user", TOKEN.APP_USER)
                  .value("email", EMAIL)
                  .columns(TOKEN.COMPANY, TOKEN.ROLE)
                  .value("token", inline(null, SQLDataType.VARCHAR))
                  .columns(TOKEN.ID, TOKEN.EXPIRES_ON, TOKEN.REVOKED_ON)
                  .value("last_used_on", LAST_USE)
                  .value("replaces", object(TOKEN.REPLACES, REPLACED.ID, REPLACED.EXPIRES_ON))
                  .columns(TOKEN.UPDATED_ON, TOKEN.CREATED_ON)
                  .users(TOKEN.CREATOR, TOKEN.UPDATER)
                  .build(),
              Visibility.named(TOKEN.COMPANY))
          .filteredBy(
              Filter.id("of this company", TOKEN.COMPANY),
              Filter.id("user", "of this user", TOKEN.APP_USER),
              Filter.start("email", "of users whose address", EMAIL),
              Filter.choice("of this role", Role.class, TOKEN.ROLE),
              Filter.flag(
                  "live",
                  "that can be used now (`true`) or not (`false`)",
                  LiveTokens.isLive(TOKEN.ID)))
          .columns(TOKEN.ID, TOKEN.APP_USER.as("user"), EMAIL.as("email"), TOKEN.COMPANY)
          .columns(TOKEN.ROLE, TOKEN.EXPIRES_ON, TOKEN.REVOKED_ON, LAST_USE.as("last_used_on"))
          .columns(TOKEN.REPLACES, TOKEN.CREATED_ON, TOKEN.UPDATED_ON);

  private static final Document OWN =
      new Document(
          new JsonObject()
              .value("user", object(TOKEN.APP_USER, APP_USER.ID, APP_USER.EMAIL))
              .value("company", object(TOKEN.COMPANY, COMPANY.ID, COMPANY.NAME))
              .columns(TOKEN.ROLE)
              .value("token", new JsonObject().columns(TOKEN.ID, TOKEN.EXPIRES_ON).build())
              .build(),
          TOKEN,
          TOKEN.ID,
          noCondition());

  private TokenResource() {}

  private static Field<JSON> object(Field<UUID> id, TableField<?, UUID> key, Field<?> name) {
    return JsonObject.one(new JsonObject().columns(key, name).build(), key.getTable(), key.eq(id));
  }

  /** Tells callers who their token stands for. */
  public static Handler own(Database database) {
    return ctx -> {
      UUID token = Authentication.author(ctx).token();
      EntityTag.sendUnlessKnown(
          ctx, database.read(sql -> OWN.of(sql, Authentication.caller(ctx), token)));
    };
  }

  /** Creates a token, and if needed its user and the user's membership of the company. */
  public static Secret record(DSLContext sql, Caller caller, Body body) {
    Role role = body.required("role", new Choice<>(ROLES));
    if (role != null && !role.hasCompany() && !caller.isOperator()) {
      throw Problem.forbidden(
          "Only an OPERATOR can create tokens with this role.",
          new Finding(
              body.pointer("role"), "forbidden", "The role can be REPORTER, MEMBER or ADMIN."));
    }
    References references = new References(caller, body);
    UUID company = company(body, role, references);
    references.resolve(sql);
    NamedUser user = NamedUser.read(sql, caller, body);
    OffsetDateTime expires = expiry(body);
    body.ignoreServiceFields("token", "revoked_on", "last_used_on", "replaces");
    body.throwIfInvalid();
    UUID owner = user.findOrInsert(sql, caller);
    return create(sql, caller.user(), owner, company, role, expires, null);
  }

  private static UUID company(Body body, Role role, References references) {
    if (role == null || role.hasCompany()) {
      return references.wantOwnCompany(body, "company");
    }
    body.ignore("company");
    if (body.has("company")) {
      body.refuse(
          "company",
          "no_company",
          "Leave the company out. A token with this role belongs to no company.");
    }
    return null;
  }

  static OffsetDateTime expiry(Body body) {
    OffsetDateTime expires = body.get("expires_on", DATE_TIME).value();
    if (expires != null && !expires.isAfter(OffsetDateTime.now(ZoneOffset.UTC))) {
      body.refuseValue("expires_on", "range", "must be in the future.");
    }
    return expires;
  }

  /**
   * Creates a token, and if needed its user and the user's membership of the company.
   *
   * @param company null for an operator
   * @param expires null for a token that never expires
   * @return the token itself; the database stores only its hash
   */
  public static String create(
      DSLContext sql, String email, UUID company, Role role, OffsetDateTime expires) {
    UUID user = UserResource.findOrInsert(sql, Caller.SYSTEM, email);
    return create(sql, Caller.SYSTEM, user, company, role, expires, null).token();
  }

  /** Creates a token, and if needed the user's membership. It may replace another token. */
  static Secret create(
      DSLContext sql,
      UUID creator,
      UUID user,
      UUID company,
      Role role,
      OffsetDateTime expires,
      UUID replaced) {
    if (company != null) {
      MemberResource.join(sql, creator, company, user);
    }
    UUID id = Ids.next();
    String token = Tokens.generate();
    new NewRow(TOKEN, id, creator)
        .set(TOKEN.HASH, Tokens.hash(token))
        .set(TOKEN.APP_USER, user)
        .set(TOKEN.COMPANY, company)
        .set(TOKEN.ROLE, role.name())
        .set(TOKEN.EXPIRES_ON, expires)
        .set(TOKEN.REPLACES, replaced)
        .insert(sql);
    return new Secret(id, token);
  }

  /** All tokens with their users, companies and last uses, in the order of their creation. */
  public static Result<Record> all(DSLContext sql) {
    return sql.select(TOKEN.ID, APP_USER.EMAIL, COMPANY.NAME, TOKEN.ROLE, TOKEN.CREATED_ON)
        .select(TOKEN.EXPIRES_ON, TOKEN.REVOKED_ON, TOKEN_USE.LAST_USED_ON)
        .from(TOKEN)
        .join(APP_USER)
        .on(APP_USER.ID.eq(TOKEN.APP_USER))
        .leftJoin(COMPANY)
        .on(COMPANY.ID.eq(TOKEN.COMPANY))
        .leftJoin(TOKEN_USE)
        .on(TOKEN_USE.TOKEN.eq(TOKEN.ID))
        .orderBy(TOKEN.CREATED_ON, TOKEN.ID)
        .fetch();
  }

  /** Revokes a token: 409 if an ADMIN revokes the last ADMIN token of the company. */
  public static void end(DSLContext sql, Caller caller, UUID id) {
    keepAdmin(sql, caller, () -> revoke(sql, caller.user(), id));
  }

  /** Runs a change that ends tokens: 409 if an ADMIN's company then has no ADMIN token. */
  static void keepAdmin(DSLContext sql, Caller caller, Runnable ending) {
    if (caller.role() != Role.ADMIN) {
      ending.run();
      return;
    }
    Database.lock(sql, "the tokens of an ADMIN of " + caller.company());
    ending.run();
    boolean hasAdmin =
        sql.fetchExists(
            LIVE_TOKEN,
            LIVE_TOKEN.COMPANY.eq(caller.company()),
            LIVE_TOKEN.ROLE.eq(Role.ADMIN.name()));
    if (!hasAdmin) {
      throw Problem.conflict(
          "This is the last token with the role ADMIN of your company. Create another one first, or"
              + " ask an operator to revoke this one.");
    }
  }

  /** Revokes a token, unless it is revoked already. Returns whether the token exists. */
  public static boolean revoke(DSLContext sql, UUID updater, UUID id) {
    Updates.of(sql, TOKEN, updater)
        .set(TOKEN.REVOKED_ON, currentOffsetDateTime())
        .where(TOKEN.ID.eq(id))
        .and(TOKEN.REVOKED_ON.isNull())
        .execute();
    return sql.fetchExists(TOKEN, TOKEN.ID.eq(id));
  }

  public static boolean isLive(DSLContext sql, String token) {
    return sql.fetchExists(LIVE_TOKEN, LIVE_TOKEN.HASH.eq(Tokens.hash(token)));
  }
}
