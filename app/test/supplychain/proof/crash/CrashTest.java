package supplychain.proof.crash;

import static org.junit.jupiter.api.Assertions.*;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import supplychain.Client;
import supplychain.Records;
import supplychain.World;
import supplychain.backup.Room;
import supplychain.database.Database;
import supplychain.proof.Proof;
import supplychain.proof.Seed;
import supplychain.proof.Seeded;
import supplychain.verify.Discrepancy;

/** Under load: all that was answered outlives a kill, and a backup is of one moment. */
@ExtendWith(Seeded.class)
@Tag("proof")
class CrashTest {
  private static final int FEWEST_WRITES = 10;
  private static final int MORE_WRITES = 60;
  private static final int LATEST_MILLIS = 2_500;
  @TempDir Path folder;

  private enum Victim {
    SERVICE,
    BOTH,
    POSTMASTER,
    BACKEND,
    EVERY_PROCESS,
    A_START
  }

  @Test
  void confirmedWritesSurviveEveryKillAndTheServiceRestartsByItself(Seed seed) throws Exception {
    int cycles = Proof.count(2, 24);
    Random random = seed.random(0);
    try (Site site = new Site(folder.resolve("data"))) {
      site.start();
      try (Clerks clerks = new Clerks(Site.records(), site::client, seed)) {
        int first = random.nextInt(Victim.values().length);
        for (int cycle = 0; cycle < cycles; cycle++) {
          clerks.awaitAnswers(FEWEST_WRITES + random.nextInt(MORE_WRITES));
          kill(Victim.values()[(first + cycle) % Victim.values().length], site, random);
        }
        clerks.awaitAnswers(FEWEST_WRITES);
        clerks.finish();
        clerks.repeatAll();
        site.audit(clerks.ledger);
        assertEquals(0, site.stop());
        site.audit(clerks.ledger);
      }
    }
  }

  private static void kill(Victim victim, Site site, Random random) throws Exception {
    switch (victim) {
      case POSTMASTER -> site.postmaster().forEach(ProcessHandle::destroyForcibly);
      case BACKEND -> {
        List<ProcessHandle> backends = site.backends();
        if (!backends.isEmpty()) {
          backends.get(random.nextInt(backends.size())).destroyForcibly();
        }
      }
      case SERVICE -> restart(site, List.of());
      case BOTH -> restart(site, site.postmaster());
      case EVERY_PROCESS -> restart(site, site.postgres());
      case A_START -> {
        site.kill(random.nextBoolean() ? site.postgres() : List.of());
        site.startAndKillAfter(Duration.ofMillis(random.nextInt(LATEST_MILLIS)));
        restart(site, random.nextBoolean() ? site.postmaster() : List.of());
      }
    }
  }

  private static void restart(Site site, List<ProcessHandle> killedWithIt) throws Exception {
    site.kill(killedWithIt);
    site.start();
  }

  @Test
  void everyBackupHoldsAllConfirmedRecordsAndBalances(Seed seed) throws Exception {
    try (Room room = new Room()) {
      room.database().schema().migrate();
      // Tables are read in the order of their names, so this takes time before the goods are.
      room.addNoise("much", 30_000);
      Cooperative records = new Cooperative(new World(room.database()));
      Client client = room.client(records.token);
      Map<Path, Integer> confirmed = new LinkedHashMap<>();
      try (Clerks clerks = new Clerks(records, () -> client, seed)) {
        for (int i = 0; i < Proof.count(1, 5); i++) {
          clerks.awaitAnswers(20);
          int before = clerks.ledger.entries.size();
          confirmed.put(room.backUp(folder.resolve(i + ".zip")), before);
        }
        clerks.finish();
        Audit.of(clerks.ledger, records, room.database());
        confirmed.forEach((backup, before) -> requireWhole(backup, before, clerks));
      }
    }
  }

  private static void requireWhole(Path backup, int before, Clerks clerks) {
    try (Room restored = new Room()) {
      restored.run("restore", backup.toString()).requireExit(0);
      int recorded = Audit.ofMoment(clerks.ledger, clerks.records, restored.database());
      assertTrue(before <= recorded, recorded + " of " + before);
      assertEquals(List.of(), mistakes(restored.database()));
    }
  }

  /** The findings of verify, except the names that only make the backup longer. */
  private static List<Discrepancy> mistakes(Database database) {
    return Records.mistakes(database).stream()
        .filter(mistake -> !mistake.check().equals("load-ref"))
        .toList();
  }
}
