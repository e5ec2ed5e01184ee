package supplychain.proof.requests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayInputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jooq.exception.DataAccessException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import supplychain.Client;
import supplychain.Records.Content;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Progress;
import supplychain.ingest.Loader;
import supplychain.ingest.Source;
import supplychain.proof.Proof;

/** Whichever statement of a write fails, and however: all of it is recorded, or nothing. */
@Tag("proof")
class AllOrNothingTest {
  private static final int FEWEST_ROUND_TRIPS = 4;
  private static final int REPEATS = 1_000;

  /** Of a write of many records, which of its round trips fail beside the last ones: each n-th. */
  private static final int STEP_OF_MANY = Proof.count(11, 1);

  private static final int LAST_ROUND_TRIPS = 3;
  private static final AttackedService SERVICE = new AttackedService();
  private static final Client CLIENT = SERVICE.operator();
  private static final Writes WRITES = new Writes(SERVICE.world(), CLIENT);

  @AfterAll
  static void stop() {
    SERVICE.close();
  }

  static Stream<Arguments> attacks() {
    return WRITES.all().stream()
        .flatMap(write -> Fault.some(1).map(fault -> Arguments.of(write, fault)));
  }

  @ParameterizedTest
  @MethodSource("attacks")
  void aRequestWithAFailedRoundTripIsRecordedOnceAfterItsRepeat(Write write, Fault fault) {
    // The first request of a kind can add more rows than each request after it.
    undisturbed(write);
    Undisturbed undisturbed = undisturbed(write);
    int last = undisturbed.roundTrips() - LAST_ROUND_TRIPS;
    int step = write.records() == null ? 1 : STEP_OF_MANY;
    int roundTrip = 1;
    while (fails(write, fault, roundTrip, undisturbed.growth())) {
      roundTrip += roundTrip + step <= last ? step : 1;
    }
    assertTrue(roundTrip > FEWEST_ROUND_TRIPS, roundTrip + " round trips");
  }

  /**
   * A write of which nothing failed.
   *
   * @param growth what it added
   */
  private record Undisturbed(Map<String, Long> growth, int roundTrips) {}

  private static Undisturbed undisturbed(Write write) {
    Write.Request plain = write.next().get();
    Map<String, Content> before = SERVICE.content();
    FailingDriver.arm(Integer.MAX_VALUE, Fault.CUT_BEFORE);
    Reply reply = plain.send(CLIENT);
    int roundTrips = FailingDriver.passed();
    FailingDriver.disarm();
    accepted(write, reply);
    return new Undisturbed(SERVICE.growth(before), roundTrips);
  }

  @ParameterizedTest
  @MethodSource("many")
  void aWrongLineChangesNothingAboutTheRightLines(Writes.Many many) {
    Map<String, Long> alone = undisturbed(many.stopping()).growth();
    assertEquals(alone, undisturbed(many.proceeding()).growth());
  }

  static Stream<Writes.Many> many() {
    return WRITES.many();
  }

  static Stream<Write> writes() {
    return WRITES.all().stream();
  }

  @ParameterizedTest
  @MethodSource("writes")
  void aDryRunAnswersLikeTheRequestAndWritesNothing(Write write) {
    Write.Request request = write.next().get();
    Map<String, Content> before = SERVICE.content();
    Reply rehearsal = request.rehearse(CLIENT);
    assertEquals(before, SERVICE.content());
    Reply again = request.rehearse(CLIENT);
    assertEquals(before, SERVICE.content());
    Reply done = request.send(CLIENT);
    accepted(write, done);
    assertNull(done.header("Idempotent-Replayed"));
    assertNull(done.header("Preference-Applied"));
    for (Reply tried : List.of(rehearsal, again)) {
      String applied = tried.header("Preference-Applied");
      assertEquals(
          request.body() == null ? "tx=rollback" : "handling=lenient, tx=rollback", applied);
      assertEquals(done.status(), tried.status(), tried.text());
      assertEquals(comparable(done.text()), comparable(tried.text()));
    }
  }

