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
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
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
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DamagedBackupTest {
  @AutoClose private final Room room = Room.ofDemo();
  @AutoClose private final Room empty = new Room();
  @TempDir Path folder;
  private byte[] whole;

  @BeforeEach
  void backUp() throws IOException {
    whole = Files.readAllBytes(room.backUp(folder.resolve("whole.zip")));
  }

  @Test
  void aTruncatedBackupIsRefused(Seed seed) throws Exception {
    Random random = seed.random(1);
    for (int i = 0; i < Proof.count(10, 100); i++) {
      CommandRun run = restore(Arrays.copyOf(whole, random.nextInt(whole.length)));
      assertRefused(run);
      assertTrue(run.err().contains("is no backup"), run.err());
    }
  }

  @Test
  void aBackupWithAChangedBitIsRefusedOrRestoresTheSame(Seed seed) throws Exception {
    Random random = seed.random(2);
    for (int i = 0; i < Proof.count(10, 100); i++) {
      byte[] changed = whole.clone();
      changed[random.nextInt(whole.length)] ^= (byte) (1 << random.nextInt(Byte.SIZE));
      CommandRun run = restore(changed);
      if (run.exitCode() == 0) {
        // It was in a time, or in a name that the file has twice.
        assertEquals(room.content(), empty.content());
        empty.clear();
      } else {
        assertRefused(run);
      }
    }
  }

  private CommandRun restore(byte[] backup) throws IOException {
    Path file = Files.write(folder.resolve("damaged.zip"), backup);
    return empty.run("restore", file.toString());
  }

  private void assertRefused(CommandRun run) {
    assertEquals(1, run.exitCode(), run.err());
    assertEquals(1, run.err().lines().count(), run.err());
    assertEquals(List.of(), empty.tables());
    assertFalse(Room.isBuildingLeft());
  }
}
