package supplychain.proof.requests;

import static org.junit.jupiter.api.Assertions.*;

import java.io.ByteArrayInputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import org.jooq.exception.DataAccessException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import supplychain.Client;
import supplychain.Installation;
import supplychain.OwnService;
import supplychain.Records;
import supplychain.Records.Content;
import supplychain.Reply;
import supplychain.WatchedDriver;
import supplychain.WatchedDriver.Fault;
import supplychain.World;
import supplychain.backup.Room;
import supplychain.core.Progress;
import supplychain.core.Role;
import supplychain.database.Database;
import supplychain.ingest.Loader;
import supplychain.ingest.Source;
import supplychain.proof.Proof;
import supplychain.proof.requests.Write.Result;

/** Whichever statement of a write fails, and however: all of it is recorded, or nothing. */
@Tag("proof")
class AllOrNothingTest {
  private static final int FEWEST_ROUND_TRIPS = 3;
  private static final Duration WAIT = Duration.ofSeconds(30);

  /** Of a long write, which of its round trips fail beside the last ones: each n-th. */
  private static final int STEP_OF_LONG = Proof.count(11, 1);

  private static final int LAST_ROUND_TRIPS = 3;

  private static final List<Fault> FAULTS =
      List.of(Fault.CUT_AFTER, Fault.INTERNAL, Fault.CANCELLED, Fault.CUT_BEFORE)
          .subList(0, Proof.count(1, 4));

  /** A schema where nobody else writes; the tests look at it by a way that does not fail. */
  private static final Room ROOM = new Room();

  private static final Database FAILING = openFailing();
  private static final OwnService SERVICE = OwnService.on(FAILING);
  private static final World WORLD = new World(ROOM.database());
  private static final Client CLIENT = SERVICE.client(WORLD.token(null, Role.OPERATOR));
  private static final Writes WRITES = new Writes(WORLD, CLIENT);

  @TempDir static Path folder;

  private static Database openFailing() {
    ROOM.database().migrate();
    return Installation.shared().open(WatchedDriver.url(ROOM.url()), 1, WAIT);
  }

  @AfterAll
  static void stop() {
    SERVICE.close();
    FAILING.close();
    ROOM.close();
  }

  static Stream<Arguments> attacks() {
    Stream<Write> files =
        WRITES
            .many()
            .filter(many -> !many.operation.hasId())
            .flatMap(many -> Stream.of(false, true).map(way -> many.file(FAILING, folder, way)));
    Stream<Write> requests =
        Stream.concat(
            WRITES.requests().stream(),
            WRITES.many().flatMap(m -> Stream.of(m.request(false, false), m.request(true, false))));
    return Stream.of(requests, files, Stream.of(load()))
        .flatMap(writes -> writes)
        .flatMap(write -> FAULTS.stream().map(fault -> Arguments.of(write, fault)));
  }

  @ParameterizedTest
  @MethodSource("attacks")
  void aWriteWithAFailedRoundTripIsRecordedOnceAfterItsRepeat(Write write, Fault fault) {
    // The first write of a kind can add more rows than each write after it.
    undisturbed(write);
    Undisturbed undisturbed = undisturbed(write);
    int last = undisturbed.roundTrips() - LAST_ROUND_TRIPS;
    int step = write.isLong() ? STEP_OF_LONG : 1;
    int roundTrip = 1;
    while (fails(write, fault, roundTrip, undisturbed.growth())) {
      roundTrip += roundTrip + step <= last ? step : 1;
    }
    assertTrue(roundTrip > FEWEST_ROUND_TRIPS, roundTrip + " round trips");
  }

  /**
   * A write of which nothing failed.
   *
   * @param growth how many rows it added to each table
   */
  private record Undisturbed(Map<String, Long> growth, int roundTrips) {}

  private static Undisturbed undisturbed(Write write) {
    Write.Attempt attempt = write.next().get();
    Map<String, Content> before = Records.content(ROOM.database());
    WatchedDriver.arm(Integer.MAX_VALUE, Fault.CUT_BEFORE);
    Result result = attempt.run(Fault.CUT_BEFORE);
    int roundTrips = WatchedDriver.roundTrips();
    WatchedDriver.disarm();
    assertEquals(Result.RECORDED, result);
    return new Undisturbed(growth(before), roundTrips);
  }

  private static Map<String, Long> growth(Map<String, Content> before) {
    Map<String, Long> growth = new TreeMap<>();
    Records.content(ROOM.database())
        .forEach((table, now) -> growth.put(table, now.rows() - before.get(table).rows()));
    return growth;
  }

