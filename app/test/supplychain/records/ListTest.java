package supplychain.records;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import supplychain.Client;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;
import supplychain.core.Tokens;

/** What holds of every list, shown on farmers. */
class ListTest {
  private static final String FARMERS = "/v1/supply-chains/farmers/";
  private static final Pattern NEXT = Pattern.compile("<([^>]*)>; rel=\"next\"");

  private final World world = new World();
  private final UUID company = world.company("Cooperative");
  private final Client reporter = world.client(company, Role.REPORTER);

  @Test
  void aListHoldsTheDocumentsThatAreReadOneByOne() {
    List<UUID> farmers = List.of(world.farmer(company), world.farmer(company));
    Reply all = reporter.get(FARMERS);
    assertEquals(200, all.status());
    assertNull(all.header("Link"));
    List<JsonNode> read =
        farmers.stream().map(id -> reporter.get(FARMERS + id + "/").json()).toList();
    assertEquals(read, documents(all));
  }

  @Test
  void nobodySeesTheFarmersOfOthersAndAnOperatorSeesThemAll() {
    UUID other = world.company("Other");
    UUID farmer = world.farmer(other);
    assertEquals(List.of(), documents(reporter.get(FARMERS)));
    assertEquals(404, reporter.get(FARMERS + farmer + "/").status());
    Client operator = world.client(null, Role.OPERATOR);
    assertEquals(List.of(farmer), ids(operator.get(FARMERS + "?buyer=" + other)));
    assertEquals(200, operator.get(FARMERS + farmer + "/").status());
  }

  @Test
  void pagesFollowEachOtherAndHoldEachRecordOnceWhileOthersWrite() {
    List<UUID> farmers = farmers(7);
    List<UUID> read = new ArrayList<>();
    String path = FARMERS + "?limit=3";
    while (path != null) {
      Reply page = reporter.get(path);
      read.addAll(ids(page));
      path = next(page);
      if (read.size() == 3) {
        farmers.add(world.farmer(company));
      }
    }
    assertEquals(farmers, read);
  }

  @Test
  void theNewestComeFirstWhereThatIsAsked() {
    List<UUID> farmers = farmers(3);
    Reply first = reporter.get(FARMERS + "?order=newest&limit=2");
    assertEquals(List.of(farmers.get(2), farmers.get(1)), ids(first));
    assertEquals(List.of(farmers.get(0)), ids(reporter.get(next(first))));
  }

  @Test
  void updatedAfterListsChangesInTheirOrder() {
    List<UUID> farmers = farmers(3);
    String last = reporter.get(FARMERS + farmers.get(2) + "/").json().get("updated_on").asText();
    change(farmers.get(1));
    change(farmers.get(0));
    String path = FARMERS + "?limit=1&updated_after=" + last.replace("+", "%2B");
    Reply first = reporter.get(path);
    assertEquals(List.of(farmers.get(1)), ids(first));
    Reply second = reporter.get(next(first));
    assertEquals(List.of(farmers.get(0)), ids(second));
    assertNull(next(second));
  }

  @Test
  void aListIsFilteredByNameNumberAndConsent() {
    List<UUID> farmers = farmers(2);
    Client member = world.client(company, Role.MEMBER);
    member.patch(
        FARMERS + farmers.get(0) + "/",
        "{\"first_name\": \"Zawadi\", \"last_name\": \"Apio_\", \"number\": \"N7\","
            + " \"consent_status\": \"GRANTED\"}");
    for (String query : List.of("name=zaw", "name=APIO_", "number=n7", "consent_status=GRANTED")) {
      assertEquals(farmers.subList(0, 1), ids(reporter.get(FARMERS + "?" + query)), query);
    }
    assertEquals(List.of(), ids(reporter.get(FARMERS + "?name=Apio%25")));
    assertEquals(List.of(), ids(reporter.get(FARMERS + "?name=zaw&number=x")));
  }

  @Test
  void aNameIsFoundInEitherCaseOfEachAlphabet() {
    UUID farmer = world.farmer(company);
    world
        .client(company, Role.MEMBER)
        .patch(
            FARMERS + farmer + "/",
            "{\"first_name\": \"\u0130brahim\", \"last_name\": \"\u039d\u0399\u039a\u039f\u03a3\"}");
    for (String name :
        List.of("\u0130br", "\u039d\u0399\u039a\u039f\u03a3", "\u03bd\u03b9\u03ba\u03bf\u03c3")) {
      String query = "?name=" + URLEncoder.encode(name, StandardCharsets.UTF_8);
      assertEquals(List.of(farmer), ids(reporter.get(FARMERS + query)), name);
    }
  }

