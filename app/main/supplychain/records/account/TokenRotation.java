package supplychain.records.account;

import static org.jooq.impl.DSL.*;
import static supplychain.database.LiveTokens.LIVE_TOKEN;
import static supplychain.schema.Tables.TOKEN;
import static supplychain.validation.ValueTypes.number;

import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.UUID;
import org.apache.commons.lang3.function.TriFunction;
import org.jooq.DSLContext;
import org.jooq.Record;
import supplychain.core.Caller;
import supplychain.core.Problem;
import supplychain.core.Role;
import supplychain.records.AccountWrites.Secret;
import supplychain.records.Updates;
import supplychain.validation.Body;

/**
 * Replaces a token by a new one for the same user, company and role. The replaced token can be used
 * for an overlap, in which its clients receive the new one.
 */
public final class TokenRotation {
  public static final int USUAL_HOURS = 24;

  /** The longest overlap, in hours. */
  public static final int MOST_HOURS = 30 * 24;

  private static final int HOUR_SECONDS = 3600;

  private TokenRotation() {}

  /** The rotation of the token with this id. */
  public static TriFunction<DSLContext, Caller, Body, Secret> of(UUID id) {
    return (sql, caller, body) -> rotate(sql, caller, id, body);
  }

  private static Secret rotate(DSLContext sql, Caller caller, UUID id, Body body) {
    TokenResource.TOKENS.requireSeen(sql, caller, id);
    double hours = body.get("overlap_hours", number(1, MOST_HOURS)).or((double) USUAL_HOURS);
    OffsetDateTime wanted = TokenResource.expiry(body);
    boolean isRenewed = !body.tree().has("expires_on");
    body.throwIfInvalid();
    Record old =
        sql.selectFrom(LIVE_TOKEN)
            .where(LIVE_TOKEN.ID.eq(id))
            .forNoKeyUpdate()
            .fetchOptional()
            .orElseThrow(
                () -> Problem.conflict("The token is revoked or expired. Create another one."));
    if (sql.fetchExists(TOKEN, TOKEN.REPLACES.eq(id))) {
      throw Problem.conflict("The token is already replaced. Rotate the token that replaced it.");
    }
    OffsetDateTime now = OffsetDateTime.now(ZoneOffset.UTC);
    OffsetDateTime end = now.plusSeconds(Math.round(hours * HOUR_SECONDS));
    Updates.of(sql, TOKEN, caller.user())
        .set(TOKEN.EXPIRES_ON, least(TOKEN.EXPIRES_ON, val(end)))
        .where(TOKEN.ID.eq(id))
        .execute();
    return TokenResource.create(
        sql,
        caller.user(),
        old.get(TOKEN.APP_USER),
        old.get(TOKEN.COMPANY),
        Role.valueOf(old.get(TOKEN.ROLE)),
        isRenewed ? renewed(old, now) : wanted,
        id);
  }

  /** The end of a new token that may be used as long as the replaced one; null for no end. */
  private static OffsetDateTime renewed(Record old, OffsetDateTime now) {
    OffsetDateTime expires = old.get(TOKEN.EXPIRES_ON);
    return expires == null ? null : now.plus(Duration.between(old.get(TOKEN.CREATED_ON), expires));
  }
}
