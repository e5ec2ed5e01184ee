package supplychain.docs;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;

import java.net.http.HttpHeaders;
import java.util.List;
import org.junit.jupiter.api.Test;
import supplychain.Client;
import supplychain.OneCompany;
import supplychain.Reply;
import supplychain.core.Role;

/** The check against the document finds every answer that the document does not allow. */
class ContractTest extends OneCompany {
  private final Client reporter = world.client(company, Role.REPORTER);
  private final Reply farmer = reporter.get(FARMERS + world.farmer(company) + "/");

  @Test
  void anAnswerAsItIsPromisedIsNoBreach() {
    assertEquals(List.of(), Contract.breaches("GET", FARMERS + farmer.id(), farmer));
  }

  @Test
  void aFieldThatIsMissingTooMuchOrOfAnotherKindIsNoticed() {
    breach(" required", farmer.text().replace("\"gender\"", "\"sex\""));
    breach(" additionalProperties", farmer.text().replace("\"gender\"", "\"sex\""));
    breach("/consent_status enum", farmer.text().replace("UNKNOWN", "PERHAPS"));
    breach("/first_name maxLength", farmer.text().replace("Grace", "G".repeat(101)));
    breach("/buyer format", farmer.text().replace(company.toString(), "coop"));
    breach("/first_name type", farmer.text().replace("\"Grace\"", "null"));
  }

  @Test
  void aStatusAPathATypeAndAHeaderThatNobodyPromisedAreNoticed() {
    HttpHeaders headers = farmer.headers();
    assertEquals(
        List.of("no such operation or status"),
        Contract.breaches("GET", FARMERS + "x", new Reply(202, farmer.text(), headers)));
    assertEquals(
        List.of("no such operation or status"), Contract.breaches("GET", "/v1/nothing/", farmer));
    assertEquals(
        List.of("no header WWW-Authenticate"),
        Contract.breaches("HEAD", FARMERS, new Reply(401, "", headers)));
    assertEquals(
        List.of("the Content-Type application/json"),
        Contract.breaches("GET", FARMERS + "x", new Reply(404, farmer.text(), headers)));
  }

  @Test
  void aStatusWithoutAnAnswerOfItsOwnIsHeldAgainstThatOfItsHundred() {
    Reply reply =
        world
            .client(company, Role.MEMBER)
            .send("POST", FARMERS, "first_name\nGrace\n", "Content-Type", "text/csv");
    assertEquals(List.of(), Contract.breaches("POST", FARMERS, reply));
    Reply other = new Reply(200, "{\"line\":\"two\"}", reply.headers());
    assertTrue(!Contract.breaches("POST", FARMERS, other).isEmpty());
    assertEquals(
        List.of("no such operation or status"),
        Contract.breaches("POST", FARMERS, new Reply(300, "", reply.headers())));
  }

  private void breach(String what, String text) {
    Reply reply = new Reply(200, text, farmer.headers());
    List<String> breaches = Contract.breaches("GET", FARMERS + farmer.id(), reply);
    assertTrue(breaches.stream().anyMatch(each -> each.startsWith(what)), breaches.toString());
  }
}
