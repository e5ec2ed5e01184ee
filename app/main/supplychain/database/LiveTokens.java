package supplychain.database;

import static org.jooq.impl.DSL.*;
import static supplychain.database.SqlText.parameter;
import static supplychain.schema.Tables.TOKEN;

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
  private static final SqlText BY_HASH =
      new SqlText(
          select(TOKEN.APP_USER, TOKEN.COMPANY, TOKEN.ROLE, TOKEN.ID)
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
    return BY_HASH.one(sql, LiveTokens::read, hash);
  }

  private static LiveToken read(ResultSet row) throws SQLException {
    UUID user = row.getObject(1, UUID.class);
    UUID company = row.getObject(2, UUID.class);
    Role role = Role.valueOf(row.getString(3));
    return new LiveToken(new Caller(user, company, role), row.getObject(4, UUID.class));
  }
}
