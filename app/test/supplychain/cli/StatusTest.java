package supplychain.cli;

import static org.junit.jupiter.api.Assertions.*;

import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import supplychain.Installation;
import supplychain.backup.Room;

/** The screen that tells a person how the installation is. */
class StatusTest {
  @AutoClose private final Room room = new Room();
  private final Map<String, String> settings = room.settings();

  StatusTest() {
    room.database().schema().migrate();
    settings.put("SUPPLY_CHAIN_PORT", "" + Installation.shared().service().port());
  }

  private CommandRun status() {
    return CommandRun.with(settings, "status");
  }

  @Test
  void aNewInstallationHasNoWarning() {
    String out = status().requireExit(0).out();
    String newest = "select max(version) from flyway_schema_history";
    Object version = room.value(newest);
    assertTrue(out.contains(", schema " + version), out);
    assertTrue(
        out.matches("(?s).*Service +answers on http://127.0.0.1:[0-9]+, for 0 days .*"), out);
    assertTrue(out.matches("(?s).*Last backup +never.*Last verify +never.*"), out);
    assertFalse(out.contains("WARNING"), out);
  }

  @Test
  void aServiceThatDoesNotAnswerIsAWarning() {
    settings.put("SUPPLY_CHAIN_PORT", "1");
    String out = status().requireExit(3, "1 warning. See above.").out();
    assertTrue(out.contains("WARNING The service does not answer on http://127.0.0.1:1."), out);
  }

  @Test
  void anOldBackupAndABadVerifyAreWarnings() {
    room.write(
        "insert into maintenance (task, finished_on, is_right, details, database_bytes)"
            + " values ('BACKUP', now() - interval '3 days', true, '5 rows', 1000)");
    CommandRun.with(settings, "verify").requireExit(0);
    room.write(
        "insert into maintenance (task, is_right, details) values ('VERIFY', false, 'wrong')");
    String out = status().requireExit(3).out();
    assertTrue(out.contains("WARNING There was no backup in the last 2 days."), out);
    assertTrue(out.contains("WARNING The last verify found mistakes."), out);
    assertTrue(out.contains("5 rows; its restore was not checked"), out);
  }

  @Test
  void theRestoreOfTheLastBackupIsCheckedOnlyByALaterCheck() {
    room.write(
        "insert into maintenance (task, is_right, details) values ('BACKUP', true, 'a backup')");
    room.write(
        "insert into maintenance (task, is_right, details)"
            + " values ('BACKUP_CHECK', true, 'a check')");
    String out = status().requireExit(0).out();
    assertTrue(out.contains("a backup; ") && out.contains("restore is right: a check"), out);
    room.write("insert into maintenance (task, is_right, details) values ('BACKUP', true, 'next')");
    assertTrue(status().out().contains("next; its restore was not checked"));
  }

  @Test
  void verifyNotesItsEnd() {
    CommandRun.with(settings, "verify").requireExit(0);
    String out = status().requireExit(0).out();
    assertTrue(out.contains(", right: The books are right, 0 warnings"), out);
  }

  @Test
  void aTokenThatExpiresSoonIsAWarningUntilItIsReplaced() {
    String[] token =
        "token create --user a@example.org --role MONITOR --expires 14d".split(" ", -1);
    CommandRun.with(settings, token).requireExit(0);
    String out = status().requireExit(3).out();
    assertTrue(out.contains("WARNING 1 tokens expire within 14 days, first "), out);
    assertFalse(out.contains("example.org"), out);
    room.write(
        "insert into token (id, hash, app_user, role, replaces, creator, updater)"
            + " select gen_random_uuid(), sha256('next'), app_user, role, id, creator, updater"
            + " from token");
    status().requireExit(0);
  }
}
