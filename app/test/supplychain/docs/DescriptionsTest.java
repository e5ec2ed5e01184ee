package supplychain.docs;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import supplychain.Client;
import supplychain.Installation;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Json;
import supplychain.core.ProblemType;
import supplychain.core.Role;

/** The descriptions that the service gives without a token. */
class DescriptionsTest {
  private final Client anybody = Installation.shared().client(null);

  @Test
  void theServiceNamesItsVersionsItsLimitsAndWhereEverythingIs() throws Exception {
    Reply reply = anybody.get("/v1/").expect(200);
    assertEquals(
        Json.MAPPER.readTree(
            """
            {"name": "Supply-chain service", "version": "(not packaged)", "interface_version": "1", "time_zone": "Asia/Kolkata",
             "limits": {"body_bytes": 1048576, "body_seconds": 20, "bulk_bytes": 16777216,
               "bulk_records": 10000, "bulk_seconds": 120, "json_depth": 32,
               "number_characters": 400, "decimal_digits": 25, "decimal_places": 6,
               "header_bytes": 8192, "request_seconds": 300, "page_records": 100,
               "page_records_most": 1000, "lists_at_once": 16,
               "wait_seconds": 30, "waiting_at_once": 1000, "waiting_at_once_of_a_company": 100, "findings": 1000,
               "idempotency_days": 30}}\
            """),
        ((ObjectNode) reply.json()).without("links"));
  }

  @Test
  void eachOfItsLinksLeadsSomewhere() {
    Client operator = new World().client(null, Role.OPERATOR);
    JsonNode links = anybody.get("/v1/").json().get("links");
    assertEquals(FARMERS, links.get("farmers").asText());
    for (JsonNode link : links) {
      assertNotEquals(404, operator.get(link.asText()).status(), link.asText());
    }
  }

  @ParameterizedTest
  @EnumSource(ProblemType.class)
  void theTypeOfEachProblemIsAPageThatSaysWhatItMeansAndWhatToDo(ProblemType type) {
    JsonNode written = OpenApi.read("problems.yaml").get(type.shortName());
    String meaning = written.get("meaning").asText();
    String remedy = written.get("remedy").asText();
    String section = type.uri().replace("/problems/", "/docs/errors/#");
    Reply text = anybody.get(type.uri()).expect(200);
    assertEquals("text/plain;charset=utf-8", text.header("Content-Type").toLowerCase(Locale.ROOT));
    assertEquals(
        "%s (status %d)%n%nWhat it means: %s%n%nWhat to do: %s%n%nMore in the manual: %s%n"
            .formatted(type.title(), type.status(), meaning, remedy, section),
        text.text());
    Reply page = anybody.get(type.uri() + "/", "Accept", "text/html,*/*;q=0.8");
    assertEquals("text/html;charset=utf-8", page.header("Content-Type").toLowerCase(Locale.ROOT));
    assertTrue(page.text().contains("<h1>" + type.title() + "</h1>"), page.text());
    assertTrue(
        page.text().contains("<p>" + remedy.replaceAll("`([^`]*)`", "<code>$1</code>") + "</p>"),
        page.text());
    assertTrue(page.text().contains("<a href=\"" + section + "\">"), page.text());
    assertTrue(page.header("Content-Security-Policy").startsWith("default-src 'none';"));
    assertEquals("no-referrer", page.header("Referrer-Policy"));
    assertEquals("nosniff", page.header("X-Content-Type-Options"));
  }
}
