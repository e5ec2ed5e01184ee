package supplychain.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.javalin.Javalin;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import supplychain.Bridge;
import supplychain.Client;
import supplychain.Installation;
import supplychain.Main;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;
import supplychain.database.Database;
import supplychain.postgres.EmbeddedPostgres;
import supplychain.records.Reads;

/** Filled-in forms of a megabyte and more, in lists and among the changes. */
@Tag("proof")
class HeavySubmissionsTest {
  private static final String SUBMISSIONS = "/v1/forms/submissions/";

  /** So many values of the most characters have a little less than a body may have. */
  private static final int TOGETHER = 100;

  private static final int ONE = 1_100_000;

  private final World world = new World();
  private final UUID company = world.company("Cooperative");
  private final UUID form = world.form(company, "FARMER");
  private final String token = world.token(company, Role.MEMBER);
  private final Client member = Installation.shared().client(token);

  private List<UUID> fields(int count) {
    List<UUID> fields = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      fields.add(world.field(form, "f" + i, "TEXT", false, "[]"));
    }
    return fields;
  }

  private static String values(List<UUID> fields) {
    String text = "x".repeat(10_000);
    return fields.stream()
        .map(field -> "{\"field\": \"%s\", \"value\": \"%s\"}".formatted(field, text))
        .collect(Collectors.joining(",", "\"values\": [", "]"));
  }

  private String submission(List<UUID> fields) {
    Reply made = member.post(SUBMISSIONS, "{\"form\": \"%s\", %s}".formatted(form, values(fields)));
    assertEquals(201, made.status(), made.text());
    return made.id();
  }

  /** No request may make one so heavy: it is of a time when there was no limit. */
  @Test
  void oneThatIsHeavierThanAPageStandsOnOneAlone() {
    List<UUID> fields = fields(5 * TOGETHER);
    String heavy = submission(fields.subList(0, TOGETHER));
    List<String> light = List.of(submission(List.of()), submission(List.of()));
    World.write(
        """
        insert into submission_value (id, submission, field, value, creator, updater)
        select gen_random_uuid(), submission, more, value, creator, updater
          from submission_value, unnest(cast(? as uuid[])) as more
         where submission = cast(? as uuid) and field = ?
        """,
        fields.subList(TOGETHER, 5 * TOGETHER).toArray(UUID[]::new),
        heavy,
        fields.get(0));
    Reply first = member.get(SUBMISSIONS);
    assertTrue(first.text().length() > Reads.MOST_PAGE_BYTES);
    assertEquals(List.of(heavy), ids(first.json()));
    Reply second = member.get(first.header("Link").replaceAll("<([^>]*)>.*", "$1"));
    assertEquals(light, ids(second.json()));
    assertNull(second.header("Link"));
    Reply lines = member.get(SUBMISSIONS, "Accept", "application/x-ndjson");
    List<JsonNode> all = lines.text().lines().map(each -> new Reply(0, each, null).json()).toList();
    assertEquals(List.of(heavy, light.get(0), light.get(1)), all.stream().map(this::id).toList());
    assertEquals(first.json().get(0), all.get(0));
  }

  private String id(JsonNode record) {
    return record.get("id").asText();
  }

  private List<String> ids(JsonNode records) {
    return records.valueStream().map(this::id).toList();
  }

  @Test
  void besideChangesNoMoreIsReadThanAnAnswerHasAndEachComesOnce() throws IOException {
    Follower follower = new Follower(member);
    List<UUID> fields = fields(TOGETHER);
    List<String> made = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      made.add(submission(fields));
    }
    List<String> told = new ArrayList<>();
    EmbeddedPostgres postgres = Installation.shared().postgres();
    try (Bridge bridge = new Bridge(postgres.url());
        Database database =
            Database.open(
                bridge.url(), postgres.user(), postgres.password(), 1, Duration.ofSeconds(30))) {
      Javalin service = Main.service(database).start("127.0.0.1", 0);
      Client client = new Client("http://127.0.0.1:" + service.port(), token);
      String next = follower.next();
      boolean isMore = true;
      while (isMore) {
        long before = bridge.received();
        Reply reply = client.get(next);
        assertTrue(bridge.received() - before < Reads.MOST_PAGE_BYTES + ONE);
        isMore = !reply.json().isEmpty();
        next = Follower.next(reply);
        for (JsonNode change : reply.json()) {
          if (change.get("resource").asText().equals("submissions")) {
            assertFalse(change.get("record").isNull());
            told.add(id(change));
          }
        }
      }
      service.stop();
    }
    assertEquals(made, told);
  }
}
