package supplychain.http;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;

import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import supplychain.Client;
import supplychain.Installation;
import supplychain.RawConnection;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;

/** Long answers are compressed for clients that accept gzip (RFC 9110, section 12.5.3). */
class CompressionTest {
  private final World world = new World();
  private final UUID id = world.company("Cooperative");
  private final String token = world.token(id, Role.ADMIN);
  private final Client member = Installation.shared().client(token);
  private final String company = COMPANIES + id + "/";

  @BeforeEach
  void aLongDocument() {
    String json =
        "{\"name\": \"Coop\", \"description\": \"%s\", \"street\": \"%1$s\"}"
            .formatted("Hill ".repeat(99));
    member.patch(company, json).expect(200);
  }

  @Test
  void aLongAnswerIsTheSameAfterItIsUnpacked() {
    Reply packed = ask("GET " + company, "");
    assertEquals("gzip", packed.header("Content-Encoding"));
    assertTrue(packed.headers().allValues("Vary").toString().contains("Accept-Encoding"));
    assertEquals(member.get(company).text(), packed.text());
  }

  @Test
  void aListInPartsIsCompressedToo() {
    Reply packed = ask("GET " + CURRENCIES, "", "Accept: text/csv");
    assertEquals("gzip", packed.header("Content-Encoding"));
    assertEquals(member.get(CURRENCIES, "Accept", "text/csv").text(), packed.text());
    assertEquals(List.of("Accept, Accept-Encoding"), packed.headers().allValues("Vary"));
  }

  @Test
  void theTagOfACompressedVersionNamesThatVersion() {
    String tag = ask("GET " + company, "").header("ETag");
    ask("GET " + company, "", "If-None-Match: " + tag).expect(304);
    String city = "{\"name\": \"Coop\", \"city\": \"Mbale\"}";
    ask("PATCH " + company, city, "If-Match: " + tag).expect(200);
    member.patch(company, "{}", "If-Match", tag).expect(412);
  }

  @Test
  void aShortAnswerIsSentAsItIs() {
    assertNull(ask("GET /health/live", "").header("Content-Encoding"));
  }

  /** The answer to a client that accepts gzip, unpacked. */
  private Reply ask(String start, String body, String... headers) {
    String head =
        """
        %s HTTP/1.1
        Host: x
        Accept-Encoding: gzip
        Authorization: Bearer %s
        Content-Type: application/json
        Content-Length: %d
        %s
        """;
    String more = String.join("\n", headers);
    return RawConnection.firstReply(head.formatted(start, token, body.length(), more), body);
  }
}
