package supplychain.cli;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;
import static supplychain.schema.Tables.FARMER;

import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jooq.DSLContext;
import org.jooq.impl.DSL;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import supplychain.Await;
import supplychain.Bridge;
import supplychain.Client;
import supplychain.Meanwhile;
import supplychain.Records;
import supplychain.Reply;
import supplychain.World;
import supplychain.backup.Room;
import supplychain.core.Failure;
import supplychain.core.Role;
import supplychain.ingest.LongTransaction;
import supplychain.postgres.TemporaryFolder;
import supplychain.postgres.TwoServers;

/** How the service starts, why it does not, and how it and the commands stop. */
class ServeTest {
  private static final Duration A_MOMENT = Duration.ofMillis(20);
  private static final Duration A_FEW_TRIES = Duration.ofSeconds(3);
  private static final Duration AN_INSTANT = Duration.ofMillis(200);
  @TempDir Path folder;

  @Test
  void aRequestUnderWayIsAnsweredBeforeTheServiceStops() throws Exception {
    World world = new World();
    UUID coop = world.company("Cooperative");
    UUID farmer = world.farmer(coop);
    String path = FARMERS + farmer + "/";
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
      // No other machine can connect.
      assertTrue(service.err().stream().noneMatch(line -> line.contains("no certificate")));
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

  @Test
  @Tag("proof")
  void aPortInUseIsReportedInOneLineBeforeAnythingStarts() throws Exception {
    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String data = folder.resolve("data").toString();
      String port = Integer.toString(other.getLocalPort());
      try (ServiceProcess service =
          ServiceProcess.start(Map.of(), "--port", port, "--data", data)) {
        assertEquals(1, service.exitCode());
        assertEquals(
            List.of(
                "Port %s on 127.0.0.1 cannot be used: Address already in use. Choose another with --port."
                    .formatted(port)),
            service.err());
      }
      assertFalse(Files.exists(folder.resolve("data")));
    }
  }

  @Test
  @Tag("proof")
  void theServiceWaitsForTheDatabaseAndThenNamesIt() throws Exception {
    String url = "jdbc:postgresql://127.0.0.1:" + DemoTest.freePort() + "/records";
    String failure = tried(DatabaseAddress.of(url, "ann", "secret"), Duration.ofMillis(500));
    assertTrue(failure.contains("refused"), failure);
    assertFalse(failure.contains("secret"), failure);
  }

  /** The message of the failure to reach a database, after the service said that it tries again. */
  private static String tried(DatabaseAddress address, Duration patience) {
    StringBuilder said = new StringBuilder();
    try (OpenParts parts = new OpenParts(false)) {
      Failure failure =
          assertThrows(Failure.class, () -> address.await(parts, patience, true, said::append));
      String start = "The database cannot be reached. Trying again";
      assertTrue(said.toString().startsWith(start), said::toString);
      return failure.getMessage();
    }
  }

  @Test
  @Tag("proof")
  void aWrongPasswordIsReportedAtOnceAndNotShown() {
    Map<String, String> settings = CommandRun.shared();
    settings.put("SUPPLY_CHAIN_DB_PASSWORD_FILE", CommandRun.passwordFile("secret-guess"));
    CommandRun run =
        CommandRun.with(settings, "serve", "--port", "0")
            .requireExit(1, "password authentication failed");
    assertEquals(1, run.err().lines().count());
    assertFalse(run.err().contains("secret-guess"), run.err());
  }

  @Test
  @Tag("proof")
  void aStopWhilePostgresqlIsSetUpLeavesNothingUnfinished() throws Exception {
    Path data = folder.resolve("data");
    try (ServiceProcess service =
        ServiceProcess.start(Map.of(), "--port", "0", "--data", data.toString())) {
      while (!Files.exists(data)
          || TemporaryFolder.names(data).stream().noneMatch(n -> n.startsWith(".new-cluster"))) {
        assertFalse(service.isReadyWithin(A_MOMENT), () -> service.err().toString());
      }
      service.terminate();
      assertEquals(0, service.exitCode());
    }
    assertTrue(TemporaryFolder.names(data).stream().noneMatch(n -> n.startsWith(".new-")));
    assertTrue(
        ProcessHandle.allProcesses()
            .noneMatch(process -> process.info().command().orElse("").startsWith(data.toString())));
  }

