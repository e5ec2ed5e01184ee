package supplychain.records.farmer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.Paths.*;
import static supplychain.records.farmer.PlotScene.*;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import supplychain.Client;
import supplychain.Reply;
import supplychain.http.LinesRequest;

/** Plots as GeoJSON (RFC 7946): taken in, and written. */
class FeaturesTest {
  private final PlotScene scene = new PlotScene();
  private final Client member = scene.member;

  private static List<String> lines(Reply reply) {
    List<JsonNode> lines = reply.expect(200).lines();
    return lines.stream().map(line -> line.get("line") + " " + line.get("status")).toList();
  }

  @Test
  void eachFeatureOfACollectionIsAPlot() {
    Reply reply =
        scene.features(
            scene.ofFarmer(),
            feature(POLYGON, "\"name\": \"Upper\", \"area\": \"1.20\", \"fid\": 1"),
            feature(POINT, "\"Area\": 0.5, \"ProductionPlace\": \"Gamatui\", \"colour\": null"));
    assertEquals(List.of("1 201", "2 201"), lines(reply));
    JsonNode upper = scene.plots().get(0);
    assertEquals("Upper", upper.get("name").asText());
    assertEquals("1.20", upper.get("area").asText());
    assertEquals(POLYGON, upper.get("geometry").toString());
    JsonNode other = scene.plots().get(1);
    assertEquals("0.5", other.get("area").asText());
    assertEquals("Gamatui", other.get("production_place").asText());
  }

  @Test
  void aFeatureAloneIsAPlotToo() {
    assertEquals(List.of("1 201"), lines(scene.send(GEO_JSON, feature(POINT, ""))));
    String bare = "{\"type\": \"Feature\", \"properties\": null, \"geometry\": " + POINT + "}";
    assertEquals(List.of("1 201"), lines(scene.send(GEO_JSON, bare)));
    member.post(scene.ofFarmer(), feature(POINT, "\"name\": \"A\"")).expect(201);
    assertEquals(3, scene.count());
  }

  @Test
  void aFeatureNamesItsFarmerWhereThePathDoesNot() {
    Reply reply =
        scene.features(
            PLOTS,
            feature(POINT, "\"farmer\": \"" + scene.farmer + "\""),
            feature(POINT, "\"farmer\": \"" + scene.number() + "\""));
    assertEquals(List.of("1 201", "2 201"), lines(reply));
    assertEquals(2, scene.count());
    Reply none = scene.features(PLOTS, feature(POINT, ""));
    none.expect(400, "/features/0/properties/farmer required");
  }

  @Test
  void everyMistakeOfAllFeaturesIsNamedAndNothingIsRecorded() {
    scene
        .features(
            scene.ofFarmer(),
            feature(POINT, ""),
            feature("{\"type\":\"Point\",\"coordinates\":[34,95]}", "\"Area\": -1"),
            "{\"type\": \"Thing\"}",
            feature("null", "\"name\": []"))
        .expect(
            400,
            "/features/1/properties/Area range",
            "/features/1/geometry/coordinates/1 range",
            "/features/2/type not_a_choice",
            "/features/3/geometry required",
            "/features/3/properties/name type");
    assertEquals(0, scene.count());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '§',
      value = {
        "[]                                                      | 400 | [ type]",
        "{\"type\": \"Thing\", \"coordinate\": [34, 1]}            | 400 | [/type not_a_choice]",
        "{\"type\": \"FeatureCollection\"}                         | 400 | [/features required]",
        "{\"type\": \"FeatureCollection\", \"features\": []}       | 400 | [ required]",
        "{\"type\": \"FeatureCollection\", \"features\": [         | 400 | []",
        "{\"type\": \"FeatureCollection\", \"features\": []} []    | 400 | [/2 type]",
        "{\"type\": \"Feature\", \"type\": \"Feature\"}            | 400 | []",
        "{\"features\": [1e9999999999]}                          | 400 | []",
        "{\"type\": \"FeatureCollection\", \"features\": [7]}      | 400 | [/features/0/type"
            + " not_a_choice]",
      })
  void invalidGeoJsonIsRefused(String body, int status, String findings) {
    Reply reply = scene.send(GEO_JSON, body);
    assertEquals(status, reply.status(), reply.text());
    assertEquals(findings, reply.findings().toString(), reply.text());
  }

