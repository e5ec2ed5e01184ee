package supplychain.records.farmer;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.records.farmer.FarmerScene.*;
import static supplychain.schema.Tables.HISTORY;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jooq.Record;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import supplychain.AtOnce;
import supplychain.Installation;
import supplychain.Kept;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;

/** Each change is a new version with an ETag (RFC 9110, 8.8.3), and is kept in the history. */
class FarmerVersionTest {
  private static final Pattern STRONG = Pattern.compile("\"[A-Za-z0-9_-]+\"");

  private final FarmerScene scene = new FarmerScene();

  private static final String UUID_7 =
      "[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}";

  private final String request = World.unique(20);

  @Test
  void aChangeOfAnOlderVersionIsRefusedAndNothingIsWritten() {
    String tag = scene.patch("").header("ETag");
    scene.patched("\"city\": \"Mbale\"");
    scene.refused(412, () -> changeIf(tag));
    Reply reply = changeIf(tag);
    assertEquals("/problems/precondition-failed", reply.at("/type"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '§',
      textBlock =
          """
          <tag>                    | 200
          "other", <tag> ,"third"  | 200
          *                        | 200
          W/<tag>, <tag>           | 200
          W/<tag>                  | 412
          ""                       | 412
          x                        | 412
          "x"                      | 412
          **                       | 412
          "*"                      | 412
          ,                        | 412
          """)
  void oneStrongTagOfTheVersionOrAStarIsEnough(String tags, int status) {
    String tag = scene.patch("").header("ETag");
    assertTrue(STRONG.matcher(tag).matches(), tag);
    changeIf(tags.replace("<tag>", tag)).expect(status);
  }

  @Test
  void tagsOnSeveralHeaderLinesAreOneList() throws IOException, InterruptedException {
    String tag = scene.patch("").header("ETag");
    String token = scene.world.token(scene.coop, Role.MEMBER);
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(Installation.shared().origin() + path(scene.farmer)))
            .method("PATCH", BodyPublishers.ofString(body("")))
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .header("If-Match", "\"other\"")
            .header("If-Match", tag)
            .build();
    HttpResponse<String> response =
        HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
    assertEquals(200, response.statusCode());
  }

  @Test
  void aChangeOfTheCardOrTheFormIsAnotherVersion() {
    String first =
        scene.patch("\"entity_card\": {\"card\": {\"card_id\": \"C-1\"}}").header("ETag");
    changeIf("\"" + first.replace("\"", "") + "x\"").expect(412);
    scene.patched("\"entity_card\": {\"card\": {\"card_id\": \"C-1\", \"display_id\": \"One\"}}");
    scene.refused(412, () -> changeIf(first));
  }

  @Test
  void oneOfTwentyEditorsOfAVersionWins() throws Exception {
    String tag = scene.patch("").header("ETag");
    List<Reply> replies =
        AtOnce.send(20, i -> scene.patch("\"city\": \"" + i + "\"", "If-Match", tag));
    assertEquals(1, count(replies, 200));
    assertEquals(19, count(replies, 412));
    Reply winner = replies.stream().filter(reply -> reply.status() == 200).findAny().orElseThrow();
    assertEquals(winner.json(), scene.stored());
  }

  @Test
  void aChangeUnlessTheVersionIsThisOneIsRefusedAndNothingIsWritten() {
    String tag = scene.patch("").header("ETag");
    for (String known : new String[] {"*", tag, "W/" + tag, "\"other\", " + tag}) {
      scene.refused(412, () -> scene.patch("\"city\": \"Mbale\"", "If-None-Match", known));
    }
    scene.patch("\"city\": \"Mbale\"", "If-None-Match", "\"x\"").expect(200);
  }

  @Test
  void aFarmerIsReadOnlyAsTheVersionThatIsStated() {
    String tag = scene.patch("").header("ETag");
    String path = path(scene.farmer);
    scene.member.get(path, "If-Match", tag).expect(200);
    scene.member.get(path, "If-Match", "*").expect(200);
    scene.member.get(path, "If-Match", tag, "If-None-Match", tag).expect(304);
    Reply other = scene.member.get(path, "If-Match", "\"old\"", "If-None-Match", tag).expect(412);
    assertEquals(tag, other.header("ETag"));
    assertEquals("/problems/precondition-failed", other.at("/type"));
    String list = path.replace(scene.farmer + "/", "");
    scene.member.get(list, "If-Match", "\"old\"").expect(200);
  }

  private Reply changeIf(String tags) {
    return scene.patch("\"city\": \"Sironko\"", "If-Match", tags);
  }

  @Test
  void theHistoryKeepsUserTimeRequestBeforeAndAfterOfAChange() {
    OffsetDateTime before = OffsetDateTime.now(ZoneOffset.UTC);
    FarmerScene.ok(scene.patch("\"phone\": \"1\"", "X-Request-Id", request));
    Record row =
        World.read(
            sql -> sql.selectFrom(HISTORY).where(HISTORY.CLIENT_REQUEST.eq(request)).fetchSingle());
    assertEquals(scene.user, row.get(HISTORY.APP_USER));
    assertEquals(scene.farmer, row.get(HISTORY.RECORD));
    assertFalse(row.get(HISTORY.AT).isBefore(before.minusSeconds(1)));
    assertFalse(row.get(HISTORY.AT).isAfter(OffsetDateTime.now(ZoneOffset.UTC).plusSeconds(1)));
    assertEquals(
        List.of(
            "UPDATE farmer {\"phone\": null, \"updater\": \"019c0000-0000-7000-8000-000000000001\"}"
                + " -> {\"phone\": \"1\", \"updater\": \"%s\"}".formatted(scene.user)),
        Kept.ofRequest(request));
  }

  @Test
  void theIdThatAClientGivesItsRequestIsKeptBesideTheServicesOwn() {
    String id = "019c0000-0000-7000-8000-0000000000aa";
    FarmerScene.ok(scene.patch("\"phone\": \"1\"", "X-Request-Id", id));
    FarmerScene.ok(scene.patch("\"phone\": \"2\""));
    List<String> kept =
        World.read(
            sql ->
                sql.selectFrom(HISTORY)
                    .where(HISTORY.RECORD.eq(scene.farmer).and(HISTORY.OPERATION.eq("UPDATE")))
                    .orderBy(HISTORY.ID)
                    .fetch(
                        row ->
                            row.get(HISTORY.REQUEST).equals(id)
                                + " "
                                + row.get(HISTORY.REQUEST).matches(UUID_7)
                                + " "
                                + row.get(HISTORY.CLIENT_REQUEST)));
    assertEquals(List.of("false true " + id, "false true null"), kept);
  }

  @Test
  void aClearedValueOfAFormIsKept() {
    UUID form = scene.world.form(scene.coop, "FARMER");
    UUID field = scene.world.field(form, "group", "TEXT", false, "[]");
    String submission =
        "\"submission\": {\"form\": \"%s\", \"values\": [{\"field\": \"group\", \"value\": %s}]}";
    scene.patched(submission.formatted(form, "\"North\""));
    FarmerScene.ok(scene.patch(submission.formatted(form, "null"), "X-Request-Id", request));
    List<String> kept = Kept.ofRequest(request);
    assertEquals(1, kept.size(), kept.toString());
    assertTrue(kept.get(0).startsWith("DELETE submission_value {\"id\": "), kept.toString());
    assertTrue(kept.get(0).contains("\"field\": \"" + field + "\""), kept.toString());
    assertTrue(kept.get(0).contains("\"value\": \"North\""), kept.toString());
    assertTrue(kept.get(0).endsWith(" -> null"), kept.toString());
  }

  @Test
  void anUnchangedFieldIsNoChangeInTheHistory() {
    scene.patched("\"phone\": \"1\"");
    FarmerScene.ok(scene.patch("\"phone\": \"1\"", "X-Request-Id", request));
    assertEquals(List.of(), Kept.ofRequest(request));
  }
}
