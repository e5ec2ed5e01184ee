package supplychain.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.UUID;
import org.junit.jupiter.api.Test;
import supplychain.Client;
import supplychain.Installation;
import supplychain.Reply;
import supplychain.Wire;
import supplychain.World;
import supplychain.core.Role;

/** Where several refusals are due, a client gets the first of one fixed order. */
class OrderOfChecksTest {
  private static final String GOODS = "/v1/transactions/product-transactions/";
  private static final String[] PLAIN = {"Content-Type", "text/plain"};
  private static final String TOO_LARGE = "{".repeat(JsonRequest.MOST_BYTES + 1);

  private final World world = new World();
  private final UUID company = world.company("Cooperative");
  private final UUID farmer = world.farmer(company);
  private final String path = "/v1/supply-chains/farmers/" + farmer + "/";
  private final String absent = "/v1/supply-chains/farmers/" + UUID.randomUUID() + "/";
  private final Client member = world.client(company, Role.MEMBER);
  private final Client reporter = world.client(company, Role.REPORTER);
  private final Client nobody = Installation.shared().client(null);

  @Test
  void theTokenComesFirst() {
    refused(401, "unauthenticated", nobody.patch("/v1/none/", "{", PLAIN));
    // Of who is not known nothing is read, so it is only announced.
    String head = "POST %s HTTP/1.1\nHost: x\nContent-Type: text/plain\nContent-Length: %d";
    assertEquals(401, Wire.send(head.formatted(path, TOO_LARGE.length()), "").status());
  }

  @Test
  void theRouteComesBeforeTheRole() {
    refused(404, "not-found", reporter.patch("/v1/none/", "{", PLAIN));
    refused(405, "method-not-allowed", reporter.post(path, "{", PLAIN));
  }

  @Test
  void theRoleComesBeforeTheMediaType() {
    refused(403, "forbidden", reporter.patch(absent, "{", PLAIN));
    refused(403, "forbidden", reporter.post(GOODS, "{", "Idempotency-Key", ""));
  }

  @Test
  void theMediaTypeComesBeforeTheSize() {
    refused(415, "unsupported-media-type", member.patch(absent, TOO_LARGE, PLAIN));
  }

  @Test
  void aMediaTypeThatIsNotTakenIsAnsweredWithThoseThatAre() {
    String json = "application/json, application/merge-patch+json";
    Reply patched = member.patch(absent, "{}", PLAIN);
    assertEquals(json, patched.header("Accept-Patch"));
    assertNull(patched.header("Accept-Post"));
    Reply posted = member.post(GOODS, "{}", PLAIN);
    assertEquals(json + ", text/csv, application/x-ndjson", posted.header("Accept-Post"));
    assertNull(posted.header("Accept-Patch"));
    assertEquals(
        json, member.patch(absent, "{}", "Content-Encoding", "gzip").header("Accept-Patch"));
  }

  @Test
  void theSizeComesBeforeTheSyntax() {
    refused(413, "body-too-large", member.patch(absent, TOO_LARGE));
  }

  @Test
  void theSyntaxComesBeforeTheId() {
    refused(400, "malformed-json", member.patch(absent, "{", "If-Match", "\"old\""));
    refused(400, "malformed-json", member.patch("/v1/supply-chains/farmers/none/", "{"));
  }

  @Test
  void theIdComesBeforeTheVersion() {
    refused(404, "not-found", member.patch(absent, "{}", "If-Match", "\"old\""));
    UUID foreign = world.farmer(world.company("Other"));
    String others = "/v1/supply-chains/farmers/" + foreign + "/";
    refused(404, "not-found", member.patch(others, "{}", "If-Match", "\"old\""));
    refused(404, "not-found", member.patch(others, "[]"));
  }

  @Test
  void theVersionComesBeforeTheMistakes() {
    refused(412, "precondition-failed", member.patch(path, "{}", "If-Match", "\"old\""));
  }

  @Test
  void mistakesComeBeforeAConflict() {
    String taken = "{\"first_name\": \"Grace\", \"number\": \"%s\"%s}";
    String number = World.unique(10);
    UUID other = world.farmer(company);
    member.patch("/v1/supply-chains/farmers/" + other + "/", taken.formatted(number, ""));
    refused(409, "conflict", member.patch(path, taken.formatted(number, "")));
    refused(400, "invalid-body", member.patch(path, taken.formatted(number, ", \"city\": 1")));
  }

  @Test
  void mistakesComeBeforeTheStock() {
    UUID product = world.product("Cherry");
    String goods =
        """
        {"source": "%s", "destination": "%s", "product": "%s", "amount": %s, "quantity": "5",
         "parents": [%s]}""";
    Reply lot = member.post(GOODS, goods.formatted(farmer, company, product, 1, ""));
    String parent = "\"" + lot.id() + "\"";
    UUID buyer = world.company("Buyer");
    String sale = goods.formatted(company, buyer, product, 1, parent).replace("\"5\"", "\"6\"");
    refused(409, "insufficient-stock", member.post(GOODS, sale));
    refused(400, "invalid-body", member.post(GOODS, sale.replace(": 1,", ": -1,")));
  }

  @Test
  void theKeyComesBeforeTheMistakes() {
    refused(400, "malformed-request", member.post(GOODS, "{}", "Idempotency-Key", ""));
    refused(400, "malformed-json", member.post(GOODS, "{", "Idempotency-Key", ""));
  }

  private static void refused(int status, String type, Reply reply) {
    assertEquals(status, reply.status(), reply.text());
    assertEquals("/problems/" + type, reply.json().get("type").asText());
  }
}