  @Test
  void onlyDegreesOfWgs84AreTaken() {
    String collection =
        "{\"type\":\"FeatureCollection\",\"crs\":{\"type\":\"name\",\"properties\":{\"name\":\"%s\"}},"
            + "\"features\":["
            + feature(POINT, "")
            + "]}";
    String utm = collection.formatted("urn:ogc:def:crs:EPSG::32636");
    scene.send(GEO_JSON, utm).expect(400, "/crs not_a_choice");
    String right = collection.formatted("urn:ogc:def:crs:OGC:1.3:CRS84");
    assertEquals(List.of("1 201"), lines(scene.send(GEO_JSON, right)));
  }

  @Test
  void aRequestHasAtMostTenThousandFeatures() {
    String[] features = new String[LinesRequest.MOST_RECORDS + 1];
    Arrays.fill(features, feature(POINT, "\"farmer\": \"nobody\""));
    scene.features(PLOTS + "?on_error=proceed", features).expect(413);
  }

  @Test
  void otherRoutesTakeNoGeoJson() {
    scene.post(FARMERS, GEO_JSON, feature(POINT, "")).expect(415);
    assertEquals(
        "application/json", member.get(FARMERS, "Accept", GEO_JSON).header("Content-Type"));
  }

  @Test
  void aListIsWrittenAsOneCollection() {
    Reply empty = member.get(PLOTS, "Accept", GEO_JSON);
    assertEquals("{\"type\":\"FeatureCollection\",\"features\":[]}", empty.json().toString());
    JsonNode plot = scene.plot("\"name\": \"Upper\", \"area\": \"1.20\", \"geometry\": " + POLYGON);
    scene.plot("\"geometry\": " + POINT);
    Reply reply = member.get(scene.ofFarmer(), "Accept", GEO_JSON).expect(200);
    assertEquals(GEO_JSON, reply.header("Content-Type"));
    JsonNode collection = reply.json();
    assertEquals("FeatureCollection", collection.get("type").asText());
    assertEquals(2, collection.get("features").size());
    assertEquals(
        """
        {"type":"Feature","id":"%s","geometry":%s,"properties":{"farmer":"%s","name":"Upper",\
        "area":1.20,"measured_area":1.4481,"production_place":null,"is_active":true,"created_on":"%s","updated_on":"%s"}}\
        """
            .formatted(
                plot.get("id").asText(),
                POLYGON,
                scene.farmer,
                plot.get("created_on").asText(),
                plot.get("updated_on").asText()),
        collection.at("/features/0").toString());
  }

  @Test
  void anExportedCollectionChangesItsPlots() {
    scene.plot("\"name\": \"Upper\", \"area\": \"1.20\", \"geometry\": " + POLYGON);
    scene.plot("\"production_place\": \"Gamatui\", \"geometry\": " + POINT);
    String written = member.get(PLOTS, "Accept", GEO_JSON).text();
    String match = PLOTS + "?match=id";
    assertEquals("known=2", scene.post(match, GEO_JSON, written).expect(200).summary());
    String edited = written.replace("\"Upper\"", "\"Lower\"");
    Reply changed = scene.post(match, GEO_JSON, edited).expect(200);
    assertEquals("known=1, changed=1", changed.summary());
    assertEquals("Lower", scene.plots().get(0).get("name").asText());
    assertEquals("1.20", scene.plots().get(0).get("area").asText());
  }

  @Test
  void aTableMayHaveLatitudesAndLongitudes() {
    String table =
        "name,latitude,longitude,area\nUpper,1.351700,34.371512,0.5\nLower,1.36,34.36,\n";
    assertEquals(List.of("2 201", "3 201"), lines(scene.send("text/csv", table)));
    assertEquals(
        "{\"type\":\"Point\",\"coordinates\":[34.371512,1.351700]}",
        scene.plots().get(0).get("geometry").toString());
    Reply wrong =
        scene.send("text/csv", "name,latitude,longitude,geometry\nA,1.36\nB,,,here\nC,,,\n");
    wrong.expect(400, "/2/longitude required", "/3/geometry format", "/4/geometry required");
  }
}
