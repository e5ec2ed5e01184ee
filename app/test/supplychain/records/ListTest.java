package supplychain.records;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import supplychain.Client;
import supplychain.Meanwhile;
import supplychain.OneCompany;
import supplychain.Reply;
import supplychain.core.Role;

/** The rules of every list, shown on farmers. */
class ListTest extends OneCompany {
  private final Client reporter = world.client(company, Role.REPORTER);

  @Test
  void pagesFollowEachOtherAndHoldEachRecordOnceWhileOthersWrite() {
    List<UUID> farmers = farmers(7);
    List<UUID> read = new ArrayList<>();
    String path = FARMERS + "?limit=3";
    while (path != null) {
      Reply page = reporter.get(path);
      read.addAll(ids(page));
      path = page.next();
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
    assertEquals(List.of(farmers.get(0)), ids(reporter.get(first.next())));
  }

  @Test
  void updatedAfterListsChangesInTheirOrder() {
    List<UUID> farmers = farmers(3);
    String last = reporter.get(FARMERS + farmers.get(2) + "/").at("/updated_on");
    change(farmers.get(1));
    change(farmers.get(0));
    String path = FARMERS + "?limit=1&updated_after=" + last.replace("+", "%2B");
    Reply first = reporter.get(path);
    assertEquals(List.of(farmers.get(1)), ids(first));
    Reply second = reporter.get(first.next());
    assertEquals(List.of(farmers.get(0)), ids(second));
    assertNull(second.next());
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
  void anExactFilterFindsTheWholeTextAlone() {
    UUID short10 = numbered("F-10");
    UUID long100 = numbered("F-100");
    assertEquals(List.of(short10, long100), ids(reporter.get(FARMERS + "?number=f-10")));
    assertEquals(List.of(short10), ids(reporter.get(FARMERS + "?number_is=f-10")));
    assertEquals(List.of(), ids(reporter.get(FARMERS + "?number_is=F-1%25")));
  }

  private UUID numbered(String number) {
    UUID farmer = world.farmer(company);
    String body = "{\"first_name\": \"Grace\", \"number\": \"" + number + "\"}";
    world.client(company, Role.MEMBER).patch(FARMERS + farmer + "/", body).expect(200);
    return farmer;
  }

  @Test
  void everyMistakeOfAQueryIsNamed() {
    Reply reply =
        reporter
            .get(
                FARMERS
                    + "?limit=0&cursor=x&buyer=1&order=up&updated_after=then&nam=a&name=a&name=b")
            .expectProblem(400, "invalid-query");
    reply.expect(
        400,
        "/name duplicate",
        "/buyer format",
        "/updated_after format",
        "/order not_a_choice",
        "/limit range",
        "/cursor cursor",
        "/nam unknown_parameter");
    assertEquals(
        "There is no parameter \"nam\". Did you mean `name`?", reply.at("/errors/6/detail"));
  }

  @Test
  void aPageHasFromOneToAThousandRecords() {
    for (String limit : List.of("0", "1001", "-1", "1.5", "")) {
      reporter.get(FARMERS + "?limit=" + limit).expect(400, "/limit range");
    }
    reporter.get(FARMERS + "?limit=1000").expect(200);
    reporter.get(FARMERS + "?limit=1").expect(200);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '§',
      textBlock =
          """
          */*                                    | application/json
          '                                      | application/json
          "                                      | application/json
          text/html;level="1                     | application/json
          text/csv                               | text/csv
          TEXT/CSV; header=present               | text/csv
          application/x-ndjson, text/csv;q=0.5   | application/x-ndjson
          text/csv;q=0.2,application/json; q=0.9 | application/json
          text/csv;q=0                           | application/json
          text/csv<many>                         | text/csv
          """)
  void aListIsWrittenAsTheClientLikesItBest(String accept, String type) {
    String header = accept.replace("<many>", ";".repeat(7_000));
    Reply reply = reporter.get(FARMERS, "Accept", header).expect(200);
    assertEquals(type, reply.header("Content-Type").replaceAll(";.*", ""));
  }

  private List<UUID> farmers(int count) {
    return Stream.generate(() -> world.farmer(company)).limit(count).collect(Collectors.toList());
  }

  private void change(UUID farmer) {
    Client member = world.client(company, Role.MEMBER);
    member.patch(FARMERS + farmer + "/", "{\"first_name\": \"Changed\"}").expect(200);
  }

  private static List<UUID> ids(Reply list) {
    return list.ids().stream().map(UUID::fromString).toList();
  }

  @ParameterizedTest
  @CsvSource({
    "farmers, application/json",
    "farmers, application/x-ndjson",
    "farmers, text/csv",
    "changes, application/json"
  })
  void aListShowsAFarmerThatIsMovedMeanwhileAsItWas(String list, String type) {
    String changes = reporter.get("/v1/changes/?after=now").next();
    UUID farmer = world.farmer(company);
    // A change shows only after older transactions, such as one that notes the use of a token.
    reporter.get(changes + "&wait=30").expect(200);
    String path = list.equals("changes") ? changes : FARMERS;
    String before = reporter.get(path, "Accept", type).text();
    assertTrue(before.contains(farmer.toString()), before);
    Reply meanwhile =
        Meanwhile.during(sql -> move(sql, farmer), () -> reporter.get(path, "Accept", type))
            .expect(200);
    assertEquals(before, meanwhile.text());
    Reply after = reporter.get(path, "Accept", type);
    assertFalse(after.text().contains("+256 7"), after.text());
  }

  @Test
  void aFarmerThatIsMovedWhileItIsReadIsNoLongerThere() {
    UUID farmer = world.farmer(company);
    String path = FARMERS + farmer + "/";
    reporter.get(path).expect(200);
    Meanwhile.during(sql -> move(sql, farmer), () -> reporter.get(path)).expect(404);
  }

  private void move(DSLContext sql, UUID farmer) {
    // A query for the farmer's whole document waits for this lock. One that asks only who sees the
    // farmer does not.
    sql.execute("lock table entity_card in access exclusive mode");
    sql.execute(
        "update farmer set buyer = ?, phone = '+256 7', updated_on = now() where id = ?",
        world.company("Exporter"),
        farmer);
  }
}
