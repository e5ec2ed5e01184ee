package supplychain.company;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.javalin.Javalin;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import supplychain.Client;
import supplychain.CountingDriver;
import supplychain.Installation;
import supplychain.Main;
import supplychain.World;
import supplychain.database.Database;
import supplychain.http.Role;
import supplychain.postgres.EmbeddedPostgres;

/** Reading a company takes as many statements as it has always taken, however much it has. */
class StatementsTest {
  private static final int FOR_THE_TOKEN = 1;
  private static final int FOR_THE_DOCUMENT = 1;

  private final World world = new World();

  @Test
  void aCompanyIsOneStatementHoweverMuchItHas() {
    FullCompany full = new FullCompany(world);
    UUID bare = world.company("Bare");
    String token = world.token(null, Role.OPERATOR);
    EmbeddedPostgres postgres = Installation.shared().postgres();
    String url = CountingDriver.counting(postgres.url());
    try (Database database =
        Database.open(url, postgres.user(), postgres.password(), 1, Duration.ofSeconds(10))) {
      Javalin service = Main.service(database).start("127.0.0.1", 0);
      Client client = new Client("http://127.0.0.1:" + service.port(), token);
      assertEquals(FOR_THE_TOKEN + FOR_THE_DOCUMENT, statements(client, full.id));
      assertEquals(FOR_THE_TOKEN + FOR_THE_DOCUMENT, statements(client, bare));
      service.stop();
    }
  }

  private static int statements(Client client, UUID company) {
    int before = CountingDriver.statements();
    assertEquals(200, client.get("/v1/supply-chains/companies/" + company + "/").status());
    return CountingDriver.statements() - before;
  }
}
