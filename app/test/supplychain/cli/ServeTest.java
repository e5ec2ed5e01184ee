package supplychain.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static supplychain.schema.Tables.FARMER;

import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jooq.impl.DSL;
import org.junit.jupiter.api.Test;
import supplychain.Await;
import supplychain.Client;
import supplychain.Installation;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;
import supplychain.database.Database;

/** How the service starts and stops. */
class ServeTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Database database = Installation.shared().database();

  @Test
  void aRequestUnderWayIsAnsweredBeforeTheServiceStops() throws Exception {
    World world = new World();
    UUID coop = world.company("Cooperative");
    UUID farmer = world.farmer(coop);
    String path = "/v1/supply-chains/farmers/" + farmer + "/";
    CountDownLatch release = new CountDownLatch(1);
    CompletableFuture<Void> holder = holdRow(farmer, release);
    try (ServiceProcess service =
        ServiceProcess.start(CommandRun.shared(), "serve", "--port", "0")) {
      Client client = service.client(world.token(coop, Role.MEMBER));
      CompletableFuture<Reply> slow =
          CompletableFuture.supplyAsync(() -> client.patch(path, "{\"first_name\": \"Ruth\"}"));
      Await.until(this::someoneWaitsForARow);
      service.terminate();
      Await.until(() -> isRefused(client));
      assertFalse(slow.isDone());
      release.countDown();
      assertEquals(200, slow.get(PATIENCE.toSeconds(), TimeUnit.SECONDS).status());
      assertEquals(0, service.exitCode());
      assertTrue(service.err().stream().noneMatch(line -> line.contains("Exception")));
    } finally {
      release.countDown();
      holder.join();
    }
  }

  private CompletableFuture<Void> holdRow(UUID farmer, CountDownLatch release)
      throws InterruptedException {
    CountDownLatch held = new CountDownLatch(1);
    CompletableFuture<Void> holder =
        CompletableFuture.runAsync(
            () ->
                database.write(
                    World.AUTHOR,
                    sql -> {
                      sql.selectFrom(FARMER).where(FARMER.ID.eq(farmer)).forUpdate().fetchSingle();
                      held.countDown();
                      return await(release);
                    }));
    assertTrue(held.await(PATIENCE.toSeconds(), TimeUnit.SECONDS));
    return holder;
  }

  private static boolean await(CountDownLatch latch) {
    try {
      return latch.await(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private boolean someoneWaitsForARow() {
    return database.read(
        sql ->
            sql.fetchExists(
                DSL.table("pg_stat_activity"), DSL.condition("wait_event_type = 'Lock'")));
  }

  private static boolean isRefused(Client client) {
    try {
      client.get("/health/live");
      return false;
    } catch (UncheckedIOException e) {
      return e.getCause() instanceof ConnectException;
    }
  }

  @Test
  void anEmptyInstallationSaysHowToFillIt() throws Exception {
    String schema = "s" + World.unique(8);
    database.write(World.AUTHOR, sql -> sql.createSchema(schema).execute());
    Map<String, String> settings = new HashMap<>(CommandRun.shared());
    settings.merge("SUPPLY_CHAIN_DB_URL", "?currentSchema=" + schema, String::concat);
    try (ServiceProcess service =
        ServiceProcess.start(settings, "--port", "0", "--pool-size", "5")) {
      assertEquals(200, service.client(null).get("/health/ready").status());
      service.terminate();
      assertEquals(0, service.exitCode());
      String hint =
          service.err().stream()
              .filter(line -> line.startsWith("There is no company"))
              .findFirst()
              .orElseThrow();
      assertTrue(hint.contains("load FILE") && hint.contains("token create"), hint);
      assertEquals("", Files.readString(service.out()));
    } finally {
      database.write(World.AUTHOR, sql -> sql.dropSchema(schema).cascade().execute());
    }
  }
}
