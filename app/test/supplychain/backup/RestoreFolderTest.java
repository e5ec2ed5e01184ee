package supplychain.backup;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;
import static supplychain.postgres.TemporaryFolder.names;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import supplychain.cli.CommandRun;
import supplychain.cli.ServiceProcess;
import supplychain.core.Role;
import supplychain.ingest.Demo;

/** A restore can create a data folder. A failed restore leaves the folder as it was. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("proof")
class RestoreFolderTest {
  @TempDir static Path temp;
  @AutoClose private final Room room = Room.ofDemo();
  private final String company = new Demo(room.database()).ids().get("COMPANY");
  private final String token = room.token(company, Role.ADMIN);
  private Path backup;

  @BeforeAll
  void backUp() {
    backup = room.backUp(temp.resolve("backup.zip"));
  }

  private static CommandRun restore(Path file, Path data) {
    return CommandRun.of("restore", file.toString(), "--data", data.toString());
  }

  private static CommandRun backUp(Path file, Path data) {
    return CommandRun.of("backup", file.toString(), "--data", data.toString());
  }

  @Test
  void aServiceRunsOnARestoredFolderAndCanBeBackedUpMeanwhile() throws Exception {
    Path data = temp.resolve("new/data");
    restore(backup, data).requireExit(0, " --data " + data);
    Path second = temp.resolve("second.zip");
    try (ServiceProcess service =
        ServiceProcess.start(Map.of(), "--port", "0", "--data", data.toString())) {
      String path = COMPANIES + company + "/";
      assertEquals(200, service.client(token).get(path).status());
      backUp(second, data).requireExit(0, ", to the disk of the records.");
      Path memory = Files.createTempFile(Path.of("/dev/shm"), "backup", ".zip");
      Files.delete(memory);
      CommandRun elsewhere = backUp(memory, data).requireExit(0, "Backed up: ");
      Files.delete(memory);
      assertFalse(elsewhere.err().contains("disk"), elsewhere.err());
      restore(second, data).requireExit(1, "The database already has tables");
      assertEquals(200, service.client(token).get(path).status());
    }
    try (Room again = new Room()) {
      assertEquals(0, again.run("restore", second.toString()).exitCode());
      assertEquals(room.content().get("farmer"), again.content().get("farmer"));
    }
  }

  @Test
  void aFailedRestoreLeavesTheFolderAsItWas() throws Exception {
    Path bad =
        new EditedBackup(backup)
            .withTable("farmer", table -> table.put("rows", 1))
            .write(temp.resolve("bad.zip"));
    Path absent = temp.resolve("absent");
    restore(bad, absent).requireExit(1, "is damaged");
    assertFalse(Files.exists(absent));
    Path empty = Files.createDirectories(temp.resolve("empty/lost+found")).getParent();
    restore(bad, empty).requireExit(1, "is damaged");
    assertEquals(List.of("lost+found"), names(empty));
  }

  @Test
  void aFolderWithOtherFilesIsNotChanged() throws Exception {
    Path other = Files.createDirectories(temp.resolve("other"));
    Files.writeString(other.resolve("letter.txt"), "Dear");
    restore(backup, other).requireExit(1, "letter.txt");
    assertEquals(List.of("letter.txt"), names(other));
  }
}