  @Test
  @Tag("proof")
  void anEmptyServiceNamesTheFirstSteps() throws Exception {
    String data = folder.resolve("data").toString();
    try (ServiceProcess service =
        ServiceProcess.start(Map.of(), "serve", "--port", "0", "--data", data)) {
      assertEquals(200, service.client(null).get("/health/ready").status());
      String first = "There is no company.*load FILE.*token create.*";
      assertTrue(service.err().stream().anyMatch(l -> l.matches(first)), service.err()::toString);
      assertEquals("", Files.readString(service.out()));
      String token =
          CommandRun.of(
                  "token", "create", "--data=" + data, "--user=you@example.org", "--role=OPERATOR")
              .requireExit(0)
              .out()
              .strip();
      service.client(token).post(COMPANIES, "{\"name\": \"Elgon\"}").expect(201);
    }
  }

  @Test
  @Tag("proof")
  void aCommandWaitsForAStandbyAndThenNamesIt() throws Exception {
    TwoServers servers = TwoServers.whole();
    DatabaseAddress standby =
        DatabaseAddress.of(servers.replica().url(), servers.user(), servers.password());
    String failure = tried(standby, A_FEW_TRIES);
    assertTrue(failure.contains("standby"), failure);
    try (OpenParts parts = new OpenParts(false)) {
      assertDoesNotThrow(() -> standby.await(parts, Duration.ZERO, false, line -> {}));
    }
  }

  @Test
  @Tag("proof")
  void ofSeveralHostsThePrimaryIsWaitedForUntilThereIsOne() throws Exception {
    TwoServers servers = TwoServers.whole();
    DatabaseAddress both = DatabaseAddress.of(servers.url(), servers.user(), servers.password());
    try (OpenParts parts = new OpenParts(false)) {
      assertDoesNotThrow(() -> both.await(parts, Duration.ZERO, true, line -> {}));
      servers.primary().kill();
      Failure failure =
          assertThrows(Failure.class, () -> both.await(parts, AN_INSTANT, true, line -> {}));
      assertTrue(failure.getMessage().contains("primary"), failure.getMessage());
      both.await(
          parts, DatabaseAddress.PATIENCE, true, line -> assertDoesNotThrow(servers::promote));
    }
  }

  @Test
  @Tag("proof")
  void anInterruptedImportSaysThatNothingWasRecorded() throws Exception {
    UUID company = new World().company("Cooperative");
    Path file =
        Files.writeString(folder.resolve("farmers.csv"), "first_name,buyer\nGrace," + company);
    // The import waits for another one, which this test does not end before the interrupt.
    World.write(
        sql -> {
          new LongTransaction(sql);
          assertDoesNotThrow(() -> interruptImport(file));
          return 0;
        });
    assertEquals(0, Records.count(FARMER, FARMER.BUYER.eq(company)));
  }

  private static void interruptImport(Path file) throws Exception {
    try (ServiceProcess command =
        ServiceProcess.start(CommandRun.shared(), "import", file.toString(), "--kind", "farmers")) {
      Await.until(() -> World.read(ServeTest::isWaiting));
      // Java treats both signals alike, but a build in the background has SIGINT ignored.
      command.terminate();
      assertFalse(command.exitCode() == 0);
      assertEquals("Interrupted. Nothing was recorded.", String.join("\n", command.err()));
    }
  }

  /** The last commit of a restore also moves the tables from their temporary schema. */
  @Test
  @Tag("proof")
  void aRestoreThatIsInterruptedInItsLastCommitSaysThatTheResultIsUnknown() throws Exception {
    try (Room room = Room.ofDemo();
        Room restored = new Room();
        Bridge bridge = new Bridge(restored.url())) {
      Path backup = room.backUp(folder.resolve("backup.zip"));
      CompletableFuture<Void> commit = bridge.holdAfter("drop schema \"supply_chain_restoring\"");
      Map<String, String> settings = restored.settings();
      settings.put(
          "SUPPLY_CHAIN_DB_URL", bridge.url() + "?" + restored.url().replaceFirst(".*\\?", ""));
      try (ServiceProcess command = ServiceProcess.start(settings, "restore", backup.toString())) {
        commit.get(1, TimeUnit.MINUTES);
        command.terminate();
        assertFalse(command.exitCode() == 0);
        assertEquals(
            "Interrupted at the very end. Check whether the records were written.",
            String.join("\n", command.err()));
      }
      bridge.cut();
      // PostgreSQL notices the end of the sessions a moment later, and frees their locks.
      Await.until(() -> restored.run("restore", backup.toString()).exitCode() == 0);
      assertEquals(room.content(), restored.content());
    }
  }

  private static boolean isWaiting(DSLContext sql) {
    return sql.fetchExists(
        DSL.table("pg_locks"), DSL.condition("locktype = 'advisory' and not granted"));
  }
}