  /** Whether the round trip of this number exists and so failed. */
  private static boolean fails(Write write, Fault fault, int roundTrip, Map<String, Long> growth) {
    Write.Attempt attempt = write.next().get();
    Map<String, Content> before = Records.content(ROOM.database());
    WatchedDriver.arm(roundTrip, fault);
    Result result = attempt.run(fault);
    Optional<WatchedDriver.Hit> hit = WatchedDriver.disarm();
    String place = "round trip " + roundTrip;
    assertEquals(hit.isPresent() ? Result.REFUSED : Result.RECORDED, result, place);
    if (hit.isEmpty()) {
      return false;
    }
    if (!hit.get().isDone()) {
      assertEquals(before, Records.content(ROOM.database()), place);
      assertEquals(Result.RECORDED, attempt.run(fault), place);
    } else if (write.ofRepeat() != null) {
      assertEquals(write.ofRepeat(), attempt.run(fault), place);
    }
    assertEquals(growth, growth(before), place);
    return true;
  }

  @ParameterizedTest
  @MethodSource("many")
  void aWrongLineChangesNothingAboutTheRightLines(Writes.Many many) {
    Map<String, Long> alone = undisturbed(many.request(false, false)).growth();
    assertEquals(alone, undisturbed(many.request(true, false)).growth());
  }

  static Stream<Writes.Many> many() {
    return WRITES.many();
  }

  static Stream<Write> requests() {
    return WRITES.requests().stream();
  }

  @ParameterizedTest
  @MethodSource("requests")
  void aDryRunAnswersLikeTheRequestAndWritesNothing(Write write) {
    Write.Request request = (Write.Request) write.next().get();
    Map<String, Content> before = Records.content(ROOM.database());
    String rollback = "respond-async, TX=\"rollback\"; a=b, handling=lenient, tx=commit";
    Reply rehearsal = request.send("Prefer", rollback);
    Reply again = request.send("Prefer", rollback);
    assertEquals(before, Records.content(ROOM.database()));
    Reply done = request.send();
    request.requireRecorded(done);
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

  /** Without values that are new each time, and the id of a user, which a dry run hides. */
  private static String comparable(String document) {
    return document
        .replaceAll("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "ID")
        .replaceAll(" ?([:,]) ?", "$1")
        .replaceAll("\"user\":(\"ID\"|null)", "USER")
        .replaceAll("\"number\" ?: ?\"[^\"]*\"", "NUMBER")
        .replaceAll("sct_[A-Za-z0-9_-]+", "TOKEN")
        .replaceAll("[0-9]{4}-[0-9]{2}-[0-9]{2}T[^\"]*", "INSTANT");
  }

  @Test
  void aListWithAFailedRoundTripIsRefusedOrVisiblyCutOff() {
    String farmers = "/v1/supply-chains/farmers/";
    UUID company = WORLD.company("Large");
    String table = "first_name,buyer\n" + ("Grace," + company + "\n").repeat(1_001);
    CLIENT.post(farmers, table, "Content-Type", "text/csv").expect(200);
    String list = farmers + "?buyer=" + company;
    String whole = CLIENT.get(list, "Accept", "text/csv").text();
    int refused = 0;
    int cut = 0;
    boolean fails = true;
    for (int roundTrip = 1; fails; roundTrip++) {
      WatchedDriver.arm(roundTrip, Fault.CUT_AFTER);
      try {
        Reply reply = CLIENT.get(list, "Accept", "text/csv");
        fails = WatchedDriver.disarm().isPresent();
        if (fails) {
          Write.requireRefused(reply, Fault.CUT_AFTER);
          assertNull(reply.header("Content-Disposition"));
          refused++;
        } else {
          assertEquals(whole, reply.text());
        }
      } catch (UncheckedIOException e) {
        assertTrue(WatchedDriver.disarm().isPresent(), e.toString());
        cut++;
      }
    }
    assertTrue(refused > 0 && cut > 0, refused + " refused, " + cut + " cut");
  }

  /** A file of every kind of record, which the command {@code load} records. */
  private static Write load() {
    return new Write(
        "load",
        Result.REPLAYED,
        false,
        () -> {
          String mark = World.unique(12);
          return fault -> load(mark);
        });
  }

  private static Result load(String mark) {
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
    try {
      Loader.Report report = Loader.load(FAILING, World.AUTHOR, source, Progress.NONE);
      return report.changedNothing() ? Result.REPLAYED : Result.RECORDED;
    } catch (DataAccessException e) {
      return Result.REFUSED;
    }
  }
}
