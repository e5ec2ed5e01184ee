package supplychain.backup;

import static org.junit.jupiter.api.Assertions.*;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import supplychain.Installation;
import supplychain.cli.CommandRun;
import supplychain.postgres.EmbeddedPostgres;

/** One command moves the records between the embedded PostgreSQL and your own. */
@Tag("proof")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MoveTest {
  @AutoClose private final Room room = Room.ofDemo();

  @TempDir Path folder;

  private CommandRun moveTo(Path data) {
    EmbeddedPostgres postgres = Installation.shared().postgres();
    return CommandRun.of(
        "move",
        "--from-db-url",
        room.url(),
        "--from-db-user",
        postgres.user(),
        "--from-db-password-file",
        CommandRun.passwordFile(postgres.password()),
        "--data",
        data.toString());
  }

  @Test
  void recordsMoveIntoAFolderAndBackIntoADatabase() throws Exception {
    Path data = folder.resolve("data");
    moveTo(data)
        .requireExit(
            0,
            "Each table has as many rows as in the source.",
            "Start it with: java -jar supply-chain.jar --data " + data);
    moveTo(data).requireExit(1, "The database already has tables");
    try (Room back = new Room()) {
      Map<String, String> settings = back.settings();
      Path file = Files.writeString(folder.resolve("settings"), "data=" + data);
      back.run("move", "--from-data", data.toString(), "--config", file.toString())
          .requireExit(
              0,
              "Moved: ",
              "Start it with: java -jar supply-chain.jar --config %s --db-url '%s' --db-user %s --db-password-file %s."
                  .formatted(
                      file,
                      back.url(),
                      settings.get("SUPPLY_CHAIN_DB_USER"),
                      settings.get("SUPPLY_CHAIN_DB_PASSWORD_FILE")));
      assertEquals(room.content(), back.content());
      assertEquals(room.shape(), back.shape());
      try (EmbeddedPostgres running = EmbeddedPostgres.open(data, true)) {
        assertTrue(running.owned());
        back.clear();
        back.run("move", "--from-data", data.toString()).requireExit(1, "" + data);
        assertEquals(List.of(), back.tables());
      }
    }
  }

  @Test
  void aSourceThatIsMissingOrTheTargetIsRefused() {
    String data = folder.resolve("data").toString();
    CommandRun.of("move", "--data", data)
        .requireRefused(2, "Name the source with --from-data or --from-db-url.");
    CommandRun.of("move", "--from-data", data, "--from-db-user", "ann")
        .requireRefused(2, "--from-db-user and --from-db-password-file need --from-db-url.");
    CommandRun.of("move", "--from-data", data, "--data", data)
        .requireRefused(2, "--from-data and --data name the same folder.");
    CommandRun.of("move", "--from-data", data, "--data", data + "-new")
        .requireRefused(
            1, "There are no records in " + data + ". Name their folder with --from-data.");
    assertFalse(Files.exists(folder.resolve("data-new")));
  }
}
