package supplychain.records.farmer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static supplychain.records.farmer.PlotScene.FARMERS;
import static supplychain.records.farmer.PlotScene.PLOTS;
import static supplychain.records.farmer.PlotScene.POINT;
import static supplychain.records.farmer.PlotScene.POLYGON;

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
  void whatIsLeftOutIsNull() {
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
  void aNumberThatSeveralCompaniesHaveIsRefusedToWhoSeesThemAll() {
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
  void aRepeatRecordsOnce() {
    String body = "{\"geometry\": " + POINT + "}";
    Reply first = member.post(scene.ofFarmer(), body, "Idempotency-Key", "plot-1");
    Reply second = member.post(scene.ofFarmer(), body, "Idempotency-Key", "plot-1");
    assertEquals(first.text(), second.text());
    assertEquals(1, scene.count());
  }

  @Test
  void aFarmerHasOnlySoManyPlotsHoweverManyComeAtOnce() throws Exception {
    String[] allButTwo = new String[NewPlots.MOST_OF_A_FARMER - 2];
    Arrays.fill(allButTwo, PlotScene.feature(POINT, ""));
    Reply all = scene.features(scene.ofFarmer(), allButTwo);
    assertEquals(200, all.status(), all.text());
    String body = "{\"geometry\": " + POINT + "}";
    List<Reply> replies = AtOnce.send(6, i -> member.post(scene.ofFarmer(), body));
    assertEquals(2, replies.stream().filter(reply -> reply.status() == 201).count());
    List<Reply> refused = replies.stream().filter(reply -> reply.status() == 409).toList();
    assertEquals(4, refused.size());
    assertEquals(List.of(" too_many"), refused.get(0).findings());
    assertEquals(NewPlots.MOST_OF_A_FARMER, scene.count());
  }
}