  /** Without what is made anew each time, and the id of a user, which a dry run does not tell. */
  private static String comparable(String document) {
    return document
        .replaceAll("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "ID")
        .replaceAll(" ?([:,]) ?", "$1")
        .replaceAll("\"user\":(\"ID\"|null)", "USER")
        .replaceAll("\"number\" ?: ?\"[^\"]*\"", "NUMBER")
        .replaceAll("sct_[A-Za-z0-9_-]+", "TOKEN")
        .replaceAll("[0-9]{4}-[0-9]{2}-[0-9]{2}T[^\"]*", "INSTANT");
  }

  private static boolean fails(Write write, Fault fault, int roundTrip, Map<String, Long> growth) {
    Write.Request request = write.next().get();
    Map<String, Content> before = SERVICE.content();
    FailingDriver.arm(roundTrip, fault);
    Reply reply = request.send(CLIENT);
    Optional<FailingDriver.Hit> hit = FailingDriver.disarm();
    if (hit.isEmpty()) {
      accepted(write, reply);
      return false;
    }
    refused(reply, fault);
    boolean written = fault.isDone() && hit.get().commit();
    if (!written) {
      assertEquals(before, SERVICE.content(), "round trip " + roundTrip);
    }
    if (!written || write.repeatable()) {
      Reply repeat = repeat(write, request);
      boolean replayed = repeat.header("Idempotent-Replayed") != null;
      assertEquals(written && request.key() != null, replayed);
    }
    assertEquals(growth, SERVICE.growth(before), "round trip " + roundTrip);
    return true;
  }

  /** It is done; of many records each has its status, and what is said to be recorded is there. */
  private static void accepted(Write write, Reply reply) {
    assertTrue(reply.status() / 100 == 2, reply.text());
    if (write.records() != null) {
      List<JsonNode> lines = reply.lines();
      List<Integer> statuses = lines.stream().map(line -> line.get("status").asInt()).toList();
      assertEquals(write.statuses(), statuses, reply.text());
      lines.stream()
          .filter(line -> line.has("id"))
          .map(line -> CLIENT.get(write.records() + line.get("id").asText() + "/"))
          .forEach(record -> assertEquals(200, record.status(), record.text()));
    }
  }

  private static void refused(Reply reply, Fault fault) {
    assertEquals(fault.status, reply.status(), reply.text());
    assertEquals("application/problem+json", reply.header("Content-Type"));
    assertEquals(fault.type, reply.json().get("type").asText());
    assertEquals(fault.status == 503 ? "1" : null, reply.header("Retry-After"));
  }

  /** Sends it until a connection that was cut has let go of its key. */
  private static Reply repeat(Write write, Write.Request request) {
    for (int i = 0; i < REPEATS; i++) {
      Reply reply = request.send(CLIENT);
      if (reply.status() != 409) {
        accepted(write, reply);
        return reply;
      }
      assertEquals("/problems/request-under-way", reply.json().get("type").asText());
    }
    throw new AssertionError("the first request never ends");
  }

  @Test
  void aListWithAFailedRoundTripIsRefusedOrVisiblyCutOff() {
    String farmers = "/v1/supply-chains/farmers/";
    UUID company = SERVICE.world().company("Large");
    String table = "first_name,buyer\n" + ("Grace," + company + "\n").repeat(1_001);
    Reply made = CLIENT.post(farmers, table, "Content-Type", "text/csv");
    assertEquals(200, made.status(), made.text());
    String list = farmers + "?buyer=" + company;
    String whole = CLIENT.get(list, "Accept", "text/csv").text();
    Fault fault = Fault.some(1).findFirst().orElseThrow();
    int refused = 0;
    int cut = 0;
    boolean fails = true;
    for (int roundTrip = 1; fails; roundTrip++) {
      FailingDriver.arm(roundTrip, fault);
      try {
        Reply reply = CLIENT.get(list, "Accept", "text/csv");
        fails = FailingDriver.disarm().isPresent();
        if (fails) {
          refused(reply, fault);
          assertNull(reply.header("Content-Disposition"));
          refused++;
        } else {
          assertEquals(whole, reply.text());
        }
      } catch (UncheckedIOException e) {
        assertTrue(FailingDriver.disarm().isPresent(), e.toString());
        cut++;
      }
    }
    assertTrue(refused > 0 && cut > 0, refused + " refused, " + cut + " cut");
  }

  static Stream<Fault> loads() {
    return Fault.some(1);
  }

  @ParameterizedTest
  @MethodSource("loads")
  void aLoadWithAFailedRoundTripIsRecordedOnceAfterItsRepeat(Fault fault) {
    int roundTrip = 1;
    while (loadFails(fault, roundTrip)) {
      roundTrip++;
    }
    assertTrue(roundTrip > FEWEST_ROUND_TRIPS, roundTrip + " round trips");
  }

  private static boolean loadFails(Fault fault, int roundTrip) {
    String mark = World.unique(12);
    Map<String, Content> before = SERVICE.content();
    FailingDriver.arm(roundTrip, fault);
    Optional<FailingDriver.Hit> hit;
    try {
      load(mark);
      hit = FailingDriver.disarm();
      assertTrue(hit.isEmpty(), "round trip " + roundTrip + " failed, and nobody was told");
      return false;
    } catch (DataAccessException e) {
      hit = FailingDriver.disarm();
      assertTrue(hit.isPresent(), e.toString());
    }
    boolean written = fault.isDone() && hit.get().commit();
    if (!written) {
      assertEquals(before, SERVICE.content(), "round trip " + roundTrip);
    }
    assertEquals(written, load(mark).changedNothing());
    return true;
  }

  private static Loader.Report load(String mark) {
    String file =
        """
        {"users": [{"ref": "<u", "email": "<@example.org"}],
         "companies": [{"ref": "<c", "name": "Cooperative", "currency": "UGX"}],
         "members": [{"ref": "<m", "company": "<c", "user": "<u"}],
         "products": [{"ref": "<p", "name": "<p"}],
         "premiums": [{"ref": "<q", "owner": "<c", "name": "Organic"}],
         "farmers": [{"ref": "<f", "first_name": "Amina", "buyer": "<c"}],
         "cards": [{"ref": "<k", "company": "<c", "card_id": "<k"}],
         "transactions": [
           {"ref": "<t", "source": "<f", "destination": "<c", "product": "<p", "amount": "5",
            "quantity": "10"},
           {"ref": "<s", "source": "<c", "destination": "<c", "product": "<p", "amount": "5",
            "quantity": "4", "parents": ["<t"]}],
         "payments": [{"ref": "<y", "source": "<c", "destination": "<f", "transaction": "<t"}]}
        """
            .replace("<", mark);
    Source source = () -> new ByteArrayInputStream(file.getBytes(StandardCharsets.UTF_8));
    return Loader.load(SERVICE.database(), World.AUTHOR, source, Progress.NONE);
  }
}
