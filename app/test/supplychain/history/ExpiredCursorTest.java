package supplychain.history;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import supplychain.Client;
import supplychain.backup.Room;
import supplychain.core.Role;
import supplychain.ingest.Demo;

/** A restore or a move to another cluster makes all cursors expire, and followers start over. */
@Tag("proof")
class ExpiredCursorTest {
  /** As if another cluster, with more transactions behind it, had written all records. */
  private static final String OTHER_CLUSTER =
      """
      alter table history disable trigger append_only;
      update history set transaction = transaction + 1000000000000;
      alter table history enable trigger append_only;
      update change_feed set cluster = 1, earlier = 1000000000000
      """;

  @TempDir Path folder;
  @AutoClose private final Room room = Room.ofDemo();
  @AutoClose private final Room restored = new Room();
  private final Map<String, String> names = new Demo(room.database()).ids();
  private final String path = FARMERS + names.get("FARMER") + "/";
  private final String token = room.token(names.get("COMPANY"), Role.ADMIN);

  private static void rename(Client client, String path, String name) {
    client.patch(path, "{\"first_name\": \"" + name + "\"}").expect(200);
  }

  private static List<String> names(Follower follower) {
    return follower.readAll().stream()
        .map(change -> change.at("/record/first_name").asText())
        .toList();
  }

  private Client restore() {
    Path backup = room.backUp(folder.resolve("backup.zip"));
    restored.run("restore", backup.toString()).requireExit(0);
    return restored.client(token);
  }

  private static void assertExpired(Client client, Follower follower) {
    client.get(follower.next()).expectProblem(409, "cursor-expired");
  }

  private void assertGoesOn(Client client) {
    Follower fromStart = new Follower(client, Follower.CHANGES);
    Follower fromNow = new Follower(client);
    assertTrue(names(fromStart).contains("Before"));
    rename(client, path, "After");
    assertEquals(List.of("After"), names(fromNow));
    assertEquals(List.of("After"), names(fromStart));
    assertEquals(fromNow.next(), fromStart.next());
  }

  @Test
  void aRestoreExpiresACursor() {
    Client client = room.client(token);
    rename(client, path, "Before");
    Follower before = new Follower(client);
    Client there = restore();
    assertExpired(there, before);
    assertGoesOn(there);
  }

  @Test
  void changesAfterARestoreFollowThoseOfAnotherCluster() {
    rename(room.client(token), path, "Before");
    room.write(OTHER_CLUSTER);
    assertGoesOn(restore());
  }

  @Test
  void aMoveToAnotherClusterExpiresACursorOnce() {
    Client client = room.client(token);
    rename(client, path, "Before");
    room.write(OTHER_CLUSTER);
    Follower before = new Follower(client);
    ChangeFeed.expireCursorsIfMoved(room.database());
    assertExpired(client, before);
    assertGoesOn(client);
    Follower after = new Follower(client);
    ChangeFeed.expireCursorsIfMoved(room.database());
    assertEquals(List.of(), names(after));
  }
}
