package supplychain.cli;

import static org.junit.jupiter.api.Assertions.*;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import supplychain.backup.Room;
import supplychain.cli.Settings.Source;
import supplychain.cli.Settings.Value;

/** The printed next command works when it is copied. */
class NextCommandTest {
  private static final Value SETTINGS =
      new Value(Setting.CONFIG, Source.ENVIRONMENT, "SUPPLY_CHAIN_CONFIG", SystemdService.SETTINGS);

  @TempDir Path folder;

  private static Value value(Setting setting, Source source, String text) {
    return new Value(setting, source, setting.key(), text);
  }

  @Test
  void theSettingsOfTheInstalledServiceAreNotRepeated() {
    NextCommand next =
        NextCommand.of(
            SETTINGS,
            List.of(
                value(Setting.DB_URL, Source.FILE, "jdbc:postgresql://db/records"),
                value(Setting.DB_USER, Source.FILE, "records"),
                value(
                    Setting.DB_PASSWORD_FILE,
                    Source.ENVIRONMENT,
                    "/etc/credstore/supply-chain.db-password-file")));
    assertEquals("sudo supply-chain token list", next.run("token list"));
    assertEquals("Start it with: sudo systemctl restart supply-chain", next.start());
  }

  @Test
  void theInstalledServiceStartsElsewhereAfterAChangeOfItsSettings() {
    NextCommand url =
        NextCommand.of(
            SETTINGS,
            List.of(
                value(Setting.DB_URL, Source.FLAG, "jdbc:postgresql://db/records?ssl=true"),
                value(Setting.DB_USER, Source.FLAG, "records"),
                value(Setting.DB_PASSWORD_FILE, Source.FLAG, "/etc/records.password")));
    assertEquals(
        "sudo supply-chain verify --db-url 'jdbc:postgresql://db/records?ssl=true' --db-user records --db-password-file /etc/records.password",
        url.run("verify"));
    assertEquals(
        "Let the service use db-url=jdbc:postgresql://db/records?ssl=true and db-user=records and db-password-file=/etc/records.password, as the page \"Install\" of the manual says. Then run: sudo systemctl restart supply-chain",
        url.start());
  }

  @Test
  void aCommandOnADatabaseWithoutRecordsSaysWhatToRunFirst() throws Exception {
    Path file = Files.writeString(folder.resolve("records.json"), "{\"companies\": []}");
    String[] token = {"token", "create", "--user", "ann@example.com", "--role", "OPERATOR"};
    try (Room room = new Room()) {
      for (String[] words : List.of(token, new String[] {"migrate"})) {
        CommandRun run = room.run(words);
        String place = Settings.withoutSecrets(room.url());
        assertTrue(
            run.requireExit(1)
                .err()
                .startsWith(
                    "There are no records in the database at %s. Load or restore records there, or start the service. Start it with: java -jar supply-chain.jar --db-url '%s' --db-user "
                        .formatted(place, place)),
            run.err());
        assertEquals(List.of(), room.tables());
      }
      room.run("load", file.toString()).requireExit(0);
      room.run(token).requireExit(0);
      room.run("migrate").requireExit(0);
    }
  }
}
