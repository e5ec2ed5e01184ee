package supplychain.records.farmer;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;
import static supplychain.records.farmer.PlotScene.*;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import supplychain.AtOnce;
import supplychain.Client;
import supplychain.Reply;
import supplychain.core.Role;

/** A plot of a farmer is recorded over HTTP, one at a time. */
class PlotTest {
  private final PlotScene scene = new PlotScene();
  private final Client member = scene.member;

  @Test
  void theFarmerOfThePathMayStandInTheBodyAndNoOther() {
    String body = "{\"farmer\": \"%s\", \"geometry\": %s}";
    member.post(scene.ofFarmer(), body.formatted(scene.farmer, POINT)).expect(201);
    UUID other = scene.world.farmer(scene.company);
    Reply refused = member.post(scene.ofFarmer(), body.formatted(other, POINT));
    refused.expect(400, "/farmer fixed");
  }

  @Test
  void latitudeAndLongitudeStandForAPoint() {
    JsonNode plot = scene.plot("\"latitude\": 1.3500, \"longitude\": 34.37151299");
    String path = PLOTS + plot.get("id").asText() + "/";
    Reply moved = member.patch(path, "{\"latitude\": 1.5, \"longitude\": 34.5}");
    assertEquals("[34.5,1.5]", moved.json().at("/geometry/coordinates").toString());
    assertEquals(
        "{\"type\":\"Point\",\"coordinates\":[34.371512,1.3500]}", plot.get("geometry").toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '§',
      value = {
        "\"latitude\": 1.35 | /longitude required",
        "\"latitude\": 91, \"longitude\": 34 | /latitude range",
        "\"latitude\": 1, \"longitude\": \"34\" | /longitude type",
        "\"latitude\": 0, \"longitude\": 0.0000001 | /latitude nowhere",
        "\"name\": \"Field\" | /geometry required",
        "\"geometry\": null | /geometry required",
        "\"geometry\": \"here\" | /geometry format",
        "\"geometry\": {\"type\": \"Point\", \"coordinates\": [34, 95]} | /geometry/coordinates/1 range",
        "\"latitude\": 1, \"longitude\": 34, \"geometry\": {\"type\": \"Point\", \"coordinates\": [34, 1]}"
            + " | /geometry one_of",
        "\"latitude\": 1, \"longitude\": 34, \"area\": \"0\" | /area range",
        "\"latitude\": 1, \"longitude\": 34, \"area\": 10000000.1 | /area range",
        "\"latitude\": 1, \"longitude\": 34, \"area\": \"1,5\" | /area format",
        "\"latitude\": 1, \"longitude\": 34, \"area\": \"1.0e5\" | /area format",
        "\"latitude\": 1, \"longitude\": 34, \"size\": 4 | /size unknown_field",
        "\"latitude\": 1, \"longitude\": 34, \"is_active\": 1 | /is_active type",
      })
  void eachMistakeIsNamedAtItsPlace(String fields, String finding) {
    member.post(scene.ofFarmer(), "{" + fields + "}").expect(400, finding);
    assertEquals(0, scene.count());
  }

  @Test
  void aFarmerHasOnlySoManyPlotsHoweverManyComeAtOnce() throws Exception {
    String[] allButTwo = new String[PlotResource.MOST_OF_A_FARMER - 2];
    Arrays.fill(allButTwo, PlotScene.feature(POINT, ""));
    scene.features(scene.ofFarmer(), allButTwo).expect(200);
    String body = "{\"geometry\": " + POINT + "}";
    List<Reply> replies = AtOnce.send(6, i -> member.post(scene.ofFarmer(), body));
    assertEquals(2, AtOnce.count(replies, 201));
    List<Reply> refused = replies.stream().filter(reply -> reply.status() == 409).toList();
    assertEquals(4, refused.size());
    refused.get(0).expect(409, " too_many");
    assertEquals(PlotResource.MOST_OF_A_FARMER, scene.count());
  }

  @Test
  void thePagesOfAFarmersPlotsFollowEachOther() {
    String first = scene.plot("\"geometry\": " + POINT).get("id").asText();
    String second = scene.plot("\"geometry\": " + POINT).get("id").asText();
    Reply page = member.get(scene.ofFarmer() + "?limit=1");
    assertEquals(List.of(first), page.ids());
    String next = page.next();
    assertTrue(next.startsWith(scene.ofFarmer()), next);
    assertEquals(List.of(second), member.get(next).ids());
  }

  @Test
  void thePlotsFollowTheirFarmerToAnotherCompany() {
    String id = scene.plot("\"geometry\": " + POINT).get("id").asText();
    UUID elsewhere = scene.world.company("Other");
    Client operator = scene.world.client(null, Role.OPERATOR);
    String move = "{\"first_name\": \"Grace\", \"buyer\": \"" + elsewhere + "\"}";
    operator.patch(FARMERS + scene.farmer + "/", move).expect(200);
    member.get(PLOTS + id + "/").expect(404);
    member.get(scene.ofFarmer()).expect(404);
    assertEquals(List.of(), member.get(PLOTS).ids());
    Client there = scene.world.client(elsewhere, Role.REPORTER);
    assertEquals(List.of(id), there.get(PLOTS).ids());
  }
}
