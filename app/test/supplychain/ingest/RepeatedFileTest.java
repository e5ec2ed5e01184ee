package supplychain.ingest;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import supplychain.AtOnce;
import supplychain.Client;
import supplychain.Reply;
import supplychain.cli.CommandRun;
import supplychain.core.Role;

/** A file whose records have no number is recorded once, unless the user wants it again. */
class RepeatedFileTest extends PurchaseScene {
  private final String morning =
      "source,product,quantity,amount\n%s,%s,12,24\n%s,%s,7,14\n"
          .formatted(farmer, product, farmer, product);

  private int goods() {
    return scene.member.get(GOODS + "?destination=" + scene.company).json().size();
  }

  @Test
  void theSameFileIsRefusedAndSaysWhenItWasRecorded() {
    Reply first = scene.csv(GOODS, morning, "X-Request-Id", "scale").expect(200);
    Reply second = scene.csv(GOODS, morning).expectProblem(409, "already-recorded");
    String detail = second.at("/detail");
    assertTrue(
        detail.matches(
            "This file was recorded on [0-9]{4}-[0-9]{2}-[0-9]{2} at [0-9]{2}:[0-9]{2}, with 2"
                + " lines, by the request "
                + first.header("X-Request-Id").replace("scale", "[0-9a-f-]{36}")
                + "\\. To record all of it once more, choose again=true\\."),
        detail);
    assertEquals(2, goods());
    scene.csv(GOODS.replaceFirst("/$", ""), morning).expectProblem(409, "already-recorded");
  }

  @Test
  void theSameFileIsRecordedAgainIfTheUserWantsIt() {
    scene.csv(GOODS, morning).expect(200);
    scene.csv(GOODS + "?again=true", morning).expect(200);
    assertEquals(4, goods());
    scene.csv(GOODS, morning).expectProblem(409, "already-recorded");
  }

  @Test
  void aCorrectedFileIsRecorded() {
    scene.csv(GOODS, morning).expect(200);
    scene.csv(GOODS, morning.replace(",12,", ",13,")).expect(200);
    assertEquals(4, goods());
  }

  @Test
  void aDryRunAndARefusedFileAreNotRecorded() {
    scene.csv(GOODS, morning, "Prefer", "tx=rollback").expect(200);
    String wrong = morning + farmer + ",x,1,1\n";
    assertEquals(400, scene.csv(GOODS, wrong).status());
    assertEquals(400, scene.csv(GOODS, wrong).status());
    scene.csv(GOODS, morning).expect(200);
    scene.csv(GOODS, morning, "Prefer", "tx=rollback").expectProblem(409, "already-recorded");
  }

  @Test
  void anotherCompanyMaySendTheSameFile() {
    String table = "first_name\nGrace\n";
    scene.csv(FARMERS, table).expect(200);
    Client other = scene.world.client(scene.world.company("Other"), Role.MEMBER);
    other.post(FARMERS, table, "Content-Type", "text/csv").expect(200);
    scene.csv(FARMERS, table).expectProblem(409, "already-recorded");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        FARMERS + " | application/x-ndjson | {\"first_name\": \"Grace\"}",
        PLOTS
            + " | application/geo+json | {\"type\": \"FeatureCollection\", \"features\": [FEATURE]}"
      })
  void linesAndFeaturesAreRefusedToo(String path, String type, String body) {
    String feature =
        "{\"type\": \"Feature\", \"properties\": {\"farmer\": \"%s\"}, \"geometry\": {\"type\":"
            + " \"Point\", \"coordinates\": [34.123456, 1.234561]}}";
    String whole = body.replace("FEATURE", feature.formatted(farmer)) + "\n";
    scene.post(path, type, whole).expect(200);
    scene.post(path, type, whole).expectProblem(409, "already-recorded");
  }

  @Test
  void ofTheSameFileSentTwiceAtOnceOneIsRecorded() {
    List<Reply> replies = AtOnce.send(4, i -> scene.csv(GOODS, morning));
    assertEquals(List.of(200, 409, 409, 409), AtOnce.statuses(replies));
    assertEquals(2, goods());
  }

  @Test
  void theCommandImportsAFileOnceToo(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("farmers.csv");
    Files.writeString(file, "first_name,buyer\nGrace,%s\n".formatted(scene.company));
    String[] command = {"import", "--kind", "farmers", file.toString()};
    assertEquals("", CommandRun.shared(command).err());
    CommandRun second = CommandRun.shared(command);
    assertTrue(second.err().contains("This file was recorded on "), second.err());
    assertTrue(second.err().contains("with 1 line, by the request import farmers.csv by "));
    String[] again = {"import", "--again", "--kind", "farmers", file.toString()};
    assertEquals("1 new, 0 refused.", CommandRun.shared(again).out().strip());
  }
}
