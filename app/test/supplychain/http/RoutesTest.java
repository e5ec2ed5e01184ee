package supplychain.http;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.Client;
import supplychain.Installation;
import supplychain.OneCompany;
import supplychain.RawConnection;
import supplychain.Reply;
import supplychain.core.Role;

/** The paths of the service, the methods of each, and how it reads a query. */
class RoutesTest extends OneCompany {
  private static final String NOBODY = "019c0000-0000-7000-8000-0000000fffff";
  private static final List<String> METHODS =
      List.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND");

  private final Client admin = world.client(company, Role.ADMIN);
  private final String token = world.token(company, Role.MEMBER);
  private final Client member = Installation.shared().client(token);

  /** Every path of the service with the methods that it takes. */
  static Stream<Arguments> paths() {
    Map<String, Set<String>> methods = new TreeMap<>();
    for (var handler : Installation.shared().service().unsafe.internalRouter.allHttpHandlers()) {
      if (handler.endpoint.method.isHttpMethod()) {
        methods
            .computeIfAbsent(
                handler
                    .endpoint
                    .path
                    .replace("{hashid}", NOBODY)
                    .replace("{file}", "manual.css")
                    .replace("{name}", "conflict"),
                path -> new TreeSet<>())
            .add(handler.endpoint.method.name());
      }
    }
    return methods.entrySet().stream().map(path -> Arguments.of(path.getKey(), path.getValue()));
  }

  @ParameterizedTest
  @MethodSource("paths")
  void aPathTakesItsMethodsAndNamesThemToOthers(String path, Set<String> allowed) {
    assertEquals(allowed.contains("GET"), allowed.contains("HEAD"));
    for (String method : METHODS) {
      Reply reply = admin.send(method, path, null);
      boolean taken = allowed.contains(method);
      assertEquals(!taken, reply.status() == 405, method + " " + reply.status());
      String named = reply.header("Allow");
      assertEquals(
          taken ? null : allowed,
          named == null ? null : new TreeSet<>(List.of(named.split(", ", -1))),
          method);
      if (!taken) {
        assertEquals("application/problem+json", reply.header("Content-Type"), method);
      }
    }
  }

  @Test
  void noHeaderChangesTheMethod() {
    String path = FARMERS + world.farmer(company) + "/";
    for (String other : List.of("PATCH", "DELETE", "x", "")) {
      admin.get(path, "X-HTTP-Method-Override", other).expectProblem(400, "malformed-request");
    }
  }

  @Test
  void theLastSlashMayBeLeftOut() {
    String farmer = FARMERS + world.farmer(company);
    String product = "{\"company\":\"" + company + "\"}";
    for (String end : List.of("", "/")) {
      admin.get(COMPANIES + company + end).expect(200);
      admin.patch(farmer + end, "{\"first_name\": \"Grace\"}").expect(200);
      admin.post("/v1/supply-chains/company-products" + end, product).expect(201);
      admin.get("/health/live" + end).expect(200);
    }
  }

  @Test
  void theHeadOfACompanyIsThatOfItsDocument() {
    String path = COMPANIES + company + "/";
    Reply get = admin.get(path);
    Reply head = admin.send("HEAD", path, null).expect(200);
    assertEquals("", head.text());
    for (String name : new String[] {"ETag", "Content-Type", "Content-Length", "Cache-Control"}) {
      assertEquals(get.header(name), head.header(name), name);
    }
    assertEquals(404, admin.send("HEAD", path.replace(company + "", NOBODY), null).status());
    assertEquals(304, admin.send("HEAD", path, null, "If-None-Match", get.header("ETag")).status());
    Installation.shared().client(null).send("HEAD", path, null).expect(401);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/v2/supply-chains/companies/" + NOBODY + "/",
        "/v1/supply-chains/",
        COMPANIES + NOBODY + "/forms/",
        COMPANIES + NOBODY + "//",
        "//v1/supply-chains/companies/" + NOBODY + "/",
        "/V1/supply-chains/companies/" + NOBODY + "/",
        COMPANIES + NOBODY + ".json",
        "/docs/other",
        "/docs/index.html",
        "/docs/manual.groovy",
        "/docs/Manual.class",
        "/docs/document.yaml",
        "/docs/a/b",
        "/problems/",
        "/problems/other",
        "/favicon.ico",
        "/index.html"
      })
  void anUnknownPathIsAnsweredWithAProblemAndNeverHtml(String path) {
    Reply reply = admin.get(path, "Accept", "text/html").expectProblem(404, "not-found");
    assertNull(reply.header("Server"));
  }

  @Test
  void aQueryChangesNothing() {
    Reply reply = admin.get(COMPANIES + company + "/?format=xml&x=%ff").expect(200);
    assertEquals(company + "", reply.id());
  }

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
