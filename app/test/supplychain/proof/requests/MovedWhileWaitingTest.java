package supplychain.proof.requests;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;
import static supplychain.schema.Tables.*;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jooq.Condition;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.Client;
import supplychain.Installation;
import supplychain.Kept;
import supplychain.Meanwhile;
import supplychain.Records;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Caller;
import supplychain.core.Role;
import supplychain.proof.Proof;

/**
 * A farmer moves to another company while a request waits for the farmer: the request is judged as
 * it would be after the move. It shows nothing of the new company and changes nothing there.
 */
class MovedWhileWaitingTest {
  static final String MOVED = "moved";

  /** A text of the new company about the farmer: the old company must never read it. */
  private static final String SECRET = "a secret of the new company";

  private static final int MOVES = Proof.count(20, 100);
  private static final int READERS = 4;

  /** The column of the matrix that every build asks; -Pproof asks all. */
  private static final int MEMBER = 1;

  private static EveryRecord own;
  private static UUID next;
  private static List<List<Client>> callers;
  private static Client member;

  @BeforeAll
  static void createTwoCompanies() {
    TwoCompanies companies = new TwoCompanies();
    own = companies.own();
    next = companies.other().records().get("company");
    callers = companies.callersByColumn();
    member = callers.get(MEMBER).get(0);
  }

  @BeforeEach
  void createAnotherFarmer() {
    own.renew();
  }

  static Stream<Operation> writes() {
    return Operation.ALL.stream().filter(operation -> operation.dependsOnFarmer(own));
  }

  @ParameterizedTest
  @MethodSource("writes")
  void aWriteIsJudgedAsAfterTheMove(Operation operation) {
    List<String> mistakes = new ArrayList<>();
    List<String> statuses = IsolationMatrix.of(operation.name).get(MOVED);
    for (int column = 0; column < callers.size(); column++) {
      String expected = statuses.get(column);
      boolean isAsked = column == MEMBER || Proof.count(0, 1) == 1;
      if (isAsked && !expected.equals(IsolationMatrix.ANY)) {
        for (Client client : callers.get(column)) {
          mistakes.addAll(mistakes(operation, client, expected));
        }
      }
    }
    assertEquals(
        List.of(),
        mistakes,
        ("isolation-matrix.txt has these statuses in the row '%s  %s'. If such a record stays with"
                + " the old company, a member still changes it: 200.")
            .formatted(operation.name, MOVED));
  }

  private static List<String> mistakes(Operation operation, Client client, String expected) {
    own.renew();
    String path = operation.path(own);
    String body = operation.body(own).toString();
    String id = World.unique(20);
    Reply reply =
        duringTheMove(() -> client.send(operation.method, path, body, "X-Request-Id", id));
    boolean mayWrite = expected.startsWith("2");
    boolean isLeak = reply.text().contains(SECRET) || !Kept.ofRequest(id).isEmpty();
    List<String> mistakes = new ArrayList<>();
    if (!expected.equals("" + reply.status())) {
      mistakes.add(reply.status() + reply.text() + " instead of " + expected);
    }
    if (!mayWrite && isLeak) {
      mistakes.add(reply.text() + ": it shows or changes what is another company's");
    }
    return mistakes;
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "?on_error=proceed"})
  void linesAreJudgedAsAfterTheMove(String query) {
    judge(PLOTS + query, "{'farmer':'<farmer>','latitude':1.25,'longitude':34.36}\n");
    own.renew();
    judge(
        GOODS + query,
        "{'source':'<farmer>','destination':'<company>','product':'<product>','amount':'1'}\n");
  }

  private static void judge(String path, String line) {
    UUID farmer = own.records().get("farmer");
    Condition ofFarmer = PRODUCT_TRANSACTION.SOURCE.eq(farmer);
    int before = Records.count(PRODUCT_TRANSACTION, ofFarmer);
    String lines = own.fill(line + line);
    Reply reply =
        duringTheMove(() -> member.post(path, lines, "Content-Type", "application/x-ndjson"));
    reply.expect(path.contains("?") ? 200 : 400);
    assertEquals(1, Records.count(PLOT, PLOT.FARMER.eq(farmer)));
    assertEquals(before, Records.count(PRODUCT_TRANSACTION, ofFarmer));
  }

  @Test
  void anotherVersionOfAPlotThatMovedAwayIsNotFound() {
    String path = PLOTS + own.records().get("plot") + "/";
    duringTheMove(() -> member.patch(path, "{\"name\":\"x\"}", "If-Match", "\"x\"")).expect(404);
  }

  @Test
  void theFormOfAFarmerStaysWithTheOldCompanyAndTheFarmerIsNotTouched() {
    UUID farmer = own.records().get("farmer");
    Reply filled =
        member
            .patch(
                FARMERS + farmer + "/",
                own.fill("{'first_name':'Grace','submission':{'form':'<farmer form>'}}"))
            .expect(200);
    String submission = filled.at("/submission/id");
    String change = own.fill("{'values':[{'field':'<farmer field>','value':'ripe'}]}");
    Reply reply =
        duringTheMove(() -> member.patch(SUBMISSIONS + submission + "/", change)).expect(200);
    assertTrue(reply.json().get("farmer").isNull(), reply.text());
    assertEquals("ripe", reply.at("/values/0/value"));
    assertFalse(reply.text().contains(SECRET), reply.text());
    assertEquals(
        1, Records.count(FARMER, FARMER.ID.eq(farmer).and(FARMER.UPDATER.eq(Caller.SYSTEM))));
  }

  /** The answer to a request that comes in the midst of the move of the own farmer. */
  private static <T> T duringTheMove(Supplier<T> request) {
    UUID farmer = own.records().get("farmer");
    return Meanwhile.during(
        sql -> {
          // The system is the updater, so that the tests tell the move from the request's writes.
          sql.execute(
              "update farmer set buyer = ?, description = ?, updater = ? where id = ?",
              next,
              SECRET,
              Caller.SYSTEM,
              farmer);
          sql.execute(
              "update entity_card set is_active = false where entity = ? and is_active", farmer);
          sql.execute("update submission set farmer = null where farmer = ?", farmer);
          sql.execute("update plot set name = ? where farmer = ?", SECRET, farmer);
        },
        request);
  }

  @Test
  void duringAMoveTheOldCompanyNeverReadsNewValues() {
    int leaks = 0;
    Client operator = Installation.shared().client(own.token(Role.OPERATOR));
    for (int i = 0; i < MOVES; i++) {
      own.renewFor(Operation.named("readFarmer"));
      String path = FARMERS + own.records().get("farmer") + "/";
      List<CompletableFuture<Boolean>> readers = new ArrayList<>();
      for (int reader = 0; reader < READERS; reader++) {
        readers.add(CompletableFuture.supplyAsync(() -> leaks(path)));
      }
      String move = "{\"first_name\": \"Grace\", \"phone\": \"secret\", \"buyer\": \"%s\"}";
      assertEquals(200, operator.patch(path, move.formatted(next)).status());
      leaks += readers.stream().anyMatch(CompletableFuture::join) ? 1 : 0;
    }
    assertEquals(0, leaks, leaks + " of " + MOVES + " moves leaked");
  }

  /** Reads the farmer until the farmer is gone; whether any answer told of the new company. */
  private static boolean leaks(String path) {
    boolean leaks = false;
    Reply reply = member.get(path);
    while (reply.status() == 200) {
      leaks |= reply.text().contains("secret") || reply.text().contains(next.toString());
      reply = member.get(path);
    }
    return leaks;
  }
}
