package supplychain.proof.crash;

import static org.junit.jupiter.api.Assertions.*;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import supplychain.Await;
import supplychain.SmallDisk;
import supplychain.cli.CommandRun;
import supplychain.cli.ServiceProcess;
import supplychain.postgres.EmbeddedPostgres;
import supplychain.proof.Proof;
import supplychain.proof.Seed;
import supplychain.proof.Seeded;

/** A disk that is full or may not be written is told clearly, and costs no record. */
@ExtendWith(Seeded.class)
@Tag("proof")
class FullDiskTest {
  private static final int ROOM_TO_RUN = 200;
  private static final int ENOUGH_TO_BEGIN = 300;
  private static final Duration READY = Duration.ofMinutes(1);

  /** Where the first start runs out of room: at the programs, the cluster, the tables. */
  private static final List<Integer> TOO_SMALL = List.of(1, 40, 75, 92, 100);

  private static final int MOST_KEPT_FILES = 20;

  /** Makes PostgreSQL's log of changes grow by a file, for which there is no room. */
  private static final String GROW_LOG =
      "select pg_logical_emit_message(true, 'grow', repeat('x', 9000000))";

  @Test
  void aServiceOnAFullDiskAnswers503AndRecoversByItselfOrAfterARestartWithEveryRecord(Seed seed)
      throws Exception {
    try (SmallDisk disk = SmallDisk.of(ROOM_TO_RUN);
        Site site = new Site(disk.resolve("data"))) {
      site.start();
      try (Clerks clerks = new Clerks(Site.records(), site::client, seed)) {
        clerks.awaitAnswers(20);
        disk.fill();
        clerks.await503s(10);
        assertEquals(503, ready(site));
        breakDown(site.folder());
        clerks.await503s(10);
        disk.free();
        clerks.awaitAnswers(20);
        Await.until(() -> ready(site) == 200);
        long tries = site.said().stream().filter(line -> line.contains("revival failed")).count();
        assertTrue(tries <= 5, () -> site.said().toString());
        disk.fill();
        breakDown(site.folder());
        site.kill(List.of());
        String line = refusedStart(site.folder());
        assertTrue(line.contains("No space left on device"), line);
        assertTrue(line.contains("Only 0 MB are free"), line);
        disk.free();
        site.start();
        clerks.awaitAnswers(20);
        clerks.finish();
        site.audit(clerks.ledger);
      }
    }
  }

  @Test
  void anIdleServiceOnAFullDiskIsNotReadyAndIsAgainOnceThereIsRoom() throws Exception {
    try (SmallDisk disk = SmallDisk.of(ROOM_TO_RUN);
        Site site = new Site(disk.resolve("data"))) {
      site.start();
      assertEquals(200, ready(site));
      disk.fill();
      Await.until(() -> ready(site) == 503);
      disk.free();
      assertEquals(200, ready(site));
      assertEquals(0, site.stop());
    }
  }

  private static int ready(Site site) {
    return assertDoesNotThrow(site::client).get("/health/ready").status();
  }

  private static void breakDown(Path folder) throws SQLException {
    try (EmbeddedPostgres postgres = EmbeddedPostgres.open(folder, false);
        Connection connection =
            DriverManager.getConnection(postgres.url(), postgres.user(), postgres.password());
        Statement statement = connection.createStatement()) {
      assertThrows(
          SQLException.class,
          () -> {
            // PostgreSQL may have kept some files of its log to use again.
            for (int i = 0; i < MOST_KEPT_FILES; i++) {
              statement.execute(GROW_LOG);
            }
          });
    }
  }

  @Test
  void aFirstStartWithoutRoomSaysSoInOneLineAndTheNextOneSucceeds() throws Exception {
    List<Integer> sizes =
        TOO_SMALL.subList(TOO_SMALL.size() - Proof.count(1, TOO_SMALL.size()), TOO_SMALL.size());
    for (int size : sizes) {
      try (SmallDisk disk = SmallDisk.of(size)) {
        Path folder = disk.resolve("data");
        String line = refusedStart(folder);
        assertTrue(line.startsWith("The data folder " + folder + " cannot be used: "), line);
        assertTrue(line.matches(".*Only \\d+ MB are free there. Free some space\\."), line);
        disk.resize(ENOUGH_TO_BEGIN);
        try (ServiceProcess service =
            ServiceProcess.start(Map.of(), "--port", "0", "--data", folder.toString())) {
          assertTrue(service.isReadyWithin(READY));
        }
      }
    }
  }

  @Test
  void aFolderOnAReadOnlyDiskIsRefusedInOneLine() throws Exception {
    try (SmallDisk disk = SmallDisk.of(ENOUGH_TO_BEGIN)) {
      Path folder = disk.resolve("data");
      new Site(folder);
      disk.readOnly(true);
      for (Path path : List.of(folder, disk.resolve("new"))) {
        String line = refusedStart(path);
        assertTrue(line.startsWith("The data folder " + path + " cannot be used: "), line);
        assertTrue(line.contains("Read-only file system"), line);
        assertTrue(line.endsWith("choose another folder with --data."), line);
      }
      disk.readOnly(false);
      assertMigrates(folder);
    }
  }

  /** The only line that a service says which cannot start. */
  private static String refusedStart(Path folder) throws Exception {
    try (ServiceProcess service =
        ServiceProcess.start(Map.of(), "--port", "0", "--data", folder.toString())) {
      assertEquals(1, service.exitCode());
      assertEquals(1, service.err().size(), () -> String.join("\n", service.err()));
      return service.err().get(0);
    }
  }

  private static void assertMigrates(Path folder) {
    CommandRun.of("migrate", "--data", folder.toString()).requireExit(0);
  }
}
