package supplychain.http;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;

import java.time.Duration;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import supplychain.Await;
import supplychain.Client;
import supplychain.Installation;
import supplychain.OneCompany;
import supplychain.OwnService;
import supplychain.RawConnection;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;

/** The memory for answers that wait for their clients is limited. */
@Tag("proof")
class PendingAnswersTest extends OneCompany {
  private static final Duration LONG = Duration.ofMinutes(10);
  private static final int FIELDS = 400;

  /** More than the system takes in its own buffers: characters of four bytes, and JSON around. */
  private static final int BYTES = FIELDS * 10_000 * 4;

  private final UUID form = world.form(company, "FARMER");
  private final String token = world.token(company, Role.MEMBER);
  private final Client member = Installation.shared().client(token);
  @AutoClose private OwnService service;

  /** A record that is larger than a request can create now: it is older than the limit. */
  private String heavy() {
    UUID[] fields =
        IntStream.range(0, FIELDS)
            .mapToObj(i -> world.field(form, "f" + i, "TEXT", false, "[]"))
            .toArray(UUID[]::new);
    String made =
        member.post(SUBMISSIONS, "{\"form\": \"%s\", \"values\": []}".formatted(form)).id();
    World.write(
        """
        insert into submission_value (id, submission, field, value, creator, updater)
        select gen_random_uuid(), submission.id, field, repeat(?, 10000), creator, updater
          from submission, unnest(cast(? as uuid[])) as field
         where submission.id = cast(? as uuid)
        """,
        "\ud83c\udf31",
        fields,
        made);
    return made;
  }

  @Test
  void largeAnswersBeyondTheMemoryBudgetAreAnswered503() {
    String path = SUBMISSIONS + heavy() + "/";
    // One of these is more than the whole budget: it waits alone.
    Limits limits = OwnService.limits(LONG, BYTES, 100, LONG, LONG);
    service = OwnService.limited(limits);
    String origin = service.origin();
    Client honest = service.client(token);
    try (RawConnection holding = new RawConnection(origin)) {
      holding.send(
          "GET %s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n\r\n".formatted(path, token));
      // Once its answer begins to arrive, it has its place in the budget.
      assertEquals(200, holding.status());
      Reply refused = honest.get(path).expect(503);
      assertEquals("1", refused.header("Retry-After"));
      assertNull(refused.header("ETag"));
      assertEquals(200, honest.get(FARMERS).status());
      assertEquals(200, new Client(origin, null).get("/v1/openapi.json").status());
      assertEquals(201, honest.post(SUBMISSIONS, "{\"form\": \"" + form + "\"}").status());
    }
    assertEquals(200, Await.otherThan(503, () -> honest.get(path)).status());
  }
}
