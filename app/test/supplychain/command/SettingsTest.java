package supplychain.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every setting comes from its flag, its variable or its default, and a wrong one is named. */
class SettingsTest {
  private static final String URL = "jdbc:postgresql://db.example:5433/records";

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "--host, 127.0.0.1",
    "--port, 8080",
    "--pool-size, 10",
    "--pool-wait, 5",
    "--rate-limit, 0",
    "--stop-wait, 20",
    "--db-url, -",
    "--db-user, -",
    "--db-password-file, -"
  })
  void aSettingThatNobodyGivesHasItsDefault(String flag, String value) {
    assertEquals(value + " default", inForce(CommandRun.of("config"), flag));
  }

  @Test
  void theRecordsAreInTheWorkingFolderByDefault() {
    String expected = Path.of("supply-chain-data").toAbsolutePath() + " default";
    assertEquals(expected, inForce(CommandRun.of("config"), "--data"));
  }

  @Test
  void aVariableBeatsTheDefaultAndAFlagTheVariable() {
    Map<String, String> variables =
        Map.of("SUPPLY_CHAIN_PORT", "9000", "SUPPLY_CHAIN_POOL_SIZE", "3");
    CommandRun run = CommandRun.with(variables, "config", "--port", "9001");
    assertEquals("9001 flag --port", inForce(run, "--port"));
    assertEquals("3 environment SUPPLY_CHAIN_POOL_SIZE", inForce(run, "--pool-size"));
  }

  @ParameterizedTest
  @CsvSource({
    "--port, 65536, 65535",
    "--port, -1, 0",
    "--port, http, 8080",
    "--port, '', 1",
    "--pool-size, 0, 1",
    "--pool-size, 101, 100",
    "--pool-size, 1e1, 10",
    "--pool-wait, 0, 1",
    "--pool-wait, 61, 60",
    "--rate-limit, 1000001, 1000000",
    "--stop-wait, 601, 600",
    "--stop-wait, 99999999999999999999, 0"
  })
  void eachLimitHoldsAtItsEdgeAndIsNamedOnePastIt(String flag, String past, String edge) {
    assertEquals(0, CommandRun.of("config", flag + "=" + edge).exitCode());
    CommandRun byFlag = CommandRun.of("config", flag + "=" + past);
    assertEquals(2, byFlag.exitCode());
    assertTrue(byFlag.err().startsWith(flag + " is \"" + past + "\"; it must be "), byFlag.err());
    String variable = Environment.variable(flag);
    CommandRun byVariable = CommandRun.with(Map.of(variable, past), "config");
    assertEquals(2, byVariable.exitCode());
    assertTrue(byVariable.err().startsWith(variable + " is \"" + past + "\""), byVariable.err());
    assertEquals(1, byVariable.err().lines().count());
  }

  @ParameterizedTest
  @ValueSource(strings = {"--host", "--data", "--db-url"})
  void whatMustNotBeBlankIsNamed(String flag) {
    CommandRun run = CommandRun.of("config", flag + "= ");
    assertEquals(2, run.exitCode());
    assertTrue(run.err().startsWith(flag + " is \" \"; it must be "), run.err());
  }

  @Test
  void anUnknownVariableIsRefusedWithTheOneThatWasMeant() {
    CommandRun run = CommandRun.with(Map.of("SUPPLY_CHAIN_PROT", "1"), "config");
    assertEquals(2, run.exitCode());
    assertEquals(
        "The environment variable SUPPLY_CHAIN_PROT is no setting: did you mean"
            + " SUPPLY_CHAIN_PORT?\n",
        run.err());
    CommandRun far = CommandRun.with(Map.of("SUPPLY_CHAIN_WHATEVER", "1"), "serve");
    assertEquals(2, far.exitCode());
    assertTrue(far.err().contains("SUPPLY_CHAIN_WHATEVER is no setting"), far.err());
  }

  @Test
  void variablesOfOthersAreNobodysBusiness() {
    assertEquals(0, CommandRun.with(Map.of("SUPPLY", "1", "PORT", "x"), "config").exitCode());
  }

  @Test
  void aFolderAndAUrlExcludeEachOther() {
    CommandRun run = CommandRun.with(Map.of("SUPPLY_CHAIN_DATA", "d"), "config", "--db-url", URL);
    assertEquals(2, run.exitCode());
    assertEquals(
        "SUPPLY_CHAIN_DATA and --db-url exclude each other: give one of them.\n", run.err());
  }

  @Test
  void aPasswordAndAFileWithItExcludeEachOther() throws IOException {
    String file = Files.writeString(folder.resolve("password"), "secret\n").toString();
    CommandRun run =
        CommandRun.with(
            Map.of("SUPPLY_CHAIN_DB_URL", URL, "SUPPLY_CHAIN_DB_PASSWORD", "secret"),
            "config",
            "--db-password-file",
            file);
    assertEquals(2, run.exitCode());
    assertTrue(run.err().contains("exclude each other"), run.err());
    assertFalse(run.err().contains("secret"), run.err());
  }

  @Test
  void aUserWithoutAUrlIsAMistake() {
    CommandRun run = CommandRun.of("config", "--db-user", "ann");
    assertEquals(2, run.exitCode());
    assertTrue(run.err().startsWith("--db-user is given without --db-url"), run.err());
  }

  @Test
  void aPasswordFileThatIsNotThereIsNamed() {
    String file = folder.resolve("nowhere").toString();
    CommandRun run = CommandRun.of("config", "--db-url", URL, "--db-password-file", file);
    assertEquals(2, run.exitCode());
    assertTrue(run.err().startsWith("--db-password-file is \"" + file + "\""), run.err());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "postgres://ann:secret@db.example/records",
        "jdbc:postgresql://ann:secret@db.example/records",
        "jdbc:mysql://db.example/records?password=secret"
      })
  void aUrlThatCannotBeUsedIsNamedWithoutTheSecretInIt(String url) {
    CommandRun run = CommandRun.of("config", "--db-url", url);
    assertEquals(2, run.exitCode());
    assertTrue(run.err().startsWith("--db-url is \""), run.err());
    assertFalse(run.err().contains("secret"), run.err());
  }

  @Test
  void configHidesSecrets() {
    Map<String, String> variables =
        Map.of(
            "SUPPLY_CHAIN_DB_PASSWORD",
            "first-secret",
            "SUPPLY_CHAIN_DB_URL",
            URL + "?user=ann&password=second-secret&sslPassword=third-secret&ssl=true");
    CommandRun run = CommandRun.with(variables, "config");
    assertEquals(0, run.exitCode(), run.err());
    assertFalse(run.out().contains("secret"), run.out());
    assertEquals(
        "(hidden) environment SUPPLY_CHAIN_DB_PASSWORD", inForce(run, "SUPPLY_CHAIN_DB_PASSWORD"));
    assertTrue(inForce(run, "--db-url").contains("user=ann&password=(hidden)"), run.out());
  }

  @Test
  void aMisspeltFlagIsRefused() {
    CommandRun run = CommandRun.of("config", "--prot", "1");
    assertEquals(2, run.exitCode());
    assertTrue(run.err().contains("--prot"), run.err());
  }

  private static String inForce(CommandRun run, String setting) {
    assertEquals(0, run.exitCode(), run.err());
    return run.out()
        .lines()
        .filter(line -> line.startsWith(setting + " "))
        .map(line -> line.substring(setting.length()).strip().replaceAll(" {2,}", " "))
        .findFirst()
        .orElseThrow();
  }
}
