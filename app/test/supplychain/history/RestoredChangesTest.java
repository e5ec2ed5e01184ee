package supplychain.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.schema.Tables.FARMER;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import supplychain.Client;
import supplychain.Reply;
import supplychain.World;
import supplychain.backup.Room;
import supplychain.cli.CommandRun;
import supplychain.core.Role;
import supplychain.ingest.Demo;

/** Who followed goes on in a restored database, unless it knows changes that were lost with it. */
@Tag("proof")
class RestoredChangesTest {
  private static final String FARMERS = "/v1/supply-chains/farmers/";

  /** As if another cluster, with more transactions behind it, had written it all. */
  private static final String OTHER_CLUSTER =
      """
      alter table history disable trigger append_only;
      update history set transaction = (transaction::text::bigint + 1000000000000)::text::xid8;
      alter table history enable trigger append_only;
      update change_feed
         set since = format('%s:%s:', pg_snapshot_xmax(since)::text::bigint + 1000000000000,
                            pg_snapshot_xmax(since)::text::bigint + 1000000000000)::pg_snapshot
      """;

  /** As if so many changes had their numbers that the batch took several goes. */
  private static final String BEGUN =
      """
      insert into history (request, kind, record, operation)
      select 'a test', 'company_member', gen_random_uuid(), 'UPDATE' from generate_series(1, 3);
      update change_feed
         set until = pg_current_snapshot(), taken = (select max(id) from history)
      """;

  @TempDir Path folder;
  @AutoClose private final Room room = Room.ofDemo();
  @AutoClose private final Room restored = new Room();
  private final Map<String, String> names = new Demo(room.database()).names();
  private final String path = FARMERS + names.get("FARMER") + "/";
  private final String token =
      room.run(
              "token",
              "create",
              "--user",
              "a@b.org",
              "--role",
              "ADMIN",
              "--company",
              names.get("COMPANY"))
          .out()
          .strip();

  private static void rename(Client client, String path, String name) {
    Reply reply = client.patch(path, "{\"first_name\": \"" + name + "\"}");
    assertEquals(200, reply.status(), reply.text());
  }

  private void moveToOtherCluster() {
    room.database()
        .write(
            World.AUTHOR,
            sql ->
                sql.connectionResult(
                    connection -> connection.createStatement().execute(OTHER_CLUSTER)));
  }

  private List<String> come(Follower follower) {
    return follower.readAll().stream()
        .map(change -> change.at("/record/first_name").asText())
        .toList();
  }

  private Client restore() {
    Path backup = room.backUp(folder.resolve("backup.zip"));
    CommandRun run = restored.run("restore", backup.toString());
    assertEquals(0, run.exitCode(), run.err());
    return restored.client(token);
  }

  @Test
  void whoFollowedGoesOnAndMissesNothingThatTheBackupHas() {
    Client client = room.client(token);
    Follower before = new Follower(client);
    rename(client, path, "First");
    before.readAll();
    rename(client, path, "Second");
    moveToOtherCluster();
    assertEquals(500, client.get(before.next()).status());
    Client there = restore();
    Follower after = new Follower(there, before.next());
    assertEquals(List.of("Second"), come(after));
    rename(there, path, "Third");
    assertEquals(List.of("Third"), come(after));
    assertEquals(List.of(), come(after));
  }

  @Test
  void whoKnowsChangesThatWereLostIsToldToBeginAnew() {
    Client client = room.client(token);
    Follower before = new Follower(client);
    Client there = restore();
    rename(client, path, "Lost");
    before.readAll();
    assertEquals(409, there.get(before.next()).status());
    rename(there, path, "Another");
    List<String> all = come(new Follower(there, Follower.CHANGES));
    assertEquals("Another", all.get(all.size() - 1));
    Reply refused = there.get(before.next());
    assertEquals("/problems/cursor-expired", refused.json().get("type").asText());
  }

  @Test
  void theCursorIsTheSameThereAndAnotherInstallationKnowsThatItIsNone() {
    Client client = room.client(token);
    Follower before = new Follower(client);
    rename(client, path, "First");
    before.readAll();
    assertEquals(before.next(), new Follower(restore()).next());
    try (Room other = Room.ofDemo()) {
      World world = new World(other.database());
      Client stranger = other.client(world.token(world.company("Other"), Role.REPORTER));
      Reply refused = stranger.get(before.next());
      assertEquals(409, refused.status(), refused.text());
      assertEquals("/problems/cursor-expired", refused.json().get("type").asText());
    }
  }

  @Test
  void whoCommittedLateIsNotLostThoughLaterChangesHadTheirNumbers() {
    Client client = room.client(token);
    Follower before = new Follower(client);
    UUID farmer = UUID.fromString(names.get("FARMER"));
    room.database()
        .write(
            World.AUTHOR,
            late -> {
              late.update(FARMER)
                  .set(FARMER.FIRST_NAME, "Late")
                  .where(FARMER.ID.eq(farmer))
                  .execute();
              room.database().write(World.AUTHOR, sql -> sql.execute(BEGUN));
              return 0;
            });
    assertEquals(List.of("Late"), come(new Follower(restore(), before.next())));
  }
}
