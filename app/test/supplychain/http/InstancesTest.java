package supplychain.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static supplychain.schema.Tables.TOKEN;

import io.javalin.Javalin;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.UUID;
import java.util.function.Consumer;
import org.jooq.DSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import supplychain.Client;
import supplychain.Installation;
import supplychain.Main;
import supplychain.World;
import supplychain.core.Caller;
import supplychain.core.Role;
import supplychain.core.Tokens;
import supplychain.database.Database;
import supplychain.postgres.EmbeddedPostgres;
import supplychain.records.account.TokenQueries;

/** Two instances of the service on one database: what one learns of a token, the other knows. */
class InstancesTest {
  private final World world = new World();
  private final UUID company = world.company("Cooperative");
  private final String path = "/v1/supply-chains/companies/" + company + "/";
  private final String token = world.token(company, Role.REPORTER);
  private final Database database = open();
  private final Javalin other = Main.service(database).start("127.0.0.1", 0);

  @AfterEach
  void stop() {
    other.stop();
    database.close();
  }

  @Test
  void aTokenRevokedThroughOneIsRefusedByTheOtherAtItsNextRequest() {
    refusedAfter(sql -> assertTrue(TokenQueries.revoke(sql, Caller.SYSTEM, id(sql))));
  }

  @Test
  void aTokenThatExpiresIsRefusedByBothAtTheirNextRequest() {
    OffsetDateTime now = OffsetDateTime.now(ZoneOffset.UTC);
    refusedAfter(
        sql ->
            sql.update(TOKEN)
                .set(TOKEN.EXPIRES_ON, now.minusSeconds(1))
                .where(TOKEN.ID.eq(id(sql)))
                .execute());
  }

  private void refusedAfter(Consumer<DSLContext> change) {
    Client here = Installation.shared().client(token);
    Client there = new Client("http://127.0.0.1:" + other.port(), token);
    assertEquals(200, here.get(path).status());
    assertEquals(200, there.get(path).status());
    World.write(
        sql -> {
          change.accept(sql);
          return null;
        });
    assertEquals(401, there.get(path).status());
    assertEquals(401, here.get(path).status());
    assertEquals(401, there.post("/v1/supply-chains/company-products/", "{}").status());
  }

  private UUID id(DSLContext sql) {
    return sql.select(TOKEN.ID)
        .from(TOKEN)
        .where(TOKEN.HASH.eq(Tokens.hash(token)))
        .fetchSingle(TOKEN.ID);
  }

  private static Database open() {
    EmbeddedPostgres postgres = Installation.shared().postgres();
    return Database.open(
        postgres.url(), postgres.user(), postgres.password(), 2, Duration.ofSeconds(30));
  }
}
