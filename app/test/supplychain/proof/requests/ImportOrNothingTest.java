package supplychain.proof.requests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import supplychain.Records.Content;
import supplychain.cli.CommandRun;
import supplychain.proof.Proof;

/** Whichever statement of an import fails, and however: all of the file is recorded, or nothing. */
@Tag("proof")
class ImportOrNothingTest {
  private static final int FEWEST_ROUND_TRIPS = 4;
  private static final AttackedService SERVICE = new AttackedService();

  @TempDir Path folder;

  /**
   * A file of a kind.
   *
   * @param proceeds whether a wrong line is among the right lines, which the import records
   */
  record Source(Writes.Many many, boolean proceeds) {
    String kind() {
      return many.operation.route.replaceAll(".*/(connect-)?([a-z-]+)/", "$2");
    }

    String ending() {
      return many.isFeatures() ? ".geojson" : ".ndjson";
    }

    boolean isInEveryBuild() {
      return proceeds != many.isFeatures();
    }

    String content() {
      return (proceeds ? many.proceeding() : many.stopping()).next().get().body();
    }

    /** What is answered when nothing fails. */
    void requireDone(CommandRun run) {
      assertEquals(proceeds ? "2 recorded, 1 refused.\n" : "2 recorded, 0 refused.\n", run.out());
      assertEquals(proceeds ? 1 : 0, run.exitCode(), run.err());
    }

    @Override
    public String toString() {
      return many + (proceeds ? " with a mistake" : "");
    }
  }

  @AfterAll
  static void stop() {
    SERVICE.close();
  }

  /** With -Pproof each kind of file with a mistake and without. */
  static Stream<Arguments> attacks() {
    return new Writes(SERVICE.world(), SERVICE.operator())
        .many()
        .filter(many -> !many.operation.hasId())
        .flatMap(many -> Stream.of(new Source(many, false), new Source(many, true)))
        .filter(source -> source.isInEveryBuild() || Proof.count(0, 1) == 1)
        .flatMap(source -> Fault.some(1).map(fault -> Arguments.of(source, fault)));
  }

  @ParameterizedTest
  @MethodSource("attacks")
  void anImportWithAFailedRoundTripRecordsAllOrNothing(Source source, Fault fault) {
    Path file = write(source);
    Map<String, Content> before = SERVICE.content();
    source.requireDone(importing(source, file));
    Map<String, Long> growth = SERVICE.growth(before);
    int roundTrip = 1;
    while (fails(source, fault, roundTrip, growth)) {
      roundTrip++;
    }
    assertTrue(roundTrip > FEWEST_ROUND_TRIPS, roundTrip + " round trips");
  }

  private boolean fails(Source source, Fault fault, int roundTrip, Map<String, Long> growth) {
    Path file = write(source);
    Map<String, Content> before = SERVICE.content();
    FailingDriver.arm(roundTrip, fault);
    CommandRun run = importing(source, file);
    Optional<FailingDriver.Hit> hit = FailingDriver.disarm();
    if (hit.isEmpty()) {
      source.requireDone(run);
      return false;
    }
    assertEquals(1, run.exitCode(), run.err());
    assertEquals("", run.out());
    assertNotEquals("", run.err());
    boolean written = fault.isDone() && hit.get().commit();
    if (!written) {
      assertEquals(before, SERVICE.content(), "round trip " + roundTrip);
      source.requireDone(importing(source, file));
    }
    assertEquals(growth, SERVICE.growth(before), "round trip " + roundTrip);
    return true;
  }

  private static CommandRun importing(Source source, Path file) {
    String onError = source.proceeds() ? "proceed" : "stop";
    return CommandRun.importInto(
        SERVICE.database(),
        "import",
        file.toString(),
        "--kind",
        source.kind(),
        "--on-error",
        onError);
  }

  /** A new file, with records of its own. */
  private Path write(Source source) {
    try {
      Path file = folder.resolve("records" + source.ending());
      return Files.writeString(file, source.content());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
