package supplychain.cli;

import static org.junit.jupiter.api.Assertions.*;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every setting comes from its flag, its variable, its line in the file or its default. A wrong
 * setting is named, without a secret.
 */
class SettingsTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "--host, 127.0.0.1",
    "--port, 8080",
    "--pool-size, 12",
    "--pool-wait, 5",
    "--connections-per-address, 2000",
    "--document-cache, 16",
    "--stop-wait, 20",
    "--time-zone, Asia/Kolkata",
    "--db-url, -",
    "--db-user, -",
    "--db-password-file, -"
  })
  void aSettingThatIsNotGivenHasItsDefault(String flag, String value) {
    assertEquals(value + " default", CommandRun.of("config").inForce(flag));
  }

  @Test
  void aCredentialThatIsLeftFromYourOwnPostgresqlIsIgnored(@TempDir Path credentials)
      throws Exception {
    Files.writeString(credentials.resolve("db-password-file"), "secret");
    CommandRun.with(Map.of("CREDENTIALS_DIRECTORY", "" + credentials), "config").requireExit(0);
    String linked = "/etc/credstore/supply-chain.db-password-file";
    CommandRun.with(Map.of("SUPPLY_CHAIN_DB_PASSWORD_FILE", linked), "config").requireExit(0);
  }

  @Test
  void ofAFolderAndAUrlTheOneFromTheStrongerSourceCounts() throws IOException {
    String url = "jdbc:postgresql://db.example/records";
    String folder = file("data=/srv/records", "db-user=ann");
    CommandRun byFlag = CommandRun.of("config", "--db-url", url, "--config", folder);
    assertEquals(url + " flag --db-url", byFlag.inForce("--db-url"));
    assertTrue(byFlag.inForce("--data").startsWith("- "), byFlag.out());
    String database = file("db-url=" + url, "db-user=ann");
    Map<String, String> variables = Map.of("SUPPLY_CHAIN_DATA", "/srv/records");
    CommandRun byVariable = CommandRun.with(variables, "config", "--config", database);
    assertEquals("/srv/records environment SUPPLY_CHAIN_DATA", byVariable.inForce("--data"));
  }

  @Test
  void theRecordsAreInTheWorkingFolderByDefault() {
    String expected = Path.of("supply-chain-data").toAbsolutePath() + " default";
    assertEquals(expected, CommandRun.of("config").inForce("--data"));
  }

  @Test
  void aFlagOverridesAVariableAndAVariableTheFile() throws IOException {
    String file = file("port=9000", "pool-size = 7", "# a comment", "stop-wait: 3");
    Map<String, String> variables =
        Map.of(
            "SUPPLY_CHAIN_PORT", "9001",
            "SUPPLY_CHAIN_POOL_SIZE", "6",
            "SUPPLY_CHAIN_CONFIG", file);
    CommandRun run = CommandRun.with(variables, "config", "--port", "9002");
    assertEquals("9002 flag --port", run.inForce("--port"));
    assertEquals("6 environment SUPPLY_CHAIN_POOL_SIZE", run.inForce("--pool-size"));
    assertEquals("3 file stop-wait in " + file, run.inForce("--stop-wait"));
    assertEquals("12 default", CommandRun.of("config").inForce("--pool-size"));
  }

  @Test
  void aWrongOrUnknownLineOfTheFileIsNamed() throws IOException {
    String unknown = file("prot=1");
    assertRefused("prot in " + unknown + " is no setting: did you mean port?", unknown);
    String wrong = file("port=70000");
    assertRefused(
        "port in " + wrong + " is \"70000\"; it must be a whole number from 0 to 65535.", wrong);
    String itself = file("config=other.properties");
    assertRefused(
        "config in " + itself + " is no setting: the command config lists all settings.", itself);
    String none = folder.resolve("none").toString();
    assertRefused(
        "--config is \"%s\"; it must be a file of settings that user %s may read."
            .formatted(none, System.getProperty("user.name")),
        none);
    String escape = file("host=\\u12");
    assertTrue(CommandRun.of("config", "--config", escape).err().startsWith("--config is "));
  }

  @Test
  void blanksAroundALineOfTheFileDoNotCountAndARepeatedKeyIsRefused() throws IOException {
    String blanks = file("  port = 9000 \t", "host=localhost ");
    assertEquals(
        "9000 file port in " + blanks,
        CommandRun.of("config", "--config", blanks).inForce("--port"));
    String twice = file("port=1", "host=localhost", "port=2");
    assertRefused("port appears more than once in " + twice + ".", twice);
  }

  @Test
  void aPasswordIsReadFromAFileOnly() throws IOException {
    String file = file("db-url=jdbc:postgresql://db.example/records", "db-password=secret");
    assertRefused(
        "db-password in " + file + " is no setting: did you mean db-password-file?", file);
    CommandRun.with(Map.of("SUPPLY_CHAIN_DB_PASSWORD", "secret"), "config")
        .requireRefused(
            2,
            "The environment variable SUPPLY_CHAIN_DB_PASSWORD is no setting: did you mean"
                + " SUPPLY_CHAIN_DB_PASSWORD_FILE?");
    assertEquals(2, CommandRun.of("config", "--db-password", "secret").exitCode());
  }

  @Test
  void aCredentialOfTheServiceCountsUnlessTheSettingIsGiven() throws IOException {
    Path credential = Files.writeString(folder.resolve("db-password-file"), "secret");
    Map<String, String> variables = Map.of("CREDENTIALS_DIRECTORY", folder.toString());
    String[] words = {"config", "--db-url=jdbc:postgresql://db.example/records"};
    CommandRun run = CommandRun.with(variables, words);
    assertEquals(
        credential + " credential db-password-file", run.inForce("--db-password-file"), run.out());
    assertEquals("- default", run.inForce("--tls-key"));
    String file = file("db-password-file=pom.xml");
    CommandRun given = CommandRun.with(variables, words[0], words[1], "--config", file);
    assertEquals("pom.xml file db-password-file in " + file, given.inForce("--db-password-file"));
  }

  private String file(String... lines) throws IOException {
    Path file = Files.createTempFile(folder, "settings", ".properties");
    return Files.writeString(file, String.join("\n", lines)).toString();
  }

  private static void assertRefused(String message, String file) {
    CommandRun.of("config", "--config", file).requireRefused(2, message);
  }

  @ParameterizedTest
  @CsvSource({
    "--port, 65536, 65535",
    "--port, -1, 0",
    "--port, http, 8080",
    "--port, '', 1",
    "--pool-size, 4, 5",
    "--pool-size, 101, 100",
    "--pool-size, 1e1, 10",
    "--pool-wait, 0, 1",
    "--pool-wait, 61, 60",
    "--stop-wait, 601, 600",
    "--stop-wait, 99999999999999999999, 0",
    "--host, ' ', localhost",
    "--data, ' ', folder",
    "--time-zone, Asia/Kolkatta, Asia/Kolkata",
    "--db-url, ' ', jdbc:postgresql://db.example/records"
  })
  void eachLimitHoldsAtItsEdgeAndIsNamedOnePastIt(String flag, String past, String edge) {
    assertEquals(0, CommandRun.of("config", flag + "=" + edge).exitCode());
    CommandRun byFlag = CommandRun.of("config", flag + "=" + past).requireExit(2);
    assertTrue(byFlag.err().startsWith(flag + " is \"" + past + "\"; it must be "), byFlag.err());
    String variable = Setting.PREFIX + flag.substring(2).replace("-", "_").toUpperCase(Locale.ROOT);
    CommandRun byVariable =
        CommandRun.with(Map.of(variable, past), "config")
            .requireExit(2, variable + " is \"" + past + "\"");
    assertEquals(1, byVariable.err().lines().count());
  }

  @Test
  void anUnknownTimeZoneIsRefusedWithTheOneThatWasMeant() {
    CommandRun.with(Map.of("SUPPLY_CHAIN_TIME_ZONE", "Africa/Kampla"), "config")
        .requireRefused(
            2,
            "SUPPLY_CHAIN_TIME_ZONE is \"Africa/Kampla\"; it must be the name of a time zone, like"
                + " Africa/Kampala (did you mean Africa/Kampala?).");
    CommandRun.of("serve", "--time-zone", "+03:00")
        .requireRefused(
            2,
            "--time-zone is \"+03:00\"; it must be the name of a time zone, like Africa/Kampala.");
  }

  @Test
  void anUnknownVariableIsRefusedWithTheOneThatWasMeant() {
    CommandRun.with(Map.of("SUPPLY_CHAIN_PROT", "1"), "config")
        .requireRefused(
            2,
            "The environment variable SUPPLY_CHAIN_PROT is no setting: did you mean"
                + " SUPPLY_CHAIN_PORT?");
    CommandRun.with(Map.of("SUPPLY_CHAIN_WHATEVER", "1"), "serve")
        .requireExit(2, "SUPPLY_CHAIN_WHATEVER is no setting");
    assertEquals(0, CommandRun.with(Map.of("SUPPLY", "1", "PORT", "x"), "config").exitCode());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "HOST | --data=d --db-url=jdbc:postgresql://h/d | --data and --db-url cannot be used"
            + " together",
        "DB_USER | --data=d --db-user=ann | --db-user needs --db-url",
        "HOST | --db-password-file=pom.xml | --db-password-file needs --db-url",
        "DB_URL | --db-url=jdbc:postgresql://h/d --db-password-file=none |"
            + " --db-password-file is \"none\"; it must be a file",
        "HOST | --db-user=ann | --db-user needs --db-url",
        "HOST | --prot=1 | --prot"
      })
  void settingsThatDoNotFitTogetherAreNamedWithoutSecrets(
      String variable, String flags, String said) {
    String[] arguments = ("config " + flags).split(" ", -1);
    CommandRun run = CommandRun.with(Map.of(Setting.PREFIX + variable, "secret"), arguments);
    run.requireExit(2, said);
    assertFalse(run.err().contains("secret"), run.err());
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
    CommandRun run = CommandRun.of("config", "--db-url", url);
    assertEquals(url + " flag --db-url", run.inForce("--db-url"));
  }

  @Test
  void aSecretInAUrlIsRefusedAndHiddenWhereverItIsGiven() throws IOException {
    String url = "jdbc:postgresql://db.example/records?user=ann&password=secret&ssl=true";
    String said =
        " is \"jdbc:postgresql://db.example/records?user=ann&password=(hidden)&ssl=true\"; it must"
            + " be jdbc:postgresql://HOST:PORT/DATABASE, with user and password in their own"
            + " settings.";
    CommandRun.with(Map.of("SUPPLY_CHAIN_DB_URL", url), "config")
        .requireRefused(2, "SUPPLY_CHAIN_DB_URL" + said);
    String file = file("db-url=" + url);
    assertRefused("db-url in " + file + said, file);
  }
}
