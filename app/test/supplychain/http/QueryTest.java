package supplychain.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.Wire;
import supplychain.World;

/** What stands after the question mark has to be percent-encoded (RFC 3986, 2.1). */
class QueryTest {
  private final World world = new World();
  private final UUID company = world.company("Cooperative");
  private final String token = world.token(company, Role.MEMBER);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /v1/supply-chains/farmers/?name=%zz",
        "GET /v1/supply-chains/farmers/?%=a",
        "HEAD /v1/supply-chains/farmers/?name=100%",
        "GET /v1/changes/?after=%1",
        "GET /v1/transactions/product-transactions/019c0000-0000-7000-8000-0000000fffff/trace/?a=%%",
        "POST /v1/supply-chains/farmers/?on_error=%-1",
      })
  void aPercentSignWithoutItsDigitsIsAMistakeOfTheQuery(String line) {
    boolean isPost = line.startsWith("POST");
    String body = isPost ? "first_name\nGrace\n" : "";
    String type = isPost ? "\nContent-Type: text/csv\nContent-Length: " + body.length() : "";
    Wire answer =
        Wire.send(line + " HTTP/1.1\nHost: x\nAuthorization: Bearer " + token + type, body);
    assertEquals(400, answer.status(), answer.text());
    assertTrue(
        line.startsWith("HEAD") || answer.text().contains("\"type\":\"/problems/invalid-query\""),
        answer.text());
  }
}
