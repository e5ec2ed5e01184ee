package supplychain.proof.crash;

import static org.junit.jupiter.api.Assertions.*;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

/** A backup that is taken while many write is of one moment: its books balance. */
@ExtendWith(Seeded.class)
@Tag("proof")
class BackupUnderLoadTest {
  @TempDir Path folder;

  @Test
  void everyBackupHoldsAllConfirmedRecordsAndBalances(Seed seed) throws Exception {
    try (Room room = new Room()) {
      room.database().migrate();
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
