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
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import supplychain.Client;
import supplychain.Kept;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;
import supplychain.database.Ids;

/** Plots that are there: they are changed, listed, and go with their farmer. */
class PlotChangesTest {
  private final PlotScene scene = new PlotScene();
  private final Client member = scene.member;

  private static List<String> ids(Reply reply) {
    assertEquals(200, reply.status(), reply.text());
    List<String> ids = new ArrayList<>();
    reply.json().forEach(plot -> ids.add(plot.get("id").asText()));
    return ids;
  }

  @Test
  void aChangeLeavesTheRestAndWhatWasReadCanBeSentBack() {
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
