package supplychain.cli;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.schema.Tables.FARMER;

import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import supplychain.Await;
import supplychain.Client;
import supplychain.Meanwhile;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;

/** How the service starts and stops. */
class ServeTest {
  @Test
  void aRequestUnderWayIsAnsweredBeforeTheServiceStops() throws Exception {
    World world = new World();
    UUID coop = world.company("Cooperative");
    UUID farmer = world.farmer(coop);
    String path = "/v1/supply-chains/farmers/" + farmer + "/";
    try (ServiceProcess service =
        ServiceProcess.start(
            CommandRun.shared(), "serve", "--port", "0", "--time-zone", "Africa/Kampala")) {
      Client client = service.client(world.token(coop, Role.MEMBER));
      assertEquals("Africa/Kampala", client.get("/v1/").at("/time_zone"));
      Reply slow =
          Meanwhile.during(
              sql -> sql.selectFrom(FARMER).where(FARMER.ID.eq(farmer)).forUpdate().fetchSingle(),
              () -> client.patch(path, "{\"first_name\": \"Ruth\"}"),
              reply -> {
                service.terminate();
                Await.until(() -> isRefused(client));
                assertFalse(reply.isDone());
              });
      assertEquals(200, slow.status());
      assertEquals(0, service.exitCode());
      assertTrue(service.err().stream().noneMatch(line -> line.contains("Exception")));
    }
  }

  private static boolean isRefused(Client client) {
    try {
      client.get("/health/live");
      return false;
    } catch (UncheckedIOException e) {
      return e.getCause() instanceof ConnectException;
    }
  }
}
