package supplychain.cli;

import static org.junit.jupiter.api.Assertions.*;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where the records are is said once, and no secret is shown. */
class DatabaseSettingsTest {
  private static final String URL = "jdbc:postgresql://db.example:5433/records";

  @TempDir Path folder;

  @Test
  void aFolderAndAUrlExcludeEachOther() {
    CommandRun.with(Map.of("SUPPLY_CHAIN_DATA", "d"), "config", "--db-url", URL)
        .requireRefused(2, "SUPPLY_CHAIN_DATA and --db-url exclude each other: give one of them.");
  }

  @Test
  void aPasswordAndAFileWithItExcludeEachOther() throws IOException {
    String file = Files.writeString(folder.resolve("password"), "secret\n").toString();
    CommandRun run =
        CommandRun.with(
                Map.of("SUPPLY_CHAIN_DB_URL", URL, "SUPPLY_CHAIN_DB_PASSWORD", "secret"),
                "config",
                "--db-password-file",
                file)
            .requireExit(2, "exclude each other");
    assertFalse(run.err().contains("secret"), run.err());
  }

  @Test
  void aUserWithoutAUrlIsAMistake() {
    CommandRun.of("config", "--db-user", "ann")
        .requireExit(2, "--db-user is given without --db-url");
  }

  @Test
  void aMissingPasswordFileIsNamed() {
    String file = folder.resolve("nowhere").toString();
    CommandRun.of("config", "--db-url", URL, "--db-password-file", file)
        .requireExit(2, "--db-password-file is \"" + file + "\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "postgres://ann:secret@db.example/records",
        "jdbc:postgresql://ann:secret@db.example/records",
        "jdbc:mysql://db.example/records?password=secret",
        "jdbc:postgresql://db.example/records?user=ann&password=secret",
        "jdbc:postgresql://db.example/records?sslpassword=secret"
      })
  void aUrlThatCannotBeUsedIsNamedWithoutTheSecretInIt(String url) {
    CommandRun run = CommandRun.of("config", "--db-url", url).requireExit(2, "--db-url is \"");
    assertFalse(run.err().contains("secret"), run.err());
  }

  @Test
  void aUrlMayNameSeveralHostsAndIsShownWhole() {
    String url =
        "jdbc:postgresql://db-1.cooperative.example:5432,db-2.cooperative.example:5432,"
            + "db-3.cooperative.example:5432/records?targetServerType=primary";
    CommandRun run = CommandRun.of("config", "--db-url", url).requireExit(0);
    assertEquals(url + " flag --db-url", run.inForce("--db-url"));
    CommandRun secret =
        CommandRun.of("config", "--db-url", url + "&password=secret").requireExit(2);
    assertFalse(secret.err().contains("secret"), secret.err());
  }

  @Test
  void configHidesSecrets() {
    Map<String, String> variables =
        Map.of(
            "SUPPLY_CHAIN_DB_PASSWORD",
            "first-secret",
            "SUPPLY_CHAIN_DB_URL",
            URL + "?user=ann&password=second-secret&sslPassword=third-secret&ssl=true");
    CommandRun run = CommandRun.with(variables, "config").requireExit(0);
    assertFalse(run.out().contains("secret"), run.out());
    assertEquals(
        "(hidden) environment SUPPLY_CHAIN_DB_PASSWORD", run.inForce("SUPPLY_CHAIN_DB_PASSWORD"));
    assertTrue(run.inForce("--db-url").contains("user=ann&password=(hidden)"), run.out());
  }
}
