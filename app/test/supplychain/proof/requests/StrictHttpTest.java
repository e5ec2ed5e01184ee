package supplychain.proof.requests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.OwnService;
import supplychain.RawConnection;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;

/**
 * A request that a proxy could read in another way than the service is refused, and so is whatever
 * follows it on the connection (RFC 9112, 11.2).
 */
class StrictHttpTest {
  private static final String NEXT = "GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n";
  private static final String HEAD =
      "GET /health/live HTTP/1.1\r\nHost: x\r\nAccept: */*\r\nX-Own: y\r\nX-Empty:\r\n\r\n";

  private final World world = new World();
  private final UUID company = world.company("Cooperative");
  private final String token = world.token(company, Role.ADMIN);
  @AutoClose private final OwnService service = OwnService.listening();
  private final String origin = service.origin();

  @Test
  void everyLineOfTheHeadEndsWithCarriageReturnAndLineFeed() {
    assertEquals(200, only(HEAD).status());
    for (int at = HEAD.indexOf('\r'); at >= 0; at = HEAD.indexOf('\r', at + 1)) {
      refusedHoweverItArrives(HEAD.substring(0, at) + HEAD.substring(at + 1));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET  /health/live HTTP/1.1",
        "GET /health/live  HTTP/1.1",
        "GET /health/live HTTP/1.1 ",
        "GET\t/health/live HTTP/1.1",
        "GET /health/live\tHTTP/1.1",
        "GET /health/live http/1.1",
        "GET /health/live Http/1.1",
        "GET /health/live hTTP/1.0",
        "PATCH  /health/live HTTP/1.1",
        "PURGE /health/live http/1.1"
      })
  void theRequestLineHasOneSpaceBetweenItsPartsAndTheVersionInCapitals(String line) {
    refusedHoweverItArrives(line + "\r\nHost: x\r\n\r\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"gzip, chunked", "gzip,chunked", "identity, chunked", "gzip\r\n%s: chunked"})
  void aBodyIsChunkedAndCodedInNoOtherWay(String coding) {
    String name = "Transfer-Encoding";
    assertEquals(404, line("/v1/x", name + ": Chunked").status());
    Reply reply = line("/v1/x", name + ": " + coding.formatted(name)).expect(400);
    assertEquals("close", reply.header("Connection"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"Authorization", "authorization", "Idempotency-Key", "Content-Type"})
  void aHeaderThatCountsOnceIsSentOnce(String name) {
    String value =
        name.equals("Content-Type")
            ? "application/json"
            : name.equals("Idempotency-Key") ? "key-1" : "Bearer " + token;
    String path = "/v1/supply-chains/company-products/";
    line(path, name + ": " + value + "\r\n" + name + ": " + value)
        .expectProblem(400, "malformed-request");
    assertEquals(401, line(path, "Authorization: Bearer sct_unknown").status());
  }

  /** A chunked POST, with the token unless the headers name one. */
  private Reply line(String path, String headers) {
    String chunked =
        headers.startsWith("Transfer-Encoding") ? "" : "Transfer-Encoding: chunked\r\n";
    String own =
        headers.regionMatches(true, 0, "Authorization", 0, 13)
            ? ""
            : "Authorization: Bearer " + token + "\r\n";
    String type = headers.startsWith("Content-Type") ? "" : "Content-Type: application/json\r\n";
    return only(
        "POST "
            + path
            + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
            + own
            + type
            + chunked
            + headers
            + "\r\n\r\n2\r\n{}\r\n0\r\n\r\n");
  }

  private void refusedHoweverItArrives(String head) {
    List<Reply> all = new ArrayList<>(RawConnection.exchange(origin, head + NEXT));
    assertEquals(1, all.size(), () -> "more than one answer to " + head);
    for (int first = 1; first < head.length(); first++) {
      try (RawConnection line = new RawConnection(origin)) {
        all.add(line.ask(head, first));
      }
    }
    for (Reply reply : all) {
      Judge.judge(reply, false);
      assertEquals(400, reply.status(), head);
    }
  }

  private Reply only(String request) {
    List<Reply> all = RawConnection.exchange(origin, request);
    assertEquals(1, all.size(), request);
    Judge.judge(all.get(0), false);
    return all.get(0);
  }
}
