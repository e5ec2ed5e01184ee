package supplychain.ingest;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;
import static supplychain.ingest.BulkScene.outcomes;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import supplychain.Installation;
import supplychain.Records;
import supplychain.Records.Content;
import supplychain.Reply;
import supplychain.World;
import supplychain.http.LinesRequest;

/** Of many records in one request, the service records all or only the valid ones. */
class BulkTest {
  private final BulkScene scene = new BulkScene();

  @Test
  void eachLineIsReadLikeASingleRecord() {
    String card = World.unique(12);
    Reply reply =
        scene
            .documents(
                FARMERS,
                "{\"first_name\": \"Grace\", \"latitude\": 1.5}\r\n\n"
                    + "{\"first_name\": \"Amina\", \"entity_card\": {\"card\": {\"card_id\": \""
                    + card
                    + "\"}}}")
            .expect(200);
    assertEquals("application/x-ndjson", reply.header("Content-Type"));
    assertEquals(List.of("1 201", "3 201"), outcomes(reply));
    Reply grace = scene.member.get(FARMERS + reply.lines().get(0).get("id").asText() + "/");
    assertEquals("Grace", grace.at("/first_name"));
    assertEquals("1.5", grace.at("/latitude"));
    Reply amina = scene.member.get(FARMERS + reply.lines().get(1).get("id").asText() + "/");
    assertEquals(card, amina.at("/entity_card/card/card_id"));
  }

  @Test
  void aFieldWithoutANameIsNoKeyOfARecord() {
    String line =
        """
        {"farmer": "%s", "latitude": 0.5, "longitude": 32.5, "": "x"}
        """;
    scene
        .documents(PLOTS, line.formatted(scene.world.farmer(scene.company)))
        .expect(400, "/1/ unknown_field");
  }

  @Test
  void allMistakesOfAllLinesAreListedAndNothingIsRecorded() {
    UUID other = scene.world.company("Other");
    Map<String, Content> before = Records.content(Installation.shared().database());
    Reply reply =
        scene
            .documents(
                FARMERS,
                """
                {"first_name": "Grace"}
                {"first_name": "", "latitude": 91}
                {"first_name": "Amina", "frist_name": "x"}
                {"first_name":
                []
                {"first_name": "Ruth", "buyer": "%s"}
                """
                    .formatted(other))
            .expect(
                400,
                "/2/first_name blank",
                "/2/latitude range",
                "/3/frist_name unknown_field",
                "/4 malformed_json",
                "/5 type",
                "/6/buyer does_not_exist");
    assertEquals("6 mistakes. Nothing was recorded.", reply.at("/detail"));
    assertEquals(0, scene.farmers());
    Map<String, Content> after = Records.content(Installation.shared().database());
    assertEquals(before.get("history"), after.get("history"));
  }

  @Test
  void onErrorProceedRecordsTheValidLines() {
    String number = World.unique(8);
    String right = "{\"first_name\": \"Grace\", \"number\": \"" + number + "\"}\n";
    String lines = right + right + "{\"first_name\": 1}\n{\"first_name\": \"Ruth\"}\n{\n";
    Reply reply = scene.documents(FARMERS + "?on_error=proceed", lines).expect(200);
    assertEquals(
        List.of(
            "1 201",
            "2 409 /2/number taken",
            "3 400 /3/first_name type",
            "4 201",
            "5 400 /5 malformed_json"),
        outcomes(reply));
    assertEquals(2, scene.farmers());
  }

  @Test
  void anEmptyNumberCountsAsNoNumber() {
    String unnumbered = "{\"first_name\": \"Grace\", \"number\": \"\"}\n";
    scene.documents(FARMERS, unnumbered + unnumbered).expect(200);
    scene.csv(FARMERS, "first_name,number\nGrace,\"\"\nGrace,\n").expect(200);
    assertEquals(4, scene.farmers());
  }

  @Test
  void aRequestWhoseOnlyMistakeIsAConflictGets409() {
    String twice = "{\"first_name\": \"Grace\", \"number\": \"7\"}\n";
    scene.documents(FARMERS, twice + twice).expect(409, "/2/number taken");
    assertEquals(0, scene.farmers());
  }

