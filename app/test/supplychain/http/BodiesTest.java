package supplychain.http;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;

import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.Client;
import supplychain.OneCompany;
import supplychain.RawConnection;
import supplychain.Reply;
import supplychain.core.Role;

/** A body is JSON in UTF-8, says so, and has at most 1 MiB. */
class BodiesTest extends OneCompany {
  private final String token = world.token(company, Role.ADMIN);
  private final Client admin = supplychain.Installation.shared().client(token);
  private final String body = "{\"company\": \"" + company + "\"}";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/json",
        "Application/JSON",
        "application/json; charset=utf-8",
        "application/json;charset=UTF-8",
        "application/json ; charset=\"utf-8\"",
        "application/json; charset=utf8",
        "application/merge-patch+json"
      })
  void jsonInUtf8IsTaken(String type) {
    assertEquals(201, admin.post(COMPANY_PRODUCTS, body, "Content-Type", type).status());
  }

  @ParameterizedTest
  @CsvSource({
    "Content-Type, text/plain",
    "Content-Type, application/jsonp",
    "Content-Type, application/json; charset=utf-16",
    "Content-Type, application/json; charset=nosuch",
    "Content-Type, 'application/json, text/plain'",
    "Content-Type, ''",
    "Content-Encoding, gzip",
    "Content-Encoding, br",
    "Content-Encoding, 'identity, gzip'",
    "Content-Encoding, x"
  })
  void anyOtherMediaTypeAndAnyCodingIsRefused(String header, String value) {
    admin.post(COMPANY_PRODUCTS, body, header, value).expectProblem(415, "unsupported-media-type");
  }

  @Test
  void aBodyWithoutAContentTypeIsRefused() {
    admin
        .postBody(COMPANY_PRODUCTS, BodyPublishers.ofString(body))
        .expectProblem(415, "unsupported-media-type");
    admin
        .postBody(COMPANY_PRODUCTS, BodyPublishers.noBody())
        .expectProblem(415, "unsupported-media-type");
  }

  @Test
  void aBodyThatIsNotCodedMaySaySo() {
    assertEquals(201, admin.post(COMPANY_PRODUCTS, body, "Content-Encoding", "Identity").status());
  }

  @Test
  void aMebibyteIsTakenAndOneByteMoreIsNot() {
    byte[] most = padded(JsonRequest.MOST_BYTES);
    byte[] more = padded(JsonRequest.MOST_BYTES + 1);
    assertEquals(201, post(BodyPublishers.ofByteArray(most)).status());
    assertEquals(201, post(chunked(most)).status());
    tooLarge(post(BodyPublishers.ofByteArray(more)));
    tooLarge(post(chunked(more)));
  }

  @Test
  void aBodyThatIsAnnouncedTooLargeIsNotWaitedFor() {
    RawConnection.firstReply(
            head("Content-Length: " + (JsonRequest.MOST_BYTES + 1) + "\nConnection: close"), "{")
        .expect(413);
  }

  @Test
  void aBodyThatDoesNotArriveWholeIsRefused() {
    assertEquals(400, RawConnection.firstReply(head("Content-Length: 500"), body).status());
    assertEquals(
        400,
        RawConnection.firstReply(head("Transfer-Encoding: chunked"), "ZZ\r\n{}\r\n0\r\n\r\n")
            .status());
    assertEquals(
        400, RawConnection.firstReply(head("Transfer-Encoding: chunked"), "2\r\n{}\r\n").status());
  }

  private String head(String more) {
    return """
    POST %s HTTP/1.1
    Host: x
    Authorization: Bearer %s
    Content-Type: application/json
    %s\
    """
        .formatted(COMPANY_PRODUCTS, token, more);
  }

  private Reply post(BodyPublisher publisher) {
    return admin.postBody(COMPANY_PRODUCTS, publisher, "Content-Type", "application/json");
  }

  private byte[] padded(int length) {
    return (body + " ".repeat(length - body.length())).getBytes(StandardCharsets.UTF_8);
  }

  private static BodyPublisher chunked(byte[] bytes) {
    return BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(bytes));
  }

  private static void tooLarge(Reply reply) {
    reply.expect(413);
    assertEquals("A body can have at most 1048576 bytes.", reply.at("/detail"));
    assertFalse(reply.json().has("errors"));
  }
}
