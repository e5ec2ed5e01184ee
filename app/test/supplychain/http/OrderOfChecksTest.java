package supplychain.http;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;

import java.util.UUID;
import org.junit.jupiter.api.Test;
import supplychain.Client;
import supplychain.Goods;
import supplychain.Installation;
import supplychain.OneCompany;
import supplychain.RawConnection;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;

/** Where several refusals are due, a client gets the first of one fixed order. */
class OrderOfChecksTest extends OneCompany {
  private static final String[] PLAIN = {"Content-Type", "text/plain"};
  private static final String TOO_LARGE = "{".repeat(JsonRequest.MOST_BYTES + 1);

  private final UUID farmer = world.farmer(company);
  private final String path = FARMERS + farmer + "/";
  private final String absent = FARMERS + UUID.randomUUID() + "/";
  private final Client member = world.client(company, Role.MEMBER);
  private final Client reporter = world.client(company, Role.REPORTER);
  private final Client nobody = Installation.shared().client(null);

  @Test
  void theTokenComesFirst() {
    nobody.patch("/v1/none/", "{", PLAIN).expectProblem(401, "unauthenticated");
    // The service answers before it reads the body.
    try (RawConnection client = new RawConnection(Installation.shared().origin())) {
      client.send(RawConnection.post(path, null, TOO_LARGE.length()).replace("/json", "/plain"));
      assertEquals(401, client.status());
    }
  }

  @Test
  void theRouteComesBeforeTheRole() {
    reporter.patch("/v1/none/", "{", PLAIN).expectProblem(404, "not-found");
    reporter.post(path, "{", PLAIN).expectProblem(405, "method-not-allowed");
  }

  @Test
  void theRoleComesBeforeTheMediaType() {
    reporter.patch(absent, "{", PLAIN).expectProblem(403, "forbidden");
    reporter.post(GOODS, "{", "Idempotency-Key", "").expectProblem(403, "forbidden");
  }

  @Test
  void theMediaTypeComesBeforeTheSize() {
    member.patch(absent, TOO_LARGE, PLAIN).expectProblem(415, "unsupported-media-type");
  }

  @Test
  void aMediaTypeThatIsNotTakenIsAnsweredWithThoseThatAre() {
    String json = "application/json, application/merge-patch+json";
    Reply patched = member.patch(absent, "{}", PLAIN);
    assertEquals(json, patched.header("Accept-Patch"));
    assertNull(patched.header("Accept-Post"));
    Reply posted = member.post(GOODS, "{}", PLAIN);
    String many =
        ", text/csv, application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,"
            + " application/x-ndjson";
    assertEquals(json + many, posted.header("Accept-Post"));
    assertNull(posted.header("Accept-Patch"));
    assertEquals(
        json, member.patch(absent, "{}", "Content-Encoding", "gzip").header("Accept-Patch"));
  }

  @Test
  void theSizeComesBeforeTheSyntax() {
    member.patch(absent, TOO_LARGE).expectProblem(413, "body-too-large");
  }

  @Test
  void theSyntaxComesBeforeTheId() {
    member.patch(absent, "{", "If-Match", "\"old\"").expectProblem(400, "malformed-json");
    member.patch("/v1/supply-chains/farmers/none/", "{").expectProblem(400, "malformed-json");
  }

  @Test
  void theIdComesBeforeTheVersion() {
    member.patch(absent, "{}", "If-Match", "\"old\"").expectProblem(404, "not-found");
    UUID foreign = world.farmer(world.company("Other"));
    String others = FARMERS + foreign + "/";
    member.patch(others, "{}", "If-Match", "\"old\"").expectProblem(404, "not-found");
    member.patch(others, "[]").expectProblem(404, "not-found");
  }

  @Test
  void theVersionComesBeforeTheMistakes() {
    member.patch(path, "{}", "If-Match", "\"old\"").expectProblem(412, "precondition-failed");
  }

  @Test
  void mistakesComeBeforeAConflict() {
    String taken = "{\"first_name\": \"Grace\", \"number\": \"%s\"%s}";
    String number = World.unique(10);
    UUID other = world.farmer(company);
    member.patch(FARMERS + other + "/", taken.formatted(number, ""));
    member.patch(path, taken.formatted(number, "")).expectProblem(409, "conflict");
    member.patch(path, taken.formatted(number, ", \"city\": 1")).expectProblem(400, "invalid-body");
  }

  @Test
  void mistakesComeBeforeTheStock() {
    UUID product = world.product("Cherry");
    String lot = Goods.move(member, farmer, company, product, "5").id();
    String sale = Goods.moved(company, world.company("Buyer"), product, "6", lot);
    member.post(GOODS, sale).expectProblem(409, "insufficient-stock");
    String wrong = sale.replace("\"amount\":\"1\"", "\"amount\":-1");
    member.post(GOODS, wrong).expectProblem(400, "invalid-body");
  }

  @Test
  void theKeyComesBeforeTheMistakes() {
    member.post(GOODS, "{}", "Idempotency-Key", "").expectProblem(400, "malformed-request");
    member.post(GOODS, "{", "Idempotency-Key", "").expectProblem(400, "malformed-json");
  }
}
