package supplychain.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.Paths.*;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.Client;
import supplychain.Installation;
import supplychain.OneCompany;
import supplychain.RawConnection;
import supplychain.Reply;
import supplychain.core.Role;

/** The service reads a query in one way, whatever the headers of the request say. */
class QueryTest extends OneCompany {
  private final String token = world.token(company, Role.MEMBER);
  private final Client member = Installation.shared().client(token);

  /** Sends it as it stands: clients of Java refuse to. */
  private Reply get(String query) {
    String head =
        """
        GET %s?%s HTTP/1.1
        Host: x
        Connection: close
        Authorization: Bearer %s
        """;
    return RawConnection.firstReply(head.formatted(FARMERS, query, token), "");
  }

  @ParameterizedTest
  @CsvSource({
    "limit=%zz, /limit encoding",
    "limit=1%, /limit encoding",
    "limit=5&limit=%2, /limit encoding",
    "%zz=1, /%zz encoding",
    "%ff, /%ff encoding",
    "name=%c3%28, /name encoding",
    "a%2Fb=%zz, /a~1b encoding"
  })
  void aQueryIsPercentEncodedUtf8(String query, String finding) {
    Reply reply = get(query).expectProblem(400, "invalid-query");
    assertEquals(List.of(finding), reply.findings());
  }

  @Test
  void aPlusIsASpaceAndAMissingValueIsEmpty() {
    String farmer = member.post(FARMERS, "{\"first_name\": \"Ana Á+\"}").id();
    for (String query : List.of("name=Ana+%C3%81%2B", "&name=Ana%20%c3%a1%2b&&")) {
      Reply found = member.get(FARMERS + "?" + query).expect(200);
      assertEquals(farmer, found.at("/0/id"), query);
    }
    assertEquals(List.of("/limit range"), member.get(FARMERS + "?limit").findings());
    assertEquals(List.of("/ unknown_parameter"), get("=1").findings());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"text/plain;charset", "application/json; charset=nosuch", "text/csv;charset=\"x"})
  void theContentTypeOfARequestWithoutABodyChangesNothing(String type) {
    world.farmer(company);
    Reply all = member.get(FARMERS, "Content-Type", type).expect(200);
    assertEquals(1, all.json().size());
    Reply none = member.get(FARMERS + "?name=Nobody", "Content-Type", type);
    assertEquals("[]\n", none.text());
  }
}
