package supplychain.history;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.commons.lang3.ArrayUtils;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import supplychain.Client;
import supplychain.World;
import supplychain.backup.Room;
import supplychain.cli.CommandRun;
import supplychain.core.Role;
import supplychain.ingest.Demo;

/** Old changes move to a file; the command history shows them from there. */
class HistoryArchiveTest {
  private static final String[] ALL = {"--json", "--limit", "1000000"};

  @TempDir private Path folder;
  @AutoClose private final Room room = Room.ofDemo();
  private final Map<String, String> names = new Demo(room.database()).ids();
  private final String farmer = FARMERS + names.get("FARMER") + "/";
  private final Client client = room.client(room.token(names.get("COMPANY"), Role.ADMIN));

  private void rename(String name) {
    client.patch(farmer, "{\"first_name\": \"" + name + "\"}", "X-Request-Id", name).expect(200);
  }

  private String now() {
    return (String) room.value("select to_json(clock_timestamp()) #>> '{}'");
  }

  private CommandRun history(String... arguments) {
    return room.run(ArrayUtils.addFirst(arguments, "history"));
  }

  private CommandRun all(String... arguments) {
    return history(ArrayUtils.addAll(arguments, ALL));
  }

  private Path archive(String before) {
    Path file = folder.resolve("old.jsonl.gz");
    history("archive", "--before", before, "" + file)
        .requireExit(0, "Moved ", " changes to " + file);
    return file;
  }

  @Test
  void theFileShowsWhatTheDatabaseShowedUntilThen() throws IOException {
    rename("Early");
    String moment = now();
    List<String> before = all().out().lines().toList();
    rename("Late");
    Path file = archive(moment);
    CommandRun kept = all();
    kept.requireExit(0, "Older changes are in " + file + ": history --from shows them.");
    assertEquals(1, kept.out().lines().count(), kept.out());
    CommandRun moved = all("--from", "" + file);
    assertEquals("", moved.err());
    assertEquals(before, moved.out().lines().toList());
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
  }

  @Test
  @Tag("proof")
  void theFileIsSearchedAsTheDatabaseWas() {
    rename("Early");
    rename("Later");
    String moment = now();
    List<String[]> searches =
        List.of(
            new String[] {names.get("FARMER")},
            new String[] {names.get("COMPANY")},
            new String[] {"--user", "SYSTEM@localhost"},
            new String[] {"--kind", "submission_value"},
            new String[] {"--request", "Early"},
            new String[] {"--since", moment},
            new String[] {"--until", moment});
    List<String> before = searches.stream().map(search -> all(search).out()).toList();
    Path file = archive(now());
    for (int i = 0; i < searches.size(); i++) {
      String[] search = ArrayUtils.addAll(searches.get(i), "--from", "" + file);
      assertEquals(before.get(i), all(search).out(), Arrays.toString(search));
    }
    String[] one = {"--from", "" + file, "--kind", "farmer", "--limit", "1", "--json"};
    assertEquals(1, history(one).out().lines().count());
  }

  @Test
  @Tag("proof")
  void theBooksStayRightAndTheRestOfTheHistoryToo() {
    rename("Early");
    archive(now());
    rename("Late");
    room.run("verify").requireExit(0);
    assertTrue(history(names.get("FARMER")).out().contains("\"Early\" -> \"Late\""));
  }

  @Test
  void followersBeforeTheArchiveStartOverAndLaterOnesGoOn() {
    Follower early = new Follower(client);
    rename("Early");
    String moment = now();
    rename("Late");
    Follower late = new Follower(client);
    archive(moment);
    assertEquals(409, client.get(early.next()).status());
    assertEquals(List.of(), late.read());
    Follower fromStart = new Follower(client, Follower.CHANGES);
    assertEquals(List.of("CHANGED farmers [first_name]"), fromStart.summaries());
    rename("Last");
    assertEquals(List.of("CHANGED farmers [first_name]"), late.summaries());
  }

  @Test
  @Tag("proof")
  void aFollowerWithoutAnyChangeStartsOverAfterTheNextArchive() {
    World world = new World(room.database());
    Client idle = room.client(world.token(world.company("Idle"), Role.ADMIN));
    history("archive", "--before", now(), "" + folder.resolve("first.jsonl.gz")).requireExit(0);
    Follower follower = new Follower(idle);
    assertEquals(List.of(), follower.read());
    rename("Early");
    archive(now());
    assertEquals(409, idle.get(follower.next()).status());
    assertEquals(List.of(), new Follower(idle, Follower.CHANGES).readAll());
  }

  @Test
  void anArchiveWithoutItsEndIsDamaged() throws IOException {
    Path file = archive(now());
    byte[] whole = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(whole, whole.length - 20));
    history("--from", "" + file, "--kind", "currency")
        .requireRefused(
            1, "The file " + file + " is not an archive of the history, or it is damaged.");
  }

  @Test
  void onlyChangesInAnArchiveCanBeDeleted() {
    String moment = now();
    rename("Late");
    archive(moment);
    Exception refused =
        assertThrows(RuntimeException.class, () -> room.write("delete from history"));
    assertTrue(refused.getMessage().contains("DELETE of history is refused"), refused.getMessage());
  }
}
