package supplychain.http;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;

import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import supplychain.Await;
import supplychain.CapturedLog;
import supplychain.Client;
import supplychain.Installation;
import supplychain.OneCompany;
import supplychain.RawConnection;
import supplychain.World;
import supplychain.core.Role;
import supplychain.core.Tokens;

/** Every request is one line on standard error, without secrets and personal data. */
class RequestLogTest extends OneCompany {
  private final UUID farmer = world.farmer(company);
  private final String token = world.token(company, Role.ADMIN);
  private final String origin = Installation.shared().origin();
  private final Client admin = Installation.shared().client(token);

  @Test
  void aLineHasMethodPathStatusTimeAndRequestIdAndNoMore() throws Exception {
    String path = FARMERS + farmer + "/";
    String id = World.unique(20);
    String line =
        logged(
            id,
            () ->
                admin.patch(
                    path + "?phone=0772000111",
                    "{\"first_name\": \"Nakato\", \"phone\": \"0772000111\"}",
                    "X-Request-Id",
                    id));
    assertTrue(
        line.matches(
            ".*request - PATCH " + path + " 200 [0-9]+\\.[0-9]ms [0-9a-f-]{36} " + id + "\\R?"),
        line);
    assertFalse(line.contains("Nakato") || line.contains("0772000111"), line);
    assertFalse(line.contains(token) || line.contains("sct_"), line);
  }

  @Test
  void aRefusedRequestIsALineToo() throws Exception {
    String id = World.unique(20);
    String unknown = Tokens.generate();
    String line =
        logged(
            id,
            () ->
                admin.post(
                    "/v1/none%0A/",
                    "{\"token\": \"" + token + "\"",
                    "X-Request-Id",
                    id,
                    "Authorization",
                    "Bearer " + unknown));
    assertTrue(line.contains(" POST /v1/none%0A/ 401 "), line);
    assertFalse(line.contains("sct_"), line);
  }

  @Test
  void aRequestThatHttpRefusesIsALineToo() throws Exception {
    String id = World.unique(20);
    String line = loggedRaw(id, "GET /v1/x HTTP/1.1\nHost: x\nExpect: the-worst");
    assertTrue(line.contains(" GET /v1/x 400 "), line);
  }

  @Test
  void aLongMethodAndALongPathAreCut() throws Exception {
    String id = World.unique(20);
    String head = "X".repeat(1_000) + " /v1/" + "x".repeat(1_000) + " HTTP/1.1\nHost: x";
    String line = loggedRaw(id, head + "\nConnection: close");
    assertTrue(line.contains(" " + "X".repeat(20) + "… /v1/" + "x".repeat(196) + "… 401 "), line);
  }

  private String loggedRaw(String id, String head) throws Exception {
    String request = head + "\nX-Request-Id: " + id;
    return logged(id, () -> RawConnection.firstReply(origin, request, ""));
  }

  /** The only line with this id. It may come after the answer, so this waits for it. */
  private static String logged(String id, Runnable request) throws Exception {
    List<String> lines =
        CapturedLog.lines(
            id,
            log -> {
              request.run();
              Await.until(() -> log.get().contains(id));
            });
    assertEquals(1, lines.size(), lines.toString());
    return lines.get(0);
  }
}
