package supplychain.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.Paths.*;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.Client;
import supplychain.Installation;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;

/** With {@code Accept: text/plain}, a refusal has lines that a person reads. */
class ProblemAsTextTest {
  private static final String[] TEXT = {"Accept", "text/plain", "X-Request-Id", "my-1"};

  private final World world = new World();
  private final Client member = world.client(world.company("Cooperative"), Role.MEMBER);

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