  @Test
  void everyMistakeOfAQueryIsNamed() {
    Reply reply =
        reporter.get(
            FARMERS + "?limit=0&cursor=x&buyer=1&order=up&updated_after=then&nam=a&name=a&name=b");
    assertEquals(400, reply.status());
    assertEquals("/problems/invalid-query", reply.json().get("type").asText());
    assertEquals(
        List.of(
            "/name duplicate",
            "/buyer format",
            "/updated_after format",
            "/order not_a_choice",
            "/limit range",
            "/cursor cursor",
            "/nam unknown_parameter"),
        reply.findings());
    assertEquals(
        "There is no such parameter. Did you mean `name`?",
        reply.json().at("/errors/6/detail").asText());
  }

  @Test
  void aPageHasFromOneToAThousandRecords() {
    for (String limit : List.of("0", "1001", "-1", "1.5", "")) {
      assertEquals(
          List.of("/limit range"), reporter.get(FARMERS + "?limit=" + limit).findings(), limit);
    }
    assertEquals(200, reporter.get(FARMERS + "?limit=1000").status());
    assertEquals(200, reporter.get(FARMERS + "?limit=1").status());
  }

  @Test
  void aCursorIsOfOneListOnly() {
    farmers(2);
    Reply first = reporter.get(FARMERS + "?limit=1");
    String cursor = next(first).replaceAll(".*cursor=", "");
    assertEquals(200, reporter.get(FARMERS + "?limit=2&cursor=" + cursor).status());
    assertEquals(
        List.of("/cursor cursor"), reporter.get(FARMERS + "?name=a&cursor=" + cursor).findings());
  }

  /** The mark of the list without parameters, and the id of nobody. */
  @ParameterizedTest
  @CsvSource({"9223372036854775807, 2147483647", "10000000000000, 0", "0, -1", "-99999999999, 0"})
  void aCursorOfAnInstantThatNeverIsIsNone(long second, int nano) {
    ByteBuffer bytes = ByteBuffer.allocate(36);
    bytes.put(Tokens.hash(""), 0, 8).putLong(0).putLong(0).putLong(second).putInt(nano);
    String cursor = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.array());
    assertEquals(List.of("/cursor cursor"), reporter.get(FARMERS + "?cursor=" + cursor).findings());
  }

  @Test
  void aListIsWrittenAsTheClientLikesItBest() {
    world.farmer(company);
    Map<String, String> types =
        Map.of(
            "*/*",
            "application/json",
            "'",
            "application/json",
            "\"",
            "application/json",
            "text/html;level=\"1",
            "application/json",
            "text/csv",
            "text/csv",
            "TEXT/CSV; header=present",
            "text/csv",
            "application/x-ndjson, text/csv;q=0.5",
            "application/x-ndjson",
            "text/csv;q=0.2,application/json; q=0.9",
            "application/json",
            "text/csv;q=0",
            "application/json",
            "text/csv" + ";".repeat(7_000),
            "text/csv");
    types.forEach(
        (accept, type) -> {
          Reply reply = reporter.get(FARMERS, "Accept", accept);
          assertEquals(200, reply.status(), accept);
          assertEquals(type, reply.header("Content-Type").replaceAll(";.*", ""), accept);
        });
  }

  private List<UUID> farmers(int count) {
    List<UUID> farmers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      farmers.add(world.farmer(company));
    }
    return farmers;
  }

  private void change(UUID farmer) {
    Client member = world.client(company, Role.MEMBER);
    assertEquals(
        200, member.patch(FARMERS + farmer + "/", "{\"first_name\": \"Changed\"}").status());
  }

  private static String next(Reply page) {
    String link = page.header("Link");
    if (link == null) {
      return null;
    }
    Matcher next = NEXT.matcher(link);
    assertEquals(true, next.matches(), link);
    return next.group(1);
  }

  private static List<JsonNode> documents(Reply list) {
    return StreamSupport.stream(list.json().spliterator(), false).toList();
  }

  private static List<UUID> ids(Reply list) {
    return documents(list).stream()
        .map(document -> UUID.fromString(document.get("id").asText()))
        .toList();
  }
}
