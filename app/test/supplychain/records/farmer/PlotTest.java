package supplychain.records.farmer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static supplychain.records.farmer.PlotScene.FARMERS;
import static supplychain.records.farmer.PlotScene.PLOTS;
import static supplychain.records.farmer.PlotScene.POINT;
import static supplychain.records.farmer.PlotScene.POLYGON;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import supplychain.AtOnce;
import supplychain.Client;
import supplychain.Kept;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;
import supplychain.database.Ids;

/** A plot of a farmer is recorded over HTTP, one at a time. */
class PlotTest {
  private final PlotScene scene = new PlotScene();
  private final Client member = scene.member;

  private List<String> refused(String fields) {
    Reply reply = member.post(scene.ofFarmer(), "{" + fields + "}");
    assertEquals(400, reply.status(), reply.text());
    assertEquals(0, scene.count());
    return reply.findings();
  }

  @Test
  void aPlotIsAnsweredAsItWasSentEveryFieldInItsOrder() {
    Reply reply =
        member.post(
            PLOTS,
            """
            {"farmer": "%s", "name": "Upper terrace", "area": "1.20",
             "production_place": "Gamatui", "geometry": %s}"""
                .formatted(scene.farmer, POLYGON));
    assertEquals(201, reply.status(), reply.text());
    JsonNode plot = reply.json();
    String user = plot.get("creator").asText();
    String time = plot.get("created_on").asText();
    String expected =
        """
        {"id":"%s","farmer":"%s","name":"Upper terrace","area":"1.20",\
        "production_place":"Gamatui","geometry":%s,"is_active":true,"creator":"%s",\
        "updater":"%s","created_on":"%s","updated_on":"%s"}"""
            .formatted(plot.get("id").asText(), scene.farmer, POLYGON, user, user, time, time);
    assertEquals(expected, plot.toString());
    assertEquals(PLOTS + plot.get("id").asText() + "/", reply.header("Location"));
    Reply read = member.get(reply.header("Location"));
    assertEquals(plot, read.json());
    assertTrue(read.header("ETag") != null);
  }

  @Test
  void omittedFieldsAreNull() {
    JsonNode plot = scene.plot("\"geometry\": " + POINT);
    for (String field : List.of("name", "area", "production_place")) {
      assertTrue(plot.get(field).isNull(), field);
    }
    assertEquals(scene.farmer.toString(), plot.get("farmer").asText());
  }

  @Test
  void aFarmerIsNamedByNumberToo() {
    String body = "{\"farmer\": \"%s\", \"geometry\": %s}".formatted(scene.number(), POINT);
    Reply reply = member.post(PLOTS, body);
    assertEquals(201, reply.status(), reply.text());
    assertEquals(scene.farmer.toString(), reply.json().get("farmer").asText());
  }

  @Test
  void aFarmersNumberOfSeveralCompaniesIsAmbiguousForAnOperator() {
    UUID elsewhere = scene.world.company("Other");
    Client operator = scene.world.client(null, Role.OPERATOR);
    String farmer = "{\"first_name\": \"Amina\", \"buyer\": \"%s\", \"number\": \"%s\"}";
    String number = scene.number();
    assertEquals(201, operator.post(FARMERS, farmer.formatted(elsewhere, number)).status());
    String body = "{\"farmer\": \"%s\", \"geometry\": %s}".formatted(number, POINT);
    assertEquals(List.of("/farmer ambiguous"), operator.post(PLOTS, body).findings());
    assertEquals(201, member.post(PLOTS, body).status());
  }

  @Test
  void theFarmerOfThePathMayStandInTheBodyAndNoOther() {
    String body = "{\"farmer\": \"%s\", \"geometry\": %s}";
    assertEquals(201, member.post(scene.ofFarmer(), body.formatted(scene.farmer, POINT)).status());
    UUID other = scene.world.farmer(scene.company);
    Reply refused = member.post(scene.ofFarmer(), body.formatted(other, POINT));
    assertEquals(List.of("/farmer fixed"), refused.findings());
  }

  @Test
  void aFarmerIsNamed() {
    Reply none = member.post(PLOTS, "{\"geometry\": " + POINT + "}");
    assertEquals(List.of("/farmer required"), none.findings());
    String body = "{\"farmer\": \"%s\", \"geometry\": %s}";
    Reply absent = member.post(PLOTS, body.formatted("nobody", POINT));
    assertEquals(List.of("/farmer does_not_exist"), absent.findings());
  }

