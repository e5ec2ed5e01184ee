package supplychain.http;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;

import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.Client;
import supplychain.Installation;
import supplychain.Meanwhile;
import supplychain.OneCompany;
import supplychain.RawConnection;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;

/**
 * Every refusal is a problem document (RFC 9457), with the id of the request; as text on request.
 */
class ProblemsTest extends OneCompany {
  private static final String UUID_7 =
      "[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}";
  private static final String[] TEXT = {"Accept", "text/plain", "X-Request-Id", "my-1"};

  private final Client admin = world.client(company, Role.ADMIN);
  private final Client member = world.client(company, Role.MEMBER);

  @Test
  void aProblemHasTheMembersOfTheStandardAndTheRequestsId() {
    Reply reply = admin.get("/v1/none/?x=1", "X-Request-Id", "my-1");
    assertEquals("application/problem+json", reply.header("Content-Type"));
    assertEquals(
        """
        {"type":"/problems/not-found","title":"There is no such path or record","status":404,\
        "detail":"There is no such path.","instance":"/v1/none/","request_id":"my-1"}
        """,
        reply.text());
  }

  @ParameterizedTest
  @CsvSource({
    "/v1/farmers/, /v1/supply-chains/farmers/",
    "/v1/supply-chain/farmer/019c0000-0000-7000-8000-00000000ffff, /v1/supply-chains/farmers/",
    "/V1/Catalogs/Product, /v1/catalogs/products/",
    "/v1/product-transaction/, /v1/transactions/product-transactions/"
  })
  void anUnknownPathIsAnsweredWithThePathThatWasMeant(String path, String meant) {
    Reply reply = admin.get(path).expect(404);
    assertEquals("There is no such path. Did you mean `" + meant + "`?", reply.at("/detail"));
  }

  @Test
  void aStatementThatTakesTooLongIsNotWorthARepeat() {
    UUID farmer = world.farmer(company);
    String path = FARMERS + farmer + "/";
    // A conditional change is recorded alone: the statement of a group would be repeated.
    String cancel = "select pg_cancel_backend(pid) from pg_locks where not granted";
    Reply refused =
        Meanwhile.during(
            sql -> sql.fetch("select from farmer where id = ? for update", farmer),
            () ->
                admin.patch(
                    path, "{\"first_name\": \"Ruth\"}", "X-Request-Id", "my-3", "If-Match", "*"),
            reply -> World.read(sql -> sql.fetch(cancel)));
    assertEquals(
        """
        {"type":"/problems/time-limit","title":"The request takes too long","status":504,\
        "detail":"PostgreSQL needed more than 30 seconds for this request, so the service stopped \
        it. Nothing was recorded. Ask for less: use a narrower filter, a smaller limit, or fewer \
        records.","instance":"%s","request_id":"my-3"}
        """
            .formatted(path),
        refused.text());
    assertNull(refused.header("Retry-After"));
    assertEquals("Grace", admin.get(path).at("/first_name"));
  }