  @Test
  void aRepeatWithItsKeyGetsTheFirstAnswer() {
    String table = "first_name\nGrace\n";
    Reply first = scene.csv(FARMERS, table, "Idempotency-Key", "k");
    Reply repeat = scene.csv(FARMERS, table, "Idempotency-Key", "k");
    assertEquals(first.text(), repeat.text());
    assertEquals(first.header("Content-Type"), repeat.header("Content-Type"));
    assertEquals("true", repeat.header("Idempotent-Replayed"));
    assertEquals(1, scene.farmers());
    for (String other : List.of("?on_error=proceed", "?on_error=stop")) {
      int status = other.endsWith("stop") ? 200 : 422;
      assertEquals(
          status, scene.csv(FARMERS + other, table, "Idempotency-Key", "k").status(), other);
    }
    scene.documents(FARMERS, table, "Idempotency-Key", "k").expect(422);
  }

  @Test
  void aDryRunRecordsNothing() {
    Reply reply = scene.csv(FARMERS, "first_name\nGrace\n", "Prefer", "tx=rollback");
    assertEquals(List.of("2 201"), outcomes(reply));
    assertEquals("tx=rollback", reply.header("Preference-Applied"));
    assertEquals("new=1, dry_run=true", reply.summary());
    assertEquals(0, scene.farmers());
    Reply recorded = scene.csv(FARMERS, "first_name\nGrace\n");
    assertEquals(
        "{\"summary\":{\"new\":1,\"known\":0,\"changed\":0,\"different\":0,\"refused\":0}}",
        recorded.text().lines().skip(1).findFirst().orElseThrow());
  }

  @Test
  void lenientHandlingIgnoresUnknownColumnsAndFields() {
    Reply reply = scene.csv(FARMERS, "first_name,shoe\nGrace,38\n", "Prefer", "handling=lenient");
    assertEquals(List.of("2 201"), outcomes(reply));
    String unknown = "{\"first_name\": \"Grace\", \"shoe\": 38}";
    scene.documents(FARMERS, unknown, "Prefer", "handling=lenient").expect(200);
  }

  @Test
  void onErrorIsStopOrProceed() {
    Reply twice = scene.csv(FARMERS + "?on_error=stop&on_error=proceed", "first_name\nGrace\n");
    twice.expect(400, "/on_error duplicate");
    scene
        .csv(FARMERS + "?on_error=ignore&on=1", "first_name\nGrace\n")
        .expect(400, "/on_error not_a_choice", "/on unknown_parameter");
  }

  @Test
  void theListOfMistakesIsShortenedAboveAThousand() {
    Reply stopped = scene.documents(FARMERS, differentMistakes(1_001));
    assertEquals(1_000, stopped.findings().size());
    assertTrue(stopped.at("/detail").startsWith("There are more than 1000 mistakes"));
    Reply exact = scene.documents(FARMERS, differentMistakes(1_000));
    assertEquals("1000 mistakes. Nothing was recorded.", exact.at("/detail"));
    String wrong = "{\"a\": 1}\n".repeat(501);
    Reply proceeded = scene.documents(FARMERS + "?on_error=proceed", wrong);
    assertEquals(
        "500 400 /500/first_name required /500/a unknown_field", outcomes(proceeded).get(499));
    assertEquals("501 400 /501/first_name required", outcomes(proceeded).get(500));
  }

  private static String differentMistakes(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> "{\"first_name\": \"Grace\", \"a%d\": 1}\n".formatted(i))
        .collect(Collectors.joining());
  }

  @Test
  @Tag("proof")
  void aRequestMayHaveAtMostTenThousandRecords() {
    String most =
        IntStream.range(0, LinesRequest.MOST_RECORDS)
            .mapToObj(i -> "F" + i)
            .collect(Collectors.joining("\n", "first_name\n", "\n"));
    scene.csv(FARMERS, most + "One too many\n").expect(413);
    assertEquals(0, scene.farmers());
    assertEquals(LinesRequest.MOST_RECORDS, scene.csv(FARMERS, most).lines().size());
    assertEquals(LinesRequest.MOST_RECORDS, scene.farmers());
  }
}
