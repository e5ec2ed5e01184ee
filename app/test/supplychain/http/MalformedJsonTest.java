package supplychain.http;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;

import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.Client;
import supplychain.OneCompany;
import supplychain.Reply;
import supplychain.core.Role;

/** The service refuses malformed JSON with its place, and never fails because of it. */
class MalformedJsonTest extends OneCompany {
  private static final String ENDS_EARLY =
      "The text ends too early: a quote or a bracket is not closed.";

  private final Client admin = world.client(company, Role.ADMIN);

  static Stream<Arguments> malformed() {
    return Stream.of(
        Arguments.of("", "The body is empty."),
        Arguments.of(" \n", "The body is empty."),
        Arguments.of("\uFEFF", "The body is empty."),
        Arguments.of("{", "Line 1, column 2: " + ENDS_EARLY),
        Arguments.of("{\n\"a\"", "Line 2, column 4: " + ENDS_EARLY),
        Arguments.of(
            "{\"a\": 1,}",
            "Line 1, column 9: Expected a field name in double quotes, found }. Perhaps the comma"
                + " before it is one too many."),
        Arguments.of(
            "{\"quantity\": 1,5}",
            "Line 1, column 16: Expected a field name in double quotes, found 5. Write a decimal"
                + " with a point, like 1.5."),
        Arguments.of(
            "{'a': 1}",
            "Line 1, column 2: Expected a field name in double quotes, found '. Write double quotes"
                + " like this: \"."),
        Arguments.of("{\"a\" 1}", "Line 1, column 6: Expected a colon, found 1."),
        Arguments.of("{\"a\": 1 \"b\": 2}", "Line 1, column 9: Expected a comma or }, found \"."),
        Arguments.of(
            "{\"a\": \"x\ny\"}",
            "Line 1, column 9: A text has a line break or another control character. Write a line"
                + " break as \\n."),
        Arguments.of("[1 x]", "Line 1, column 4: Expected a comma or ], found x."),
        Arguments.of(
            "{\"a\": Grace}",
            "Line 1, column 7: Grace is not a value of JSON. Write a text in double quotes."),
        Arguments.of(
            "{} {}", "Line 1, column 4: Trailing token (of type START_OBJECT) found after value"),
        Arguments.of("{\"a\":1,\"a\":2}", "Line 1, column 11: Duplicate field 'a'"),
        Arguments.of("{\"a\":NaN}", "Line 1, column 9: Non-standard token 'NaN'"),
        Arguments.of(
            "/**/{}",
            "Line 1, column 1: Unexpected character ('/' (code 47)): maybe a (non-standard)"
                + " comment?"),
        Arguments.of(
            "[".repeat(33) + "]".repeat(33),
            "Document nesting depth (33) exceeds the maximum allowed (32)"),
        Arguments.of(
            "{\"a\":" + "1".repeat(401) + "}",
            "Number value length (401) exceeds the maximum allowed (400)"),
        Arguments.of("{\"a\":1e2147483648}", "The exponent of a number is too large."),
        Arguments.of("{\"a\":-1.5e-99999999999}", "The exponent of a number is too large."));
  }

  @ParameterizedTest
  @MethodSource("malformed")
  void malformedJsonIsNamedWithItsPlace(String body, String detail) {
    Reply reply = admin.post(COMPANY_PRODUCTS, body);
    refused(reply);
    assertEquals(detail, reply.at("/detail"));
  }

  /** A text for each rule of JSON that Jackson could relax. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "nul",
        "'a'",
        "[1,",
        "[1 2]",
        "{a: 1}",
        "{\"a\": 1,}",
        "{\"a\": 01}",
        "{\"a\": 1.}",
        "{\"a\": .5}",
        "{\"a\": +1}",
        "{\"a\": Infinity}",
        "{\"a\": \"\\x\"}",
        "{\"a\": \"\u0001\"}",
        "{\"product\": {\"name\": \"a\", \"name\": \"b\"}}",
        "{\"a\": 1, \"\\u0061\": 2}",
        "{\"\\ud800\": 1}"
      })
  void invalidJsonIsRefused(String body) {
    refused(admin.post(COMPANY_PRODUCTS, body));
  }

  @Test
  void bytesThatAreNotUtf8AreRefused() {
    String json = "{\"company\": \"" + company + "\"}";
    for (Charset charset :
        List.of(StandardCharsets.UTF_16, StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE)) {
      refused(post(json.getBytes(charset)));
    }
    refused(post("{\"a\": \"\u00ff\"}".getBytes(StandardCharsets.ISO_8859_1)));
    // A surrogate, and a NUL in two bytes, as some encoders wrongly write them.
    refused(post("{\"a\": \"\u00ed\u00a0\u0080\"}".getBytes(StandardCharsets.ISO_8859_1)));
    refused(post("{\"a\": \"\u00c0\u0080\"}".getBytes(StandardCharsets.ISO_8859_1)));
  }

  @Test
  void aByteOrderMarkIsAccepted() {
    assertEquals(
        201, admin.post(COMPANY_PRODUCTS, "\uFEFF{\"company\": \"" + company + "\"}").status());
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "[]", "[{}]", "\"x\"", "1", "true", "1e999999999"})
  void jsonThatIsNoObjectIsAMistakeOfTheWholeBody(String body) {
    Reply reply = admin.post(COMPANY_PRODUCTS, body).expectProblem(400, "invalid-body");
    assertEquals(" type", reply.findings().get(0));
    Reply patch = admin.patch(FARMERS + world.farmer(company) + "/", body).expect(400);
    assertEquals(" type", patch.findings().get(0));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e999999999", "-1E-999999999", "0e2147483647", "1.5e400"})
  void anEnormousNumberIsRefusedAtItsPlaceAndNeverExpanded(String number) {
    String body = "{\"company\": \"%s\", \"is_active\": %s}".formatted(company, number);
    assertEquals(List.of("/is_active type"), admin.post(COMPANY_PRODUCTS, body).findings());
  }

  @Test
  void thirtyTwoLevelsAreRead() {
    String deep = "[".repeat(31) + "]".repeat(31);
    String body = "{\"company\": \"%s\", \"forms\": %s}".formatted(company, deep);
    assertEquals(List.of("/forms/0 type"), admin.post(COMPANY_PRODUCTS, body).findings());
  }

  @Test
  void halfAMillionLevelsAreNoFault() {
    refused(admin.post(COMPANY_PRODUCTS, "[".repeat(500_000)));
    refused(admin.post(COMPANY_PRODUCTS, "{\"a\":".repeat(150_000)));
  }

  private Reply post(byte[] body) {
    return admin.postBody(
        COMPANY_PRODUCTS, BodyPublishers.ofByteArray(body), "Content-Type", "application/json");
  }

  private static void refused(Reply reply) {
    reply.expectProblem(400, "malformed-json");
    assertFalse(reply.json().has("errors"));
    for (String ours : new String[] {"Source", "fasterxml", "Feature", "Constraints", "`"}) {
      assertFalse(reply.text().contains(ours), reply.text());
    }
  }
}
