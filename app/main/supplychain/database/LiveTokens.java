package supplychain.database;

import static org.jooq.impl.DSL.*;
import static supplychain.database.RenderedQuery.parameter;
import static supplychain.schema.Tables.TOKEN;

import java.security.MessageDigest;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;
import org.jooq.Condition;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.core.Role;

/** The tokens that can be used now. */
public final class LiveTokens {
  private static final RenderedQuery BY_HASH =
      new RenderedQuery(
          select(TOKEN.APP_USER, TOKEN.COMPANY, TOKEN.ROLE, TOKEN.HASH, TOKEN.ID)
              .from(TOKEN)
              .where(TOKEN.HASH.eq(parameter(byte[].class)))
              .and(areLive()));

  private LiveTokens() {}

  /** A live token: its caller and its id. */
  public record LiveToken(Caller caller, UUID id) {}

  /** Tokens that are neither revoked nor expired. */
  public static Condition areLive() {
    return TOKEN
        .REVOKED_ON
        .isNull()
        .and(TOKEN.EXPIRES_ON.isNull().or(TOKEN.EXPIRES_ON.gt(currentOffsetDateTime())));
  }

  /** The live token with this hash. */
  public static Optional<LiveToken> find(DSLContext sql, byte[] hash) {
    return BY_HASH.one(sql, row -> read(row, hash), hash).flatMap(token -> token);
  }

  private static Optional<LiveToken> read(ResultSet row, byte[] hash) throws SQLException {
    // An index stops at the first different byte. This comparison takes the same time for any hash.
    return MessageDigest.isEqual(row.getBytes(4), hash)
        ? Optional.of(
            new LiveToken(
                new Caller(
                    row.getObject(1, UUID.class),
                    row.getObject(2, UUID.class),
                    Role.valueOf(row.getString(3))),
                row.getObject(5, UUID.class)))
        : Optional.empty();
  }
}
