package supplychain.proof.requests;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.commons.io.function.IOSupplier;
import org.jooq.exception.DataAccessException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import supplychain.Records.Content;
import supplychain.Reply;
import supplychain.WatchedDriver;
import supplychain.WatchedDriver.Fault;
import supplychain.World;
import supplychain.cli.CommandRun;
import supplychain.core.Progress;
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
  /** If all records that a body names are known. */
  private static final int FEWEST_ROUND_TRIPS = 1;

  private static final List<Fault> FAULTS =
      List.of(Fault.CUT_AFTER, Fault.INTERNAL, Fault.CANCELLED, Fault.CUT_BEFORE)
          .subList(0, Proof.count(1, 4));

  /** Of the tests that write little. */
  @AutoClose private static final FailingService SERVICE = new FailingService();

  @TempDir static Path folder;

  static Stream<Write> attacked() {
    return Stream.concat(Writes.requests(), Stream.of(load(), importOfAFile()));
  }

  /** Each has a schema of its own: in one for all, each attempt would take longer than the last. */
  @ParameterizedTest
  @MethodSource("attacked")
  void aWriteWithAFailedRoundTripIsRecordedOnceAfterItsRepeat(Write write) {
    try (FailingService service = new FailingService()) {
      // The first write of a kind can add more rows than each write after it.
      growthOf(write, service);
      Map<String, Long> growth = growthOf(write, service);
      for (Fault fault : FAULTS) {
        int roundTrip = 1;
        while (fails(write, service, fault, roundTrip, growth)) {
          roundTrip++;
        }
        assertTrue(roundTrip > FEWEST_ROUND_TRIPS, fault + ": " + roundTrip + " round trips");
      }
    }
  }

  /** How many rows a write adds to each table if nothing fails. */
  private static Map<String, Long> growthOf(Write write, FailingService service) {
    Write.Attempt attempt = write.next().apply(service);
    Map<String, Content> before = service.content();
    assertEquals(Result.RECORDED, attempt.run(Fault.CUT_BEFORE));
    return service.growth(before);
  }

  /** Whether the round trip of this number exists and so failed. */
  private static boolean fails(
      Write write, FailingService service, Fault fault, int roundTrip, Map<String, Long> growth) {
    Write.Attempt attempt = write.next().apply(service);
    Map<String, Content> before = service.content();
    WatchedDriver.arm(roundTrip, fault);
    Result result = attempt.run(fault);
    Optional<WatchedDriver.Hit> hit = WatchedDriver.disarm();
    String place = fault + " at round trip " + roundTrip;
    if (hit.isEmpty()) {
      assertEquals(Result.RECORDED, result, place);
      return false;
    }
    if (hit.get().isOfGroup()) {
      // The service then records the members of the group one by one.
      assertEquals(Result.RECORDED, result, place);
    } else if (!hit.get().isDone()) {
      assertEquals(Result.REFUSED, result, place);
      assertEquals(before, service.content(), place);
      assertEquals(Result.RECORDED, attempt.run(fault), place);
    } else if (write.ofRepeat() != null) {
      assertEquals(write.ofRepeat(), attempt.run(fault), place);
    }
    assertEquals(growth, service.growth(before), place);
    return true;
  }

  @ParameterizedTest
  @MethodSource("many")
  void aWrongLineChangesNothingAboutTheRightLines(Writes.Many many) {
    Map<String, Long> alone = growthOf(many.request(false, false), SERVICE);
    assertEquals(alone, growthOf(many.request(true, false), SERVICE));
  }

  static Stream<Writes.Many> many() {
    return Writes.many();
  }

  static Stream<Write> requests() {
    return Writes.requests();
  }

  @ParameterizedTest
  @MethodSource("requests")
  void aDryRunAnswersLikeTheRequestAndWritesNothing(Write write) {
    Write.Request request = (Write.Request) write.next().apply(SERVICE);
    Map<String, Content> before = SERVICE.content();
    String rollback = "respond-async, TX=\"rollback\"; a=b, handling=lenient, tx=commit";
    Reply rehearsal = request.send("Prefer", rollback);
    Reply again = request.send("Prefer", rollback);
    assertEquals(before, SERVICE.content());
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
    UUID company = SERVICE.world.company("Large");
    String table = "first_name,buyer\n" + ("Grace," + company + "\n").repeat(1_001);
    SERVICE.client.post(FARMERS, table, "Content-Type", "text/csv").expect(200);
    String list = FARMERS + "?buyer=" + company;
    String whole = SERVICE.client.get(list, "Accept", "text/csv").text();
    int refused = 0;
    int cut = 0;
    boolean fails = true;
    for (int roundTrip = 1; fails; roundTrip++) {
      WatchedDriver.arm(roundTrip, Fault.CUT_AFTER);
      try {
        Reply reply = SERVICE.client.get(list, "Accept", "text/csv");
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
    return new Write(
        "import",
        null,
        service -> {
          UUID buyer = service.records.records().get("company");
          String farmer = "{\"first_name\":\"Grace\",\"buyer\":\"" + buyer + "\"}\n";
          Path file = folder.resolve("farmers.ndjson");
          assertDoesNotThrow(() -> Files.writeString(file, farmer + "{}\n" + farmer));
          return fault -> imported(service.database, file);
        });
  }

  private static Result imported(Database database, Path file) {
    CommandRun run =
        CommandRun.importInto(
            database, "import", "" + file, "--kind", "farmers", "--on-error", "proceed", "--again");
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
        service -> {
          String mark = World.unique(12);
          return fault -> load(service.database, mark);
        });
  }

  private static Result load(Database database, String mark) {
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
          Loader.load(database, World.AUTHOR, false, source, Progress.NONE)
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
