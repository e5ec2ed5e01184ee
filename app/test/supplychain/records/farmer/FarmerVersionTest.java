package supplychain.records.farmer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static supplychain.records.farmer.FarmerScene.body;
import static supplychain.records.farmer.FarmerScene.count;
import static supplychain.records.farmer.FarmerScene.path;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.AtOnce;
import supplychain.Installation;
import supplychain.Reply;
import supplychain.core.Role;
import supplychain.database.Ids;

/**
 * Two editors never overwrite each other unseen: ETag and If-Match (RFC 9110, 8.8.3 and 13.1.1).
 */
class FarmerVersionTest {
  private static final Pattern STRONG = Pattern.compile("\"[A-Za-z0-9_-]+\"");

  private final FarmerScene scene = new FarmerScene();

  @Test
  void theTagIsStrongAndAnotherAfterEachChange() {
    String first = scene.patch("").header("ETag");
    String second = scene.patch("").header("ETag");
    assertTrue(STRONG.matcher(first).matches(), first);
    assertNotEquals(first, second);
  }

  @Test
  void aChangeOfTheVersionThatWasReadIsMade() {
    String tag = scene.patch("").header("ETag");
    assertEquals(200, changeIf(tag).status());
  }

  @Test
  void aChangeOfAnOlderVersionIsRefusedAndNothingIsWritten() {
    String tag = scene.patch("").header("ETag");
    scene.patched("\"city\": \"Mbale\"");
    scene.refused(412, () -> changeIf(tag));
    Reply reply = changeIf(tag);
    assertEquals("/problems/precondition-failed", reply.json().get("type").asText());
  }

  @Test
  void anyOfSeveralTagsIsEnough() {
    String tag = scene.patch("").header("ETag");
    Reply changed = changeIf("\"other\", " + tag + " ,\"third\"");
    assertEquals(200, changed.status());
    scene.refused(412, () -> changeIf("\"other\", " + tag + ",\"third\""));
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
  void aStarIsAnyVersionOfAFarmerThatIsThere() {
    assertEquals(200, changeIf("*").status());
    Reply absent = scene.patch(Ids.next(), "", "If-Match", "*");
    assertEquals(404, absent.status());
  }

  @Test
  void aWeakTagNeverMatches() {
    String tag = scene.patch("").header("ETag");
    scene.refused(412, () -> changeIf("W/" + tag));
    assertEquals(200, changeIf("W/" + tag + ", " + tag).status());
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"\"", "x", "\"x\"", "**", "\"*\"", ","})
  void anUnknownTagNeverMatches(String tag) {
    scene.refused(412, () -> changeIf(tag));
  }

  @Test
  void aChangeOfTheCardOrTheFormIsAnotherVersion() {
    String first =
        scene.patch("\"entity_card\": {\"card\": {\"card_id\": \"C-1\"}}").header("ETag");
    assertEquals(412, changeIf("\"" + first.replace("\"", "") + "x\"").status());
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
    assertEquals(200, scene.patch("\"city\": \"Mbale\"", "If-None-Match", "\"x\"").status());
  }

  @Test
  void aFarmerIsReadOnlyAsTheVersionThatIsStated() {
    String tag = scene.patch("").header("ETag");
    String path = path(scene.farmer);
    assertEquals(200, scene.member.get(path, "If-Match", tag).status());
    assertEquals(200, scene.member.get(path, "If-Match", "*").status());
    assertEquals(304, scene.member.get(path, "If-Match", tag, "If-None-Match", tag).status());
    Reply other = scene.member.get(path, "If-Match", "\"old\"", "If-None-Match", tag);
    assertEquals(412, other.status());
    assertEquals(tag, other.header("ETag"));
    assertEquals("/problems/precondition-failed", other.json().get("type").asText());
    String list = path.replace(scene.farmer + "/", "");
    assertEquals(200, scene.member.get(list, "If-Match", "\"old\"").status(), "it has no ETag");
  }

  private Reply changeIf(String tags) {
    return scene.patch("\"city\": \"Sironko\"", "If-Match", tags);
  }
}
