package supplychain.http;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import supplychain.Client;
import supplychain.Installation;
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
  void aLongAnswerIsTheSameAfterItIsUnpacked() throws Exception {
    HttpResponse<byte[]> packed = ask("GET", company, "", "Accept-Encoding", "gzip");
    assertEquals(Optional.of("gzip"), packed.headers().firstValue("Content-Encoding"));
    assertTrue(packed.headers().allValues("Vary").toString().contains("Accept-Encoding"));
    assertEquals(member.get(company).text(), unpacked(packed.body()));
  }

  @Test
  void aListInPartsIsCompressedToo() throws Exception {
    HttpResponse<byte[]> packed =
        ask("GET", CURRENCIES, "", "Accept", "text/csv", "Accept-Encoding", "gzip");
    assertEquals(Optional.of("gzip"), packed.headers().firstValue("Content-Encoding"));
    assertEquals(member.get(CURRENCIES, "Accept", "text/csv").text(), unpacked(packed.body()));
    assertEquals(List.of("Accept, Accept-Encoding"), packed.headers().allValues("Vary"));
  }

  @Test
  void theTagOfACompressedVersionNamesThatVersion() throws Exception {
    String tag =
        ask("GET", company, "", "Accept-Encoding", "gzip").headers().firstValue("ETag").get();
    assertEquals(
        304, ask("GET", company, "", "Accept-Encoding", "gzip", "If-None-Match", tag).statusCode());
    assertEquals(
        200,
        ask(
                "PATCH",
                company,
                "{\"name\": \"Coop\", \"city\": \"Mbale\"}",
                "Accept-Encoding",
                "gzip",
                "If-Match",
                tag)
            .statusCode());
    assertEquals(412, ask("PATCH", company, "{}", "If-Match", tag).statusCode());
  }

  @Test
  void aShortAnswerIsSentAsItIs() throws Exception {
    HttpResponse<byte[]> plain = ask("GET", "/health/live", "", "Accept-Encoding", "gzip");
    assertEquals(Optional.empty(), plain.headers().firstValue("Content-Encoding"));
  }

  private HttpResponse<byte[]> ask(String method, String path, String json, String... headers)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(Installation.shared().origin() + path))
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .headers(headers)
            .method(method, HttpRequest.BodyPublishers.ofString(json))
            .build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofByteArray());
  }

  private static String unpacked(byte[] packed) throws IOException {
    return new String(
        new GZIPInputStream(new ByteArrayInputStream(packed)).readAllBytes(),
        StandardCharsets.UTF_8);
  }
}
