package supplychain.database;

import static org.jooq.impl.DSL.exists;
import static org.jooq.impl.DSL.select;
import static org.jooq.impl.DSL.selectOne;
import static supplychain.database.SqlText.parameter;
import static supplychain.schema.Tables.TOKEN;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import supplychain.core.Caller;
import supplychain.core.Role;
import supplychain.schema.tables.Token;

/** The tokens that can be used now. */
public final class LiveTokens {
  /** The view of them. */
  public static final Token LIVE_TOKEN = TOKEN.rename("live_token");

  private static final SqlText BY_HASH =
      new SqlText(
          select(LIVE_TOKEN.APP_USER, LIVE_TOKEN.COMPANY, LIVE_TOKEN.ROLE, LIVE_TOKEN.ID)
              .from(LIVE_TOKEN)
              .where(LIVE_TOKEN.HASH.eq(parameter(byte[].class))));

  private LiveTokens() {}

  /** A live token: its caller and its id. */
  public record LiveToken(Caller caller, UUID id) {}

  /** That the token with this id is live. */
  public static Condition isLive(Field<UUID> id) {
    return exists(selectOne().from(LIVE_TOKEN).where(LIVE_TOKEN.ID.eq(id)));
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