  @Test
  void latitudeAndLongitudeStandForAPoint() {
    JsonNode plot = scene.plot("\"latitude\": 1.3500, \"longitude\": 34.37151299");
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
        "\"geometry\": \"here\" | /geometry type",
        "\"geometry\": {\"type\": \"Point\", \"coordinates\": [34, 95]} | /geometry/coordinates/1 range",
        "\"latitude\": 1, \"longitude\": 34, \"area\": \"0\" | /area range",
        "\"latitude\": 1, \"longitude\": 34, \"area\": 10000000.1 | /area range",
        "\"latitude\": 1, \"longitude\": 34, \"area\": \"1,5\" | /area format",
        "\"latitude\": 1, \"longitude\": 34, \"area\": \"1.1234567\" | /area format",
        "\"latitude\": 1, \"longitude\": 34, \"size\": 4 | /size unknown_field",
        "\"latitude\": 1, \"longitude\": 34, \"is_active\": 1 | /is_active type",
      })
  void eachMistakeIsNamedAtItsPlace(String fields, String finding) {
    assertEquals(List.of(finding), refused(fields));
  }

  @Test
  void aPlaceIsSentInOneWay() {
    assertEquals(
        List.of("/geometry one_of"),
        refused("\"latitude\": 1, \"longitude\": 34, \"geometry\": " + POINT));
  }

  @Test
  void aCrossingIsNamedDownToItsPosition() {
    String bow = "[[34.1,1.1],[34.2,1.2],[34.2,1.1],[34.1,1.2],[34.1,1.1]]";
    String geometry = "\"geometry\": {\"type\": \"Polygon\", \"coordinates\": [" + bow + "]}";
    assertEquals(List.of("/geometry/coordinates/0/2 crossing"), refused(geometry));
  }

  @Test
  void textsAreAsLongAsTheirColumns() {
    String place = "\"latitude\": 1, \"longitude\": 34, ";
    scene.plot(place + "\"name\": \"" + "n".repeat(100) + "\"");
    scene.plot(place + "\"production_place\": \"" + "p".repeat(500) + "\"");
    Reply long1 =
        member.post(scene.ofFarmer(), "{" + place + "\"name\": \"" + "n".repeat(101) + "\"}");
    assertEquals(List.of("/name too_long"), long1.findings());
    Reply long2 =
        member.post(
            scene.ofFarmer(), "{" + place + "\"production_place\": \"" + "p".repeat(501) + "\"}");
    assertEquals(List.of("/production_place too_long"), long2.findings());
  }

  @Test
  void theLargestAreaIsTaken() {
    String place = "\"latitude\": 1, \"longitude\": 34, ";
    assertEquals("10000000", scene.plot(place + "\"area\": 10000000").get("area").asText());
  }

  @Test
  void aPointOfMoreThanFourHectaresIsAFactThatIsRecorded() {
    JsonNode plot = scene.plot("\"area\": \"12\", \"geometry\": " + POINT);
    assertEquals("12", plot.get("area").asText());
  }

  @Test
  void aFarmerHasOnlySoManyPlotsHoweverManyComeAtOnce() throws Exception {
    String[] allButTwo = new String[Plots.MOST_OF_A_FARMER - 2];
    Arrays.fill(allButTwo, PlotScene.feature(POINT, ""));
    Reply all = scene.features(scene.ofFarmer(), allButTwo);
    assertEquals(200, all.status(), all.text());
    String body = "{\"geometry\": " + POINT + "}";
    List<Reply> replies = AtOnce.send(6, i -> member.post(scene.ofFarmer(), body));
    assertEquals(2, replies.stream().filter(reply -> reply.status() == 201).count());
    List<Reply> refused = replies.stream().filter(reply -> reply.status() == 409).toList();
    assertEquals(4, refused.size());
    assertEquals(List.of(" too_many"), refused.get(0).findings());
    assertEquals(Plots.MOST_OF_A_FARMER, scene.count());
  }

  private static List<String> ids(Reply reply) {
    assertEquals(200, reply.status(), reply.text());
    List<String> ids = new ArrayList<>();
    reply.json().forEach(plot -> ids.add(plot.get("id").asText()));
    return ids;
  }

  @Test
  void aChangeKeepsOmittedFieldsAndADocumentCanBeSentBack() {
    ObjectNode plot = (ObjectNode) scene.plot("\"name\": \"Field\", \"geometry\": " + POLYGON);
    String path = PLOTS + plot.get("id").asText() + "/";
    Reply changed = member.patch(path, "{\"area\": 2.5, \"name\": null}");
    assertEquals(200, changed.status(), changed.text());
    assertEquals("2.5", changed.json().get("area").asText());
    assertTrue(changed.json().get("name").isNull());
    assertEquals(POLYGON, changed.json().get("geometry").toString());
    Reply same = member.patch(path, changed.text());
    assertEquals(200, same.status(), same.text());
    ObjectNode expected = (ObjectNode) changed.json();
    expected.set("updated_on", same.json().get("updated_on"));
    assertEquals(expected, same.json());
  }

  @Test
  void aPlotThatIsNoLongerFarmedIsMadeInactive() {
    JsonNode plot = scene.plot("\"geometry\": " + POINT);
    String path = PLOTS + plot.get("id").asText() + "/";
    Reply ended = member.patch(path, "{\"is_active\": false}");
    assertEquals(200, ended.status(), ended.text());
    String id = plot.get("id").asText();
    assertEquals(List.of(id), ids(member.get(scene.ofFarmer() + "?is_active=false")));
    assertEquals(List.of(), ids(member.get(scene.ofFarmer() + "?is_active=true")));
    assertEquals(405, member.send("DELETE", path, null).status());
  }

  @Test
  void aPlotStaysItsFarmersAndSomewhere() {
    JsonNode plot = scene.plot("\"geometry\": " + POINT);
    String path = PLOTS + plot.get("id").asText() + "/";
    UUID other = scene.world.farmer(scene.company);
    Reply moved =
        member.patch(
            path, "{\"farmer\": \"" + other + "\", \"geometry\": null, \"is_active\": null}");
    assertEquals(400, moved.status());
    assertEquals(
        List.of("/is_active not_null", "/geometry not_null", "/farmer fixed"), moved.findings());
    assertEquals(200, member.patch(path, "{\"farmer\": \"" + scene.number() + "\"}").status());
  }

  @Test
  void twoEditorsDoNotOverwriteEachOther() {
    String path = PLOTS + scene.plot("\"geometry\": " + POINT).get("id").asText() + "/";
    String version = member.get(path).header("ETag");
    assertEquals(200, member.patch(path, "{\"area\": 1}", "If-Match", version).status());
    assertEquals(412, member.patch(path, "{\"area\": 2}", "If-Match", version).status());
    assertEquals(200, member.patch(path, "{\"latitude\": 1.5, \"longitude\": 34.5}").status());
    assertEquals("1.5", member.get(path).json().at("/geometry/coordinates/1").asText());
  }

  @Test
  void aChangeIsKeptInTheHistory() {
    String path = PLOTS + scene.plot("\"geometry\": " + POINT).get("id").asText() + "/";
    String request = World.unique(20);
    String change = "{\"area\": \"2.50\"}";
    assertEquals(200, member.patch(path, change, "X-Request-Id", request).status());
    assertEquals(
        List.of("UPDATE plot {\"area\": null} -> {\"area\": 2.50}"), Kept.ofRequest(request));
  }

  @Test
  void aListIsNarrowed() {
    String mine =
        scene.plot("\"name\": \"Upper field\", \"geometry\": " + POINT).get("id").asText();
    UUID other = scene.world.farmer(scene.company);
    String body =
        "{\"farmer\": \"%s\", \"name\": \"Lower\", \"geometry\": %s}".formatted(other, POINT);
    String others = member.post(PLOTS, body).id();
    assertEquals(List.of(mine, others), ids(member.get(PLOTS)));
    assertEquals(List.of(mine), ids(member.get(PLOTS + "?farmer=" + scene.farmer)));
    assertEquals(List.of(others), ids(member.get(PLOTS + "?name=lOw")));
    assertEquals(List.of(mine, others), ids(member.get(PLOTS + "?buyer=" + scene.company)));
    assertEquals(List.of(), ids(member.get(PLOTS + "?buyer=" + Ids.next())));
    assertEquals(List.of(mine), ids(member.get(scene.ofFarmer())));
    assertEquals(List.of(), ids(member.get(scene.ofFarmer() + "?farmer=" + other)));
  }

  @Test
  void thePagesOfAFarmersPlotsFollowEachOther() {
    String first = scene.plot("\"geometry\": " + POINT).get("id").asText();
    String second = scene.plot("\"geometry\": " + POINT).get("id").asText();
    Reply page = member.get(scene.ofFarmer() + "?limit=1");
    assertEquals(List.of(first), ids(page));
    String next = page.header("Link").replaceAll("<|>.*", "");
    assertTrue(next.startsWith(scene.ofFarmer()), next);
    assertEquals(List.of(second), ids(member.get(next)));
  }

  @Test
  void thePlotsFollowTheirFarmerToAnotherCompany() {
    String id = scene.plot("\"geometry\": " + POINT).get("id").asText();
    UUID elsewhere = scene.world.company("Other");
    Client operator = scene.world.client(null, Role.OPERATOR);
    String move = "{\"first_name\": \"Grace\", \"buyer\": \"" + elsewhere + "\"}";
    assertEquals(200, operator.patch(FARMERS + scene.farmer + "/", move).status());
    assertEquals(404, member.get(PLOTS + id + "/").status());
    assertEquals(404, member.get(scene.ofFarmer()).status());
    assertEquals(404, member.patch(PLOTS + id + "/", "{}").status());
    assertEquals(List.of(), ids(member.get(PLOTS)));
    Client there = scene.world.client(elsewhere, Role.REPORTER);
    assertEquals(List.of(id), ids(there.get(PLOTS)));
  }
}
