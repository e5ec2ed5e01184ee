package supplychain.proof.requests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.OwnService;
import supplychain.RawConnection;
import supplychain.Reply;

/**
 * The service refuses a request that a proxy could read differently, and everything that follows it
 * on the connection (RFC 9112, 11.2).
 */
class StrictHttpTest {
  private static final String NEXT = "GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n";
  private static final String HEAD =
      "GET /health/live HTTP/1.1\r\nHost: x\r\nAccept: */*\r\nX-Own: y\r\nX-Empty:\r\n\r\n";

  @AutoClose private final OwnService service = OwnService.listening();
  private final String origin = service.origin();

  @Test
  void everyLineOfTheHeadEndsWithCarriageReturnAndLineFeed() {
    assertEquals(200, RawConnection.exchange(origin, HEAD).get(0).status());
    for (int at = HEAD.indexOf('\r'); at >= 0; at = HEAD.indexOf('\r', at + 1)) {
      String head = HEAD.substring(0, at) + HEAD.substring(at + 1);
      List<Reply> all = new ArrayList<>(RawConnection.exchange(origin, head + NEXT));
      assertEquals(1, all.size(), () -> "more than one answer to " + head);
      for (int first = 1; first < head.length(); first++) {
        try (RawConnection line = new RawConnection(origin)) {
          all.add(line.ask(head, first));
        }
      }
      all.forEach(reply -> AnswerCheck.check(reply.expect(400), false));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Transfer-Encoding: gzip, chunked",
        "Transfer-Encoding: identity, chunked",
        "Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked",
        "Transfer-Encoding: chunked\r\nAuthorization: Bearer a\r\nauthorization: Bearer a",
        "Transfer-Encoding: chunked\r\nIdempotency-Key: a\r\nIdempotency-Key: a",
        "Transfer-Encoding: chunked\r\nContent-Type: text/csv\r\nContent-Type: text/csv"
      })
  void aHeaderThatCountsOnceIsSentOnceAndABodyIsOnlyChunked(String headers) {
    String request = "POST /v1/x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n%s\r\n\r\n0\r\n\r\n";
    RawConnection.exchange(origin, request.formatted(headers))
        .get(0)
        .expectProblem(400, "malformed-request");
    RawConnection.exchange(origin, request.formatted("Transfer-Encoding: Chunked"))
        .get(0)
        .expect(401);
  }
}