  @Test
  void aProblemOfABodyNamesEachMistakeAtItsPlace() {
    String body = "{\"is_active\": 1, \"for/m~s\\u0000\": 2, \"premium\": 3}";
    Reply reply = admin.post(COMPANY_PRODUCTS, body, "X-Request-Id", "my-2");
    assertEquals(
        """
        {"type":"/problems/invalid-body","title":"The body has mistakes","status":400,\
        "detail":"There are 4 mistakes. `errors` names each.","instance":"/v1/supply-chains/company-products/",\
        "errors":[{"pointer":"/company","code":"required","detail":"This value is required."},\
        {"pointer":"/is_active","code":"type","detail":"1 must be true or false."},\
        {"pointer":"/for~1m~0s\\u0000","code":"unknown_field",\
        "detail":"There is no field \\"for/m~s\\\\u0000\\"."},\
        {"pointer":"/premium","code":"unknown_field",\
        "detail":"There is no field \\"premium\\". Did you mean `premiums`?"}],"request_id":"my-2"}
        """,
        reply.text());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a",
        "A.b_c:d-1",
        "0123456789012345678901234567890123456789012345678901234567890123"
      })
  void aWellFormedIdOfTheClientIsTaken(String id) {
    assertEquals(id, admin.get("/v1/none", "X-Request-Id", id).json().get("request_id").asText());
    assertEquals(id, admin.get("/v1/none", "X-Request-Id", id).header("X-Request-Id"));
    assertEquals(id, admin.get("/health/live", "X-Request-Id", id).header("X-Request-Id"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a b",
        "a/b",
        "a\tb",
        "ü",
        "<script>",
        "01234567890123456789012345678901234567890123456789012345678901234"
      })
  void anIllFormedIdIsReplaced(String id) {
    Reply reply = admin.get("/v1/none", "X-Request-Id", id);
    String own = reply.at("/request_id");
    assertTrue(own.matches(UUID_7), own);
    assertEquals(own, reply.header("X-Request-Id"));
  }

  @Test
  void everyAnswerHasAnIdAndIsNeverSniffed() {
    for (Reply reply :
        new Reply[] {
          admin.get(COMPANIES + company + "/"),
          admin.post(COMPANY_PRODUCTS, "{\"company\": \"" + company + "\"}"),
          admin.post(COMPANY_PRODUCTS, "{"),
          admin.send("PUT", COMPANY_PRODUCTS, null),
          admin.get("/v1/none", "Authorization", "none")
        }) {
      assertTrue(reply.header("X-Request-Id").matches(UUID_7));
      assertEquals("nosniff", reply.header("X-Content-Type-Options"));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /v1/%zz HTTP/1.1\nHost: x",
        "GET /v1/%00 HTTP/1.1\nHost: x",
        "GET /v1/supply-chains/companies/%ff/ HTTP/1.1\nHost: x",
        "GET /v1/supply-chains/companies/\u00ff/ HTTP/1.1\nHost: x",
        "GET /v1/..;/x HTTP/1.1\nHost: x",
        "GET /v1/a\\b HTTP/1.1\nHost: x",
        "GET /../../etc/passwd HTTP/1.1\nHost: x",
        "GET * HTTP/1.1\nHost: x",
        "GET v1 HTTP/1.1\nHost: x",
        "GET /v1/x HTTP/3.0\nHost: x",
        "GET /v1/x HTTP/9\nHost: x",
        "GET  HTTP/1.1\nHost: x",
        "GET /v1/x",
        "GET /v1/x HTTP/1.1",
        "GET /v1/x HTTP/1.1\nHost: x\nBad Header: 1",
        "GET /v1/x HTTP/1.1\nHost: x\nNul: \u0000",
        "CONNECT /v1/x HTTP/1.1\nHost: x",
        "POST /v1/x HTTP/1.1\nHost: x\nContent-Length: abc",
        "POST /v1/x HTTP/1.1\nHost: x\nContent-Length: -1",
        "POST /v1/x HTTP/1.1\nHost: x\nContent-Length: 99999999999999999999",
        "POST /v1/x HTTP/1.1\nHost: x\nContent-Length: 1\nTransfer-Encoding: chunked",
        "POST /v1/x HTTP/1.1\nHost: x\nTransfer-Encoding: foo",
        "POST /v1/x HTTP/1.1\nHost: x\nExpect: the-worst\nContent-Length: 0",
        "\u0016\u0003\u0001\u0002"
      })
  void unreadableRequestsAreAnsweredWithAProblem(String head) {
    malformed(RawConnection.firstReply(head, ""));
  }

  @Test
  void headersAndPathsThatAreTooLongAreAProblem() {
    String much = "a".repeat(20_000);
    Reply headers =
        RawConnection.firstReply("GET /v1/x HTTP/1.1\nHost: x\nX-Request-Id: mine\nX: " + much, "");
    malformed(headers);
    assertTrue(headers.text().contains("Request Header Fields Too Large"), headers.text());
    malformed(RawConnection.firstReply("GET /v1/" + much + " HTTP/1.1\nHost: x", ""));
    malformed(RawConnection.firstReply("CONNECT * HTTP/1.1\nHost: x\nX: " + much, ""));
  }

  @Test
  void aQueryWithoutAPathIsSentNowhereElse() {
    for (String target : new String[] {"?", "?/v1/x", "#x"}) {
      Reply answer =
          RawConnection.firstReply("PRI " + target + " HTTP/1.1\nHost: x\nConnection: close", "");
      assertEquals(401, answer.status(), target + " " + answer.headers());
      assertEquals("application/problem+json", answer.header("Content-Type"));
      assertNull(answer.header("Location"));
    }
  }

  @Test
  void theAnswerToAHeadHasNoBodyEvenWhereItIsUnreadable() {
    String tooLong = "HEAD /v1/x HTTP/1.1\r\nHost: x\r\nX: " + "a".repeat(20_000) + "\r\n\r\n";
    try (RawConnection connection = new RawConnection(Installation.shared().origin())) {
      String answer = connection.send(tooLong).rest();
      assertTrue(answer.startsWith("HTTP/1.1 400 "), answer);
      assertTrue(answer.contains("application/problem+json"), answer);
      assertTrue(answer.endsWith("\r\n\r\n"), answer);
    }
  }

  @Test
  void anUnreadableRequestKeepsItsIdWhereThatCanBeRead() {
    String head = "POST /v1/x HTTP/1.1\nHost: x\nX-Request-Id: mine\nExpect: the-worst";
    Reply answer = RawConnection.firstReply(head, "");
    malformed(answer);
    assertEquals("mine", answer.header("X-Request-Id"));
    assertTrue(answer.text().contains("\"instance\":\"/v1/x\""), answer.text());
  }

  private static void malformed(Reply answer) {
    answer.expect(400);
    assertEquals("application/problem+json", answer.header("Content-Type"));
    assertTrue(
        answer.text().startsWith("{\"type\":\"/problems/malformed-request\","), answer.text());
    assertFalse(answer.text().contains("badMessage"), answer.text());
    String id = answer.header("X-Request-Id");
    assertTrue(answer.text().endsWith("\"request_id\":\"" + id + "\"}\n"), answer.text());
  }

  private Reply send(String type, String body) {
    String[] headers = {TEXT[0], TEXT[1], TEXT[2], TEXT[3], "Content-Type", type};
    return member.post(FARMERS, body, headers);
  }

  private static void assertText(int status, String text, Reply reply) {
    assertEquals(text + "request_id: my-1\n", reply.expect(status).text());
    assertEquals("text/plain", reply.header("Content-Type"));
    assertEquals("Accept, Accept-Encoding", reply.header("Vary"));
  }

  @Test
  void aTableHasTheLineAndTheColumnOfEachFinding() {
    String table =
        "First name,Country,date of birth\nRuth,Uganda,13.4.1980\n,Uganda,\nAmina,Uganda,14.4.1980\n";
    assertText(
        400,
        """
        3 mistakes. Nothing was recorded.
        lines 2, 4, column date of birth: for example, "13.4.1980" must be written 1980-04-13.
        line 3, column First name: This value is required.
        """,
        send("text/csv", table));
  }

  @Test
  void aJsonDocumentOnALineHasItsLineAndField() {
    String lines =
        "{\"first_name\": \"Ruth\", \"country\": \"Uganda\"}\n{\"country\": \"Uganda\"}\n";
    assertText(
        400,
        "One mistake. Nothing was recorded.\nline 2, first_name: This value is required.\n",
        send("application/x-ndjson", lines));
  }

  @Test
  void aBodyHasThePointerOfEachFinding() {
    String body =
        "{\"country\": \"Uganda\", \"\\u001b[31m\": 1, \"entity_card\": {\"card\": {\"card_idd\": 1}}}";
    assertText(
        400,
        """
        There are 4 mistakes. The lines below name each.
        /first_name: This value is required.
        /entity_card/card/card_id: This value is required.
        /\\u001b[31m: There is no field "\\u001b[31m".
        /entity_card/card/card_idd: There is no field "card_idd". Did you mean `card_id`?
        """,
        send("application/json", body));
  }

  @Test
  void aParameterHasItsPointerAndARefusalWithoutFindingsItsDetail() {
    assertText(404, "There is no such path.\n", member.get("/v1/none/", TEXT));
    assertText(
        400,
        """
        There is one mistake. The lines below name it.
        /limit: "0" must be a number from 1 to 1000.
        """,
        member.get(FARMERS + "?limit=0", TEXT));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "*/*",
        "application/json, text/plain, */*",
        "application/problem+json, text/plain;q=0.9",
        "text/html",
        "text/csv"
      })
  void aClientThatPrefersAnotherTypeGetsJson(String accept) {
    member.get("/v1/none/", "Accept", accept).expectProblem(404, "not-found");
  }

  @Test
  void aRequestWithoutATokenIsAnsweredAsTextToo() {
    assertText(
        401,
        "Send a token in the header `Authorization: Bearer <token>`.\n",
        Installation.shared().client(null).get("/v1/whoami/", TEXT));
  }
}
