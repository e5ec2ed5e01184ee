package supplychain.proof.backup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import supplychain.backup.Room;
import supplychain.cli.CommandRun;
import supplychain.proof.Proof;
import supplychain.proof.Seed;
import supplychain.proof.Seeded;

/**
 * A backup that was cut off, or of which a bit has changed, is never restored as something else.
 */
@ExtendWith(Seeded.class)
class DamagedBackupTest {
  @TempDir Path folder;

  @Test
  void aTruncatedBackupIsRefused(Seed seed) throws Exception {
    try (Room room = Room.ofDemo();
        Room empty = new Room()) {
      byte[] whole = backUp(room);
      Random random = seed.random(1);
      for (int i = 0; i < Proof.count(10, 100); i++) {
        CommandRun run = restore(empty, Arrays.copyOf(whole, random.nextInt(whole.length)));
        assertRefused(run, empty);
        assertTrue(run.err().contains("is no backup"), run.err());
      }
    }
  }

  @Test
  void aBackupWithAChangedBitIsRefusedOrRestoresTheSame(Seed seed) throws Exception {
    try (Room room = Room.ofDemo();
        Room empty = new Room()) {
      byte[] whole = backUp(room);
      Random random = seed.random(2);
      for (int i = 0; i < Proof.count(10, 100); i++) {
        byte[] changed = whole.clone();
        changed[random.nextInt(whole.length)] ^= (byte) (1 << random.nextInt(Byte.SIZE));
        CommandRun run = restore(empty, changed);
        if (run.exitCode() == 0) {
          // It was in a time, or in a name that the file has twice.
          assertEquals(room.content(), empty.content());
          empty.clear();
        } else {
          assertRefused(run, empty);
        }
      }
    }
  }

  private byte[] backUp(Room room) throws IOException {
    return Files.readAllBytes(room.backUp(folder.resolve("whole.zip")));
  }

  private CommandRun restore(Room into, byte[] backup) throws IOException {
    Path file = Files.write(folder.resolve("damaged.zip"), backup);
    return into.run("restore", file.toString());
  }

  private static void assertRefused(CommandRun run, Room empty) {
    assertEquals(1, run.exitCode(), run.err());
    assertEquals(1, run.err().lines().count(), run.err());
    assertEquals(List.of(), empty.tables());
    assertFalse(Room.isBuildingLeft());
  }
}
