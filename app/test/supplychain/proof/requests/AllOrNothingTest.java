package supplychain.proof.requests;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.commons.io.function.IOSupplier;
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
import supplychain.cli.CommandRun;
import supplychain.core.Progress;
import supplychain.core.Role;
import supplychain.database.Database;
import supplychain.ingest.Loader;
import supplychain.proof.Proof;
import supplychain.proof.requests.Write.Result;

/**
 * Whichever statement of a write fails, and however: all of it is recorded, or nothing. A request
 * that is recorded in a group is recorded although a statement of its group failed, unless nobody
 * can know whether the group was committed.
 */
@Tag("proof")
class AllOrNothingTest {
  private static final int FEWEST_ROUND_TRIPS = 3;
  private static final Duration WAIT = Duration.ofSeconds(30);

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
    ROOM.database().schema().migrate();
    return Installation.shared().open(WatchedDriver.url(ROOM.url()), 1, WAIT);
  }

  @AfterAll
  static void stop() {
    SERVICE.close();
    FAILING.close();
    ROOM.close();
  }

  static Stream<Arguments> attacks() {
    return Stream.concat(requests(), Stream.of(load(), importOfAFile()))
        .flatMap(write -> FAULTS.stream().map(fault -> Arguments.of(write, fault)));
  }

  @ParameterizedTest
  @MethodSource("attacks")
  void aWriteWithAFailedRoundTripIsRecordedOnceAfterItsRepeat(Write write, Fault fault) {
    // The first write of a kind can add more rows than each write after it.
    growthOf(write);
    Map<String, Long> growth = growthOf(write);
    int roundTrip = 1;
    while (fails(write, fault, roundTrip, growth)) {
      roundTrip++;
    }
    assertTrue(roundTrip > FEWEST_ROUND_TRIPS, roundTrip + " round trips");
  }

  /** How many rows a write adds to each table if nothing fails. */
  private static Map<String, Long> growthOf(Write write) {
    Write.Attempt attempt = write.next().get();
    Map<String, Content> before = Records.content(ROOM.database());
    assertEquals(Result.RECORDED, attempt.run(Fault.CUT_BEFORE));
    return growth(before);
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
    if (hit.isEmpty()) {
      assertEquals(Result.RECORDED, result, place);
      return false;
    }
    if (hit.get().isOfGroup()) {
      // The service then records the members of the group one by one.
      assertEquals(Result.RECORDED, result, place);
    } else if (!hit.get().isDone()) {
      assertEquals(Result.REFUSED, result, place);
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
    Map<String, Long> alone = growthOf(many.request(false, false));
    assertEquals(alone, growthOf(many.request(true, false)));
  }

  static Stream<Writes.Many> many() {
    return WRITES.many();
  }

  static Stream<Write> requests() {
    return WRITES.requests();
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
      String asIfDone = tried.text().replace(",\"dry_run\":true}}", "}}");
      assertEquals(comparable(done.text()), comparable(asIfDone));
    }
  }

  /** Without values that are new each time, and the id of a user, which a dry run hides. */
  private static String comparable(String document) {
    return document
        .replaceAll("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "ID")
        .replaceAll(" ?([:,]) ?", "$1")
        .replaceAll("\"user\":(\"ID\"|null)", "USER")
        .replaceAll("\"number\" ?: ?\"[^\"]*\"", "NUMBER")
        .replaceAll("\\b[0-9A-Z]{5}-[0-9A-Z]{4}\\b", "NUMBER")
        .replaceAll("sct_[A-Za-z0-9_-]+", "TOKEN")
        .replaceAll("[0-9]{4}-[0-9]{2}-[0-9]{2}T[^\"]*", "INSTANT");
  }

  @Test
  void aListWithAFailedRoundTripIsRefusedOrVisiblyCutOff() {
    String farmers = FARMERS;
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

  /** A file of two farmers and a mistake, which the command {@code import} records. */
  private static Write importOfAFile() {
    String farmer = "{\"first_name\":\"Grace\",\"buyer\":\"" + WORLD.company("Buyer") + "\"}\n";
    Path file = folder.resolve("farmers.ndjson");
    assertDoesNotThrow(() -> Files.writeString(file, farmer + "{}\n" + farmer));
    return new Write("import", null, () -> fault -> imported(file));
  }

  private static Result imported(Path file) {
    CommandRun run =
        CommandRun.importInto(
            FAILING, "import", "" + file, "--kind", "farmers", "--on-error", "proceed", "--again");
    run.requireExit(1);
    if (run.out().isEmpty()) {
      assertNotEquals("", run.err());
      return Result.REFUSED;
    }
    assertEquals("2 new, 1 refused.\n", run.out());
    return Result.RECORDED;
  }

  /** A file of every kind of record, which the command {@code load} records. */
  private static Write load() {
    return new Write(
        "load",
        Result.REPLAYED,
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
    IOSupplier<InputStream> source =
        () -> new ByteArrayInputStream(file.getBytes(StandardCharsets.UTF_8));
    try {
      boolean isKnown =
          Loader.load(FAILING, World.AUTHOR, false, source, Progress.NONE)
              .counts()
              .values()
              .stream()
              .allMatch(count -> count.recorded() == 0);
      return isKnown ? Result.REPLAYED : Result.RECORDED;
    } catch (DataAccessException e) {
      return Result.REFUSED;
    }
  }
}
