package supplychain.proof.crash;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import supplychain.proof.Proof;
import supplychain.proof.Seed;
import supplychain.proof.Seeded;

/** Kills the service, its PostgreSQL or both under load: all that was answered outlives it. */
@ExtendWith(Seeded.class)
@Tag("proof")
class CrashTest {
  private static final int FEWEST_WRITES = 10;
  private static final int MORE_WRITES = 60;
  private static final int LATEST_MILLIS = 2_500;

  private enum Victim {
    SERVICE,
    BOTH,
    POSTMASTER,
    BACKEND,
    EVERY_PROCESS,
    A_START
  }

  @TempDir Path temp;

  @Test
  void confirmedWritesSurviveEveryKillAndTheServiceRestartsByItself(Seed seed) throws Exception {
    int cycles = Proof.count(2, 24);
    Random random = seed.random(0);
    try (Site site = new Site(temp.resolve("data"))) {
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
}
