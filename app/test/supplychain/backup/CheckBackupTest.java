package supplychain.backup;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.postgres.TemporaryFolder.names;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import supplychain.Await;
import supplychain.cli.CommandRun;
import supplychain.cli.ServiceProcess;

/** A check restores a backup for a trial, tells what it found, and leaves nothing but the file. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CheckBackupTest {
  private static final String FAILED =
      "The check of the backup %s failed. Do not rely on this file: %s\n";

  @AutoClose private final Room room = Room.ofDemo();

  @TempDir Path folder;

  @Test
  void aGoodBackupIsReportedAsGood() throws Exception {
    Path file = folder.resolve("good.zip");
    CommandRun run =
        room.run("backup", file.toString(), "--check")
            .requireExit(
                0,
                "Backed up: ",
                ("Checked: %s can be restored, and each table has all of its rows. The books are"
                        + " right, ")
                    .formatted(file));
    assertEquals("", run.out());
    assertEquals(List.of("good.zip"), names(folder));
  }

  @Test
  @Tag("proof")
  void aDamagedBackupFailsItsCheckAndStays() throws Exception {
    Path file =
        new EditedBackup(room.backUp(folder.resolve("good.zip")))
            .withTable("farmer", table -> table.put("rows", 1))
            .write(folder.resolve("bad.zip"));
    assertEquals(
        new CommandRun(
            3,
            "",
            FAILED.formatted(
                file,
                "The backup is damaged, in tables/farmer.tsv. It cannot be restored. Use an"
                    + " earlier backup.")),
        CommandRun.of("check-backup", file.toString()));
    Files.writeString(file, "Dear");
    CommandRun.of("check-backup", file.toString()).requireExit(3, "is not a backup");
    assertEquals(List.of("bad.zip", "good.zip"), names(folder));
  }

  @Test
  @Tag("proof")
  void aBackupOfWrongBooksFailsItsCheck() throws Exception {
    Path file = folder.resolve("wrong.zip");
    try (Room wrong = Room.ofDemo()) {
      wrong.write("insert into entity values ('00000000-0000-7000-8000-000000000001', 'FARMER')");
      CommandRun run =
          wrong
              .run("backup", file.toString(), "--check")
              .requireExit(3, "Do not rely on this file: The books are wrong: 1 mistake, ");
      assertTrue(
          run.out()
              .contains(
                  "WRONG entity 00000000-0000-7000-8000-000000000001: it is marked as a farmer, but"
                      + " that record is missing, or there are two\n"),
          run.out());
    }
    assertEquals(List.of("wrong.zip"), names(folder));
  }

  @Test
  void aPipeCannotBeChecked() {
    room.run("backup", "-", "--check")
        .requireRefused(
            2, "--check needs a file, because it restores the file. Name a file in place of -.");
  }

  @Test
  @Tag("proof")
  void aStoppedCheckLeavesTheBackupAndNoFolder() throws Exception {
    Path file = folder.resolve("backup.zip");
    try (ServiceProcess backup =
        ServiceProcess.start(room.settings(), "backup", file.toString(), "--check")) {
      Await.until(
          () -> names(folder).stream().anyMatch(name -> name.startsWith("backup.zip.check-")));
      backup.terminate();
      assertTrue(backup.exitCode() != 0);
    }
    assertEquals(List.of("backup.zip"), names(folder));
  }
}
